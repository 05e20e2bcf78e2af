package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

import static java.util.Objects.requireNonNull;

/**
 * The footer of a file, and the bytes around it that came with it. Immutable and shared by scans.
 *
 * @param object the version that it describes
 * @param metadata parsed, all row groups
 * @param tail the end of the file
 * @param tailRange which bytes those are
 * @param footerRange which of them are the footer, with its length and magic
 */
public record ParquetFooter(
        StoredObject object, ParquetMetadata metadata, JobBytes tail, ByteRange tailRange, ByteRange footerRange) {
    public ParquetFooter {
        requireNonNull(object, "object");
        requireNonNull(metadata, "metadata");
        requireNonNull(tail, "tail");
        requireNonNull(tailRange, "tailRange");
        requireNonNull(footerRange, "footerRange");
    }

    /** The same with only metadata in the tail: page indexes, bloom filters, the footer. It can be kept for long. */
    ParquetFooter withoutData() {
        long start = metadataStart(tailRange.offset());
        if (start == tailRange.offset()) {
            return this;
        }
        byte[] bytes = new byte[Math.toIntExact(tailRange.end() - start)];
        tail.copy(start, bytes, 0, bytes.length);
        return new ParquetFooter(
                object,
                metadata,
                new JobBytes(new TreeMap<>(Map.of(start, bytes))),
                new ByteRange(start, bytes.length),
                footerRange);
    }

    /** Where the first page index, bloom filter or the footer begins, of those at or behind a position. */
    long metadataStart(long from) {
        return Math.min(
                footerRange.offset(),
                metadata.getBlocks().stream()
                        .flatMap(block -> block.getColumns().stream())
                        .filter(chunk -> !chunk.isEncrypted())
                        .flatMapToLong(ParquetFooter::metadataOffsets)
                        .filter(offset -> offset >= from)
                        .min()
                        .orElse(Long.MAX_VALUE));
    }

    private static LongStream metadataOffsets(ColumnChunkMetaData chunk) {
        return LongStream.of(
                offset(chunk.getColumnIndexReference()),
                offset(chunk.getOffsetIndexReference()),
                chunk.getBloomFilterOffset());
    }

    private static long offset(IndexReference reference) {
        return reference == null ? -1 : reference.getOffset();
    }
}
