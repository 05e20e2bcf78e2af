package dev.readahead.trino;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.table.TableFile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Cuts files into splits of about the same size: long enough to read ahead in, and enough of them for all threads of
 * the workers.
 */
final class SplitCutter {
    /** A shorter split has too little to read ahead. */
    static final long LEAST_BYTES = 8L << 20;

    static final long MOST_BYTES = 256L << 20;

    /** Opening a file costs about as much as so many bytes. */
    private static final long FILE_BYTES = 256L << 10;

    private static final double LEAST_WEIGHT = 0.05;

    private SplitCutter() {}

    /** The size that a split should have. */
    static long target(List<TableFile> files, OptionalLong wished, int threads) {
        if (wished.isPresent()) {
            return Math.max(1, wished.getAsLong());
        }
        long total = files.stream().mapToLong(SplitCutter::cost).sum();
        return Math.clamp(total / Math.max(1, threads) + 1, LEAST_BYTES, MOST_BYTES);
    }

    /** @param mayBeCut whether several splits can read parts of a file */
    static List<ReadaheadSplit> cut(List<TableFile> files, long targetBytes, Predicate<ObjectLocation> mayBeCut) {
        List<ReadaheadSplit> splits = new ArrayList<>();
        List<FilePart> open = new ArrayList<>();
        long openBytes = 0;
        for (TableFile file : files) {
            long length = file.object().length();
            // Equal pieces, so that none is a leftover.
            long pieces =
                    mayBeCut.test(file.object().location()) ? Math.max(1, (length + targetBytes / 2) / targetBytes) : 1;
            for (long piece = 0; piece < pieces; piece++) {
                long start = length / pieces * piece;
                long end = piece == pieces - 1 ? length : length / pieces * (piece + 1);
                long bytes = end - start + FILE_BYTES;
                if (!open.isEmpty() && openBytes + bytes / 2 > targetBytes) {
                    splits.add(split(open, openBytes, targetBytes));
                    open.clear();
                    openBytes = 0;
                }
                open.add(FilePart.of(file, start, end - start));
                openBytes += bytes;
            }
        }
        if (!open.isEmpty()) {
            splits.add(split(open, openBytes, targetBytes));
        }
        return splits;
    }

    private static ReadaheadSplit split(List<FilePart> parts, long bytes, long targetBytes) {
        return new ReadaheadSplit(parts, Math.clamp((double) bytes / targetBytes, LEAST_WEIGHT, 1));
    }

    private static long cost(TableFile file) {
        return file.object().length() + FILE_BYTES;
    }
}
