package dev.readahead.trino;

import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ColumnChunkMetadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a part of a file has of a row group. A row group that is not cut belongs to the part in which it begins; slices
 * of a large one are spread evenly over its bytes, so that the parts it lies in share the work. Every slice belongs to
 * one part, whoever computes it. Immutable.
 *
 * @param block the row group
 * @param start where its first column chunk begins
 * @param bytes what its chunks take
 * @param partStart first byte of the part
 * @param partEnd the byte behind its last
 */
record RowGroupShare(BlockMetadata block, long start, long bytes, long partStart, long partEnd) {
    /** The row groups that have any byte in a part. */
    static List<RowGroupShare> of(Footer footer, FilePart part) throws ParquetCorruptionException {
        List<RowGroupShare> shares = new ArrayList<>();
        for (BlockMetadata block : footer.blocks()) {
            Optional<RowGroupShare> share = of(footer, block, part);
            share.ifPresent(shares::add);
        }
        return shares;
    }

    private static Optional<RowGroupShare> of(Footer footer, BlockMetadata block, FilePart part)
            throws ParquetCorruptionException {
        if (block.rowCount() == 0) {
            return Optional.empty();
        }
        long length = footer.object().length();
        long start = block.columns().getFirst().getStartingPos();
        long bytes = 0;
        for (ColumnChunkMetadata chunk : block.columns()) {
            bytes += Math.max(0, chunk.getTotalSize());
        }
        if (start < 0 || start >= length || bytes > length || block.rowCount() < 0) {
            throw new ParquetCorruptionException(
                    new ParquetDataSourceId(footer.object().location().toString()),
                    "corrupt: a row group claims %s rows in %s bytes from %s on in a file of %s",
                    block.rowCount(),
                    bytes,
                    start,
                    length);
        }
        // Chunks need not be in order: what would lie behind the end of the file counts as its last byte.
        long end = Math.min(length, start + Math.max(1, bytes));
        RowGroupShare share = new RowGroupShare(block, start, end - start, part.start(), part.start() + part.length());
        return end > share.partStart && start < share.partEnd ? Optional.of(share) : Optional.empty();
    }

    /** Whether one of several slices is the part's. */
    boolean has(int slice, int slices) {
        long position = start + (long) ((double) bytes * slice / slices);
        return position >= partStart && position < partEnd;
    }
}
