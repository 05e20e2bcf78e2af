package dev.readahead.fetch;

import dev.readahead.storage.ByteRange;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Makes requests of ranges: joins what lies close together, cuts what is too large.
 *
 * <p>A gap is read over when that costs less than another request, that is, when a connection carries it in less time
 * than a first byte takes; smallest gaps first, and only until the bytes not asked for reach a set share of the ones
 * asked for.
 */
public final class RangePlanner {
    /** A gap this small is always cheaper to read than to skip. */
    static final long LEAST_GAP_BYTES = 4 << 10;

    static final long MOST_GAP_BYTES = 4 << 20;

    /** Bytes read over, in hundredths of the bytes needed. */
    static final long MOST_EXTRA_PERCENT = 10;

    /** A joined range is one array; larger ones stay apart. */
    public static final long MOST_JOINED_BYTES = 1L << 30;

    private RangePlanner() {}

    /**
     * The ranges to fetch for the ranges needed.
     *
     * @param needed in any order; they may overlap and repeat
     * @return in order, disjoint, covering all that is needed. Ranges that touch are one.
     */
    public static List<ByteRange> coalesce(Collection<ByteRange> needed, LinkEstimate link) {
        List<ByteRange> disjoint = union(needed);
        long neededBytes = disjoint.stream().mapToLong(ByteRange::length).sum();
        long extraBytes = neededBytes * MOST_EXTRA_PERCENT / 100;
        long mostGap = (long) Math.max(LEAST_GAP_BYTES, Math.min(MOST_GAP_BYTES, link.bytesPerFirstByte()));

        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < disjoint.size(); i++) {
            long bytes = disjoint.get(i).offset() - disjoint.get(i - 1).end();
            if (bytes <= mostGap) {
                gaps.add(new Gap(i, bytes));
            }
        }
        gaps.sort(Comparator.comparingLong(Gap::bytes));
        boolean[] joined = new boolean[disjoint.size()];
        for (Gap gap : gaps) {
            if (gap.bytes() > extraBytes && gap.bytes() > LEAST_GAP_BYTES) {
                break;
            }
            extraBytes = Math.max(0, extraBytes - gap.bytes());
            joined[gap.before()] = true;
        }
        return join(disjoint, joined);
    }

    /** Cuts a range into parts of at most this size, all but the last of exactly this size. */
    public static List<ByteRange> split(ByteRange range, long mostBytes) {
        List<ByteRange> parts = new ArrayList<>();
        for (long offset = range.offset(); offset < range.end(); offset += mostBytes) {
            parts.add(new ByteRange(offset, Math.min(mostBytes, range.end() - offset)));
        }
        return parts;
    }

    private static List<ByteRange> union(Collection<ByteRange> ranges) {
        List<ByteRange> result = new ArrayList<>();
        for (ByteRange range : ranges.stream().sorted().toList()) {
            int last = result.size() - 1;
            if (last >= 0 && range.offset() <= result.get(last).end()) {
                result.set(
                        last, upTo(result.get(last), Math.max(result.get(last).end(), range.end())));
            } else {
                result.add(range);
            }
        }
        return result;
    }

    private static List<ByteRange> join(List<ByteRange> disjoint, boolean[] joined) {
        List<ByteRange> result = new ArrayList<>();
        for (int i = 0; i < disjoint.size(); i++) {
            int last = result.size() - 1;
            ByteRange range = disjoint.get(i);
            if (joined[i] && range.end() - result.get(last).offset() <= MOST_JOINED_BYTES) {
                result.set(last, upTo(result.get(last), range.end()));
            } else {
                result.add(range);
            }
        }
        return result;
    }

    private static ByteRange upTo(ByteRange range, long end) {
        return new ByteRange(range.offset(), end - range.offset());
    }

    private record Gap(int before, long bytes) {}
}
