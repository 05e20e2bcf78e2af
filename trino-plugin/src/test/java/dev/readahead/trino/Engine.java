package dev.readahead.trino;

import io.trino.Session;
import io.trino.plugin.hive.HivePlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedResult;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingSession;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A Trino in this process with the catalog {@code readahead}, which may read local files. */
final class Engine implements AutoCloseable {
    static final String CATALOG = "readahead";

    /** Parquet tells of every row group that it filters. Held, since unused loggers forget their level. */
    private static final Logger APACHE = Logger.getLogger("org.apache");

    private final QueryRunner runner;
    private Session session;

    private Engine(QueryRunner runner) {
        this.runner = runner;
        this.session = runner.getDefaultSession();
    }

    static Engine start() throws Exception {
        return start(Map.of());
    }

    /** @param more properties of the catalog */
    static Engine start(Map<String, String> more) throws Exception {
        APACHE.setLevel(Level.WARNING);
        Session session = TestingSession.testSessionBuilder().build();
        QueryRunner runner =
                DistributedQueryRunner.builder(session).setWorkerCount(0).build();
        runner.installPlugin(new ReadaheadPlugin());
        Engine engine = new Engine(runner);
        engine.addCatalog(CATALOG, more);
        return engine;
    }

    /** Adds a catalog that may read local files. */
    void addCatalog(String catalog, Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(
                Map.of("fs.local.enabled", "true", "readahead.split-size", "1MB", "parquet.time-zone", "UTC"));
        properties.putAll(more);
        runner.createCatalog(catalog, "readahead", properties);
    }

    /** Adds Trino's own Hive connector as the catalog {@code hive}, with its metastore and tables below a folder. */
    void addHive(Path root) {
        runner.installPlugin(new HivePlugin());
        runner.createCatalog(
                "hive",
                "hive",
                Map.of(
                        "hive.metastore", "file",
                        "hive.metastore.catalog.dir", "local:///metastore",
                        "fs.local.enabled", "true",
                        "local.location", root.toString(),
                        "hive.parquet.time-zone", "UTC",
                        "hive.non-managed-table-writes-enabled", "true"));
        session = Session.builder(session)
                .setCatalogSessionProperty("hive", "timestamp_precision", "NANOSECONDS")
                .build();
    }

    /** Adds a catalog of an S3 service that takes any key. */
    void addS3(String catalog, URI endpoint) {
        runner.createCatalog(
                catalog,
                "readahead",
                Map.of(
                        "s3.endpoint", endpoint.toString(),
                        "s3.region", "us-east-1",
                        "s3.path-style-access", "true",
                        "s3.aws-access-key", "any",
                        "s3.aws-secret-key", "MARKER-secret",
                        "readahead.footer-cache", "0MB"));
    }

    MaterializedResult query(String sql) {
        return runner.execute(session, sql);
    }

    /** @param properties of the session, by their names with that of the catalog before */
    MaterializedResult query(Map<String, String> properties, String sql) {
        Session.SessionBuilder builder = Session.builder(session);
        properties.forEach((name, value) -> {
            int dot = name.indexOf('.');
            builder.setCatalogSessionProperty(name.substring(0, dot), name.substring(dot + 1), value);
        });
        return runner.execute(builder.build(), sql);
    }

    /** What stands for a path in a FROM clause. */
    static String table(Path path) {
        return "TABLE(" + CATALOG + ".system.read_parquet(path => '" + path + "'))";
    }

    @Override
    public void close() {
        runner.close();
    }
}
