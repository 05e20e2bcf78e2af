package dev.readahead.parquet;

import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.parquet.FileProjection.FilterLevels;
import dev.readahead.readahead.ReadAheadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.LogicalInverseRewriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.doubleColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gt;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.in;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;
import static org.apache.parquet.filter2.predicate.FilterApi.ltEq;
import static org.apache.parquet.filter2.predicate.FilterApi.not;
import static org.apache.parquet.filter2.predicate.FilterApi.notEq;
import static org.apache.parquet.filter2.predicate.FilterApi.or;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Generated files, filters, columns, splits and options: the rows and row groups of parquet-hadoop, and no byte read
 * that was not planned. A failure names its seed.
 */
class ZooTest {
    private static final int ROUNDS = 25;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyPlanCoversExactlyWhatIsRead(long seed) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            int rows = 1 + random.nextInt(30_000);
            byte[] file = file(random, rows);
            MessageType schema = columns(random);
            FilterCompat.Filter filter = random.nextInt(3) == 0
                    ? FilterCompat.NOOP
                    : FilterCompat.get(LogicalInverseRewriter.rewrite(predicate(random, rows, 2)));
            FileProjection projection = new FileProjection(schema, filter, FilterLevels.ALL);
            long sliceBytes = random.nextBoolean() ? RowGroupSlicer.SLICE_BYTES : 1L << 10 + random.nextInt(8);
            ReadAheadOptions options =
                    new ReadAheadOptions(random.nextInt(4) - 1, random.nextBoolean(), OptionalLong.empty());
            int parts = 1 + random.nextInt(4);
            String animal = "seed %s round %s: %s bytes, %s rows, %s, %s, slices of %s, %s, %s parts"
                    .formatted(seed, round, file.length, rows, schema, filter, sliceBytes, options, parts);

            try (ScanFixture fixture = new ScanFixture()) {
                fixture.addInParts("a", file, parts);
                ScanFixture.Result expected = fixture.expected(projection);
                assertThat(fixture.read(footer -> projection, options, sliceBytes))
                        .as(animal)
                        .isEqualTo(expected);
                assertThat(fixture.metrics.get(Counter.UNPLANNED_READS))
                        .as(animal)
                        .isZero();
                assertThat(fixture.bytesHeldInTheEnd()).as(animal).isZero();
            }
        }
    }

    private static byte[] file(Random random, int rows) throws IOException {
        return ParquetFiles.file(0, rows, 1 + random.nextInt(rows), builder -> {
            ExampleParquetWriter.Builder settings = builder.withWriterVersion(
                            random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
                    .withCompressionCodec(
                            random.nextBoolean() ? CompressionCodecName.UNCOMPRESSED : CompressionCodecName.ZSTD)
                    .withDictionaryEncoding(random.nextInt(3) > 0)
                    .withPageRowCountLimit(1 + random.nextInt(2_000))
                    .withPageSize(64 << random.nextInt(14))
                    .withPageWriteChecksumEnabled(random.nextBoolean());
            if (random.nextBoolean()) {
                settings.withBloomFilterEnabled("name", true).withBloomFilterEnabled("bucket", true);
            }
            return settings;
        });
    }

    /** Some of the columns, at least one. */
    private static MessageType columns(Random random) {
        List<Type> fields = ParquetFiles.SCHEMA.getFields();
        List<Type> some = fields.stream().filter(field -> random.nextBoolean()).toList();
        return new MessageType("rows", some.isEmpty() ? List.of(fields.get(random.nextInt(fields.size()))) : some);
    }

    private static FilterPredicate predicate(Random random, int rows, int depth) {
        if (depth > 0) {
            switch (random.nextInt(4)) {
                case 0:
                    return and(predicate(random, rows, depth - 1), predicate(random, rows, depth - 1));
                case 1:
                    return or(predicate(random, rows, depth - 1), predicate(random, rows, depth - 1));
                case 2:
                    return not(predicate(random, rows, depth - 1));
                default:
            }
        }
        int id = random.nextInt(rows + rows / 4 + 1);
        return switch (random.nextInt(11)) {
            case 0 -> eq(longColumn("id"), (long) id);
            case 1 -> gtEq(longColumn("id"), (long) id);
            case 2 -> lt(longColumn("id"), (long) id);
            case 3 -> eq(intColumn("bucket"), id / 1000);
            case 4 -> gt(intColumn("bucket"), id / 1000);
            case 5 -> notEq(intColumn("bucket"), id / 1000);
            case 6 ->
                in(
                        intColumn("bucket"),
                        IntStream.range(0, 3)
                                .mapToObj(i -> random.nextInt(40))
                                .collect(Collectors.toCollection(HashSet::new)));
            case 7 -> eq(binaryColumn("name"), Binary.fromString("name of " + random.nextInt(60) + " and 0"));
            case 8 -> eq(binaryColumn("name"), null);
            case 9 -> ltEq(doubleColumn("price"), id * 0.25);
            default -> in(longColumn("id"), new HashSet<>(List.of((long) id, id + 5L)));
        };
    }
}
