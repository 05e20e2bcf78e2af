package dev.readahead.spark;

import dev.readahead.readahead.ReadAheadOptions;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

import java.io.Serializable;
import java.util.OptionalLong;

/**
 * The settings of one read, as they travel to the executors.
 *
 * @param depth how many row groups are kept ahead: -1 adapts, 0 is off
 * @param readsToTheEnd whether an aggregate above the scan is known to take all rows
 * @param rowLimit no row group is read past it; -1 if there is none
 */
record ScanSettings(int depth, boolean readsToTheEnd, long rowLimit) implements Serializable {
    static final String DEPTH_OPTION = "depth";
    static final String DEPTH = "spark.readahead.depth";

    static ScanSettings of(SparkSession session, CaseInsensitiveStringMap options) {
        String depth = options.getOrDefault(
                DEPTH_OPTION, session.conf().get(DEPTH, String.valueOf(ReadAheadOptions.ADAPTIVE)));
        try {
            return new ScanSettings(Integer.parseInt(depth.trim()), false, -1);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    DEPTH + " (option " + DEPTH_OPTION + ") must be -1, 0 or a number of row groups, not " + depth, e);
        }
    }

    ScanSettings withReadsToTheEnd(boolean toTheEnd) {
        return new ScanSettings(depth, toTheEnd, rowLimit);
    }

    ScanSettings withRowLimit(long limit) {
        return new ScanSettings(depth, readsToTheEnd, limit);
    }

    ReadAheadOptions readAheadOptions() {
        return new ReadAheadOptions(
                depth, readsToTheEnd, rowLimit < 0 ? OptionalLong.empty() : OptionalLong.of(rowLimit));
    }
}
