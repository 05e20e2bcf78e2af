package dev.readahead.trino;

import io.airlift.slice.SizeOf;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ConnectorSplit;

import java.util.List;

/**
 * What one page source reads: parts of files, in the order in which it reads them.
 *
 * @param parts at least one
 * @param weight its size compared with that of a full split, above 0 and at most 1
 */
public record ReadaheadSplit(List<FilePart> parts, double weight) implements ConnectorSplit {
    private static final long INSTANCE_BYTES = SizeOf.instanceSize(ReadaheadSplit.class);
    private static final long PART_BYTES = SizeOf.instanceSize(FilePart.class);

    public ReadaheadSplit {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || weight <= 0 || weight > 1) {
            throw new IllegalArgumentException("not a split: " + parts.size() + " parts of weight " + weight);
        }
    }

    @Override
    public SplitWeight getSplitWeight() {
        return SplitWeight.fromProportion(weight);
    }

    @Override
    public long getRetainedSizeInBytes() {
        return INSTANCE_BYTES
                + SizeOf.estimatedSizeOf(
                        parts,
                        part -> PART_BYTES
                                + SizeOf.estimatedSizeOf(part.bucket())
                                + SizeOf.estimatedSizeOf(part.key()));
    }
}
