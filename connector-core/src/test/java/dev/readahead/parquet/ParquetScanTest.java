package dev.readahead.parquet;

import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.parquet.FileProjection.FilterLevels;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.StorageException;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.LogicalInverseRewriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;
import static org.apache.parquet.filter2.predicate.FilterApi.not;
import static org.apache.parquet.filter2.predicate.FilterApi.or;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ParquetScanTest {
    private static final ReadAheadOptions ADAPTIVE = ReadAheadOptions.adaptive();
    private static final MessageType TWO_COLUMNS =
            MessageTypeParser.parseMessageType("message rows { required int64 id; optional binary name (STRING); }");

    private final ScanFixture fixture = new ScanFixture();

    @AfterEach
    void nothingIsHeldAndNothingWasReadUnplanned() {
        fixture.close();
        assertThat(fixture.bytesHeldInTheEnd()).isZero();
        assertThat(fixture.store.openStreams()).isZero();
        assertThat(fixture.metrics.get(Counter.UNPLANNED_READS)).isZero();
    }

    @Test
    void allRowsOfAllFilesComeInOrder() throws Exception {
        fixture.add("a", ParquetFiles.file(0, 2_500, 1_000));
        fixture.add("b", ParquetFiles.file(10_000, 10, 1_000));
        fixture.add("c", ParquetFiles.file(20_000, 3_000, 500));

        ScanFixture.Result result = fixture.read(ScanFixture.everything(), ADAPTIVE);

        assertThat(result).isEqualTo(fixture.expected(ScanFixture.everything()));
        assertThat(result.rows()).hasSize(5_510);
        assertThat(result.rowGroups()).isEqualTo(3 + 1 + 6);
    }

    @Test
    void aSmallFileCostsOneRequest() throws Exception {
        fixture.add("a", ParquetFiles.file(0, 2_500, 1_000));

        fixture.read(ScanFixture.everything(), ADAPTIVE);

        assertThat(fixture.store.log()).hasSize(1).first().asString().startsWith("a tail ");
    }

    @Test
    void aLargeFileCostsItsTailAndTheChunksOfTheColumnsRead() throws Exception {
        byte[] file = ParquetFiles.file(
                0, 60_000, 20_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        assertThat(file.length).isGreaterThan(1 << 20);
        fixture.add("a", file);
        FileProjection projection = new FileProjection(TWO_COLUMNS, FilterCompat.NOOP, FilterLevels.ALL);

        ScanFixture.Result result = fixture.read(projection, ADAPTIVE);

        assertThat(result).isEqualTo(fixture.expected(projection));
        assertThat(fixture.metrics.get(Counter.REQUESTS)).isBetween(1L + 2, 1L + 3 * 2);
        assertThat(fixture.metrics.get(Counter.BYTES_FETCHED)).isLessThan(file.length * 7L / 10);
    }

    @Test
    void aSplitReadsTheRowGroupsWhoseMiddleIsInIt() throws Exception {
        for (int parts : new int[] {1, 2, 3, 7, 40}) {
            try (ScanFixture split = new ScanFixture()) {
                split.addInParts("a", ParquetFiles.file(0, 5_000, 500), parts);
                assertThat(split.read(ScanFixture.everything(), ADAPTIVE))
                        .as("%s parts", parts)
                        .isEqualTo(split.expected(ScanFixture.everything()));
            }
        }
    }

    @Test
    void whatStatisticsDictionariesBloomFiltersAndPageIndexesRuleOutIsNotRead() throws Exception {
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = ParquetFiles.file(
                    0,
                    40_000,
                    8_000,
                    builder -> builder.withWriterVersion(version)
                            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                            .withBloomFilterEnabled("name", true));
            List<FilterPredicate> predicates = List.of(
                    and(gtEq(longColumn("id"), 9_950L), lt(longColumn("id"), 10_130L)),
                    eq(intColumn("bucket"), 17),
                    eq(binaryColumn("name"), Binary.fromString("name of 3 and 7ac3e9c1")),
                    eq(binaryColumn("name"), Binary.fromString("no such name")),
                    gtEq(longColumn("id"), 1_000_000L),
                    gtEq(longColumn("id"), 0L));
            for (FilterPredicate predicate : predicates) {
                try (ScanFixture filtered = new ScanFixture()) {
                    filtered.add("a", file);
                    FileProjection projection =
                            new FileProjection(ParquetFiles.SCHEMA, FilterCompat.get(predicate), FilterLevels.ALL);
                    assertThat(filtered.read(projection, ADAPTIVE))
                            .as("%s %s", version, predicate)
                            .isEqualTo(filtered.expected(projection));
                    assertThat(filtered.metrics.get(Counter.UNPLANNED_READS)).isZero();
                    assertThat(filtered.bytesHeldInTheEnd()).isZero();
                }
            }
        }
    }

    @Test
    void aSelectiveFilterFetchesFewPages() throws Exception {
        byte[] file = ParquetFiles.file(
                0, 80_000, 80_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        fixture.add("a", file);
        FilterPredicate predicate = and(gtEq(longColumn("id"), 20_050L), lt(longColumn("id"), 20_130L));
        FileProjection projection =
                new FileProjection(ParquetFiles.SCHEMA, FilterCompat.get(predicate), FilterLevels.ALL);

        ScanFixture.Result result = fixture.read(projection, ADAPTIVE);

        assertThat(result).isEqualTo(fixture.expected(projection));
        assertThat(result.rows()).hasSize(200);
        assertThat(fixture.metrics.get(Counter.BYTES_FETCHED))
                .isLessThan(fixture.footers.tailBytes(file.length) + 300_000L);
    }

    @Test
    void whereNoIndexOrDictionaryCameWithTheFooterTheyAreFetchedAndDecideTheSame() throws Exception {
        List<FilterPredicate> predicates = List.of(
                and(gtEq(longColumn("id"), 9_950L), lt(longColumn("id"), 10_130L)),
                eq(intColumn("bucket"), 17),
                eq(intColumn("bucket"), 1_000),
                gtEq(intColumn("bucket"), 30),
                lt(intColumn("bucket"), 7),
                eq(binaryColumn("name"), Binary.fromString("no such name")),
                or(eq(intColumn("bucket"), 3), gtEq(longColumn("id"), 39_990L)),
                not(eq(intColumn("bucket"), 3)));
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = ParquetFiles.file(
                    0,
                    40_000,
                    4_000,
                    builder -> builder.withWriterVersion(version)
                            .withPageRowCountLimit(5)
                            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                            .withBloomFilterEnabled("name", true));
            assertThat(file.length).isGreaterThan(1 << 20);
            for (FilterPredicate predicate : predicates) {
                try (ScanFixture filtered = new ScanFixture()) {
                    filtered.add("a", file);
                    FileProjection projection = new FileProjection(
                            ParquetFiles.SCHEMA,
                            FilterCompat.get(LogicalInverseRewriter.rewrite(predicate)),
                            FilterLevels.ALL);
                    assertThat(filtered.read(projection, ADAPTIVE))
                            .as("%s %s", version, predicate)
                            .isEqualTo(filtered.expected(projection));
                    assertThat(filtered.metrics.get(Counter.UNPLANNED_READS)).isZero();
                }
            }
        }
    }

    @Test
    void aLargeRowGroupIsReadInSlices() throws Exception {
        byte[] file = ParquetFiles.file(0, 60_000, 60_000);
        FilterPredicate predicate = and(gtEq(longColumn("id"), 9_950L), lt(longColumn("id"), 40_130L));
        List<FileProjection> projections = List.of(
                ScanFixture.everything(),
                new FileProjection(TWO_COLUMNS, FilterCompat.NOOP, FilterLevels.ALL),
                new FileProjection(ParquetFiles.SCHEMA, FilterCompat.get(predicate), FilterLevels.ALL));
        for (FileProjection projection : projections) {
            try (ScanFixture sliced = new ScanFixture()) {
                sliced.add("a", file);
                assertThat(sliced.read(footer -> projection, ADAPTIVE, 64 << 10))
                        .isEqualTo(sliced.expected(projection));
                assertThat(sliced.jobsRead).isGreaterThan(3);
                assertThat(sliced.metrics.get(Counter.UNPLANNED_READS)).isZero();
                assertThat(sliced.metrics.get(Counter.BYTES_NEEDED)).isLessThan(file.length * 12L / 10);
            }
        }
    }

    @Test
    void aRangeOfValuesCostsNoDictionaries() throws Exception {
        byte[] file = ParquetFiles.file(
                0, 60_000, 20_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        FilterCompat.Filter range = FilterCompat.get(gtEq(intColumn("bucket"), 30));
        List<String> requests = null;
        for (FilterLevels levels : List.of(FilterLevels.ALL, new FilterLevels(true, false, true, true))) {
            try (ScanFixture filtered = new ScanFixture()) {
                filtered.add("a", file);
                filtered.read(new FileProjection(ParquetFiles.SCHEMA, range, levels), ADAPTIVE.withDepth(0));
                List<String> log = filtered.store.log().stream().sorted().toList();
                assertThat(log).isEqualTo(requests == null ? log : requests);
                requests = log;
            }
        }
        assertThat(requests).hasSizeGreaterThan(1);
    }

    @Test
    void aThousandFilesWithoutAMatchAreLeftOutByTheirFooters() throws Exception {
        byte[] file = ParquetFiles.file(0, 100, 100);
        for (int i = 0; i < 1_001; i++) {
            fixture.add("f" + i, file);
        }
        FilterCompat.Filter none = FilterCompat.get(gtEq(longColumn("id"), 1_000L));

        ScanFixture.Result result =
                fixture.read(new FileProjection(ParquetFiles.SCHEMA, none, FilterLevels.ALL), ADAPTIVE);

        assertThat(result.rows()).isEmpty();
        assertThat(fixture.store.requests()).isEqualTo(1_001);
    }

    @Test
    void withoutColumnsTheRowsAreCountedFromTheFooter() throws Exception {
        fixture.add(
                "a",
                ParquetFiles.file(
                        0, 60_000, 20_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)));
        FileProjection projection = new FileProjection(new MessageType("rows"), FilterCompat.NOOP, FilterLevels.ALL);

        long rows = 0;
        try (ParquetScan scan = fixture.scan(footer -> projection, ADAPTIVE)) {
            for (Optional<RowGroupJob> next = ScanFixture.next(scan); next.isPresent(); next = ScanFixture.next(scan)) {
                rows += next.get().rowCount();
                next.get().close();
            }
        }
        assertThat(rows).isEqualTo(60_000);
        assertThat(fixture.metrics.get(Counter.REQUESTS)).isEqualTo(1);
    }

    @Test
    void aFileWithoutRowGroupsYieldsNothing() throws Exception {
        fixture.add("empty", ParquetFiles.file(0, 0, 100));
        fixture.add("a", ParquetFiles.file(0, 100, 100));
        assertThat(fixture.read(ScanFixture.everything(), ADAPTIVE).rows()).hasSize(100);
    }

    @Test
    void nothingIsReadPastTheRowLimit() throws Exception {
        for (int i = 0; i < 50; i++) {
            fixture.add("f" + i, ParquetFiles.file(i * 100, 100, 100));
        }
        ReadAheadOptions limited = ADAPTIVE.withReadsToTheEnd(true).withRowLimit(OptionalLong.of(150));

        assertThat(fixture.read(ScanFixture.everything(), limited).rows()).hasSize(200);
    }

    @Test
    void aConsumerThatStopsAfterTheFirstRowGroupHasCostFewFiles() throws Exception {
        for (int i = 0; i < 50; i++) {
            fixture.add("f" + i, ParquetFiles.file(i * 100, 100, 100));
        }
        try (ParquetScan scan = fixture.scan(footer -> ScanFixture.everything(), ADAPTIVE)) {
            ScanFixture.next(scan).orElseThrow().close();
        }
        // The file read, eight that the queue may hold before it knows that the consumer goes on, five footers ahead.
        assertThat(fixture.store.requests()).isLessThanOrEqualTo(14);
    }

    @Test
    void aThousandFilesOfferedMoreThanTheBudgetAreStillReadInOrder() throws Exception {
        byte[] file = ParquetFiles.file(0, 100, 100);
        for (int i = 0; i < 1_001; i++) {
            fixture.add("f" + i, file);
        }
        assertThat(fixture.read(ScanFixture.everything(), ADAPTIVE).rows()).hasSize(100_100);
        assertThat(fixture.store.requests()).isEqualTo(1_001);
    }

    @Test
    void theFooterIsReadOnceForAllSplitsAndScansOfTheJvm() throws Exception {
        fixture.addInParts(
                "a",
                ParquetFiles.file(
                        0, 60_000, 5_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)),
                6);
        FileProjection none = new FileProjection(new MessageType("rows"), FilterCompat.NOOP, FilterLevels.ALL);
        for (int i = 0; i < 3; i++) {
            try (ParquetScan scan = fixture.scan(footer -> none, ADAPTIVE)) {
                while (ScanFixture.next(scan)
                        .map(job -> {
                            job.close();
                            return true;
                        })
                        .orElse(false)) {}
            }
        }
        assertThat(fixture.store.requests()).isEqualTo(1);
    }

    @Test
    void whereMemoryIsShortTheScanFailsAndGivesBackWhatItHas() throws Exception {
        fixture.add("a", ParquetFiles.file(0, 60_000, 5_000));
        fixture.store.fates((request, location) -> request == 3 ? Fate.OUT_OF_MEMORY : Fate.SERVED);

        assertThatThrownBy(() -> fixture.read(ScanFixture.everything(), ADAPTIVE))
                .hasStackTraceContaining("fake://bucket/a, bytes")
                .hasStackTraceContaining("no memory for the answer");
        assertThat(fixture.bytesHeldInTheEnd()).isZero();

        fixture.store.fates((request, location) -> Fate.SERVED);
        assertThat(fixture.read(ScanFixture.everything(), ADAPTIVE).rows()).hasSize(60_000);
    }

    @Test
    void aBrokenFileIsNamedAfterTheRowsOfTheFilesBeforeIt() throws Exception {
        fixture.add("good", ParquetFiles.file(0, 100, 100));
        byte[] bad = ParquetFiles.file(0, 100, 100);
        bad[bad.length - 1] = 'X';
        fixture.add("bad", bad);
        fixture.add("never", ParquetFiles.file(0, 100, 100));

        try (ParquetScan scan = fixture.scan(footer -> ScanFixture.everything(), ADAPTIVE)) {
            ScanFixture.next(scan).orElseThrow().close();
            assertThatThrownBy(() -> ScanFixture.next(scan))
                    .isInstanceOfSatisfying(
                            SplitException.class,
                            failure -> assertThat(failure.splitIndex()).isEqualTo(1))
                    .hasMessageContaining("fake://bucket/bad is not a Parquet file");
        }
    }

    @Test
    void anObjectThatVanishesInTheMiddleIsNamed() throws Exception {
        fixture.add(
                "a",
                ParquetFiles.file(
                        0, 60_000, 20_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)));
        fixture.store.fates((request, location) -> request > 0 ? Fate.NOT_FOUND : Fate.SERVED);

        assertThatThrownBy(() -> fixture.read(ScanFixture.everything(), ADAPTIVE))
                .isInstanceOf(SplitException.class)
                .hasMessageContaining("fake://bucket/a")
                .hasCauseInstanceOf(StorageException.class);
    }
}
