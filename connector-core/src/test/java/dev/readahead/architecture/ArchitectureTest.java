package dev.readahead.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The arrows between packages, as ARCHITECTURE.md draws them. */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.readahead");

    @Test
    void theCoreKnowsNoEngine() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.trino..", "org.apache.spark..", "scala..")
                .check(CORE);
    }

    @Test
    void bytesFlowUpwardsAndNothingLooksDown() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("metrics")
                .definedBy("dev.readahead.metrics..")
                .layer("memory")
                .definedBy("dev.readahead.memory..")
                .layer("storage")
                .definedBy("dev.readahead.storage..")
                .layer("fetch")
                .definedBy("dev.readahead.fetch..")
                .layer("readahead")
                .definedBy("dev.readahead.readahead..")
                .layer("runtime")
                .definedBy("dev.readahead.runtime..")
                .layer("parquet")
                .definedBy("dev.readahead.parquet..")
                .layer("csv")
                .definedBy("dev.readahead.csv..")
                .layer("table")
                .definedBy("dev.readahead.table..")
                .whereLayer("storage")
                .mayNotAccessAnyLayer()
                .whereLayer("memory")
                .mayNotAccessAnyLayer()
                .whereLayer("metrics")
                .mayNotAccessAnyLayer()
                .whereLayer("fetch")
                .mayOnlyAccessLayers("storage", "memory", "metrics")
                .whereLayer("readahead")
                .mayOnlyAccessLayers("storage", "fetch", "memory", "metrics")
                .whereLayer("runtime")
                .mayOnlyAccessLayers("storage", "fetch", "memory", "metrics", "readahead")
                .whereLayer("parquet")
                .mayOnlyAccessLayers("storage", "fetch", "memory", "metrics", "readahead", "runtime")
                .whereLayer("csv")
                .mayOnlyAccessLayers("storage", "fetch", "memory", "metrics", "readahead", "runtime")
                .whereLayer("table")
                .mayOnlyAccessLayers("storage", "fetch", "metrics")
                .check(CORE);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("dev.readahead.(*)..").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void onlyTheParquetPackageSeesParquet() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.readahead.parquet..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.parquet..", "org.apache.hadoop..")
                .check(CORE);
    }

    @Test
    void onlyTheS3StoreSeesTheSdk() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.readahead.storage.s3..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.awssdk..")
                .check(CORE);
    }

    @Test
    void onlyTheRuntimeHoldsStaticState() {
        classes()
                .that()
                .resideOutsideOfPackage("dev.readahead.runtime..")
                .should(HaveOnlyFinalStaticFields.INSTANCE)
                .check(CORE);
    }
}
