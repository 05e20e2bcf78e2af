package dev.readahead.fetch;

/**
 * What the requests of one scan may do, within what the store's own options allow.
 *
 * @param maxInFlight the most requests of the scan at once
 * @param maxRequestBytes a larger range is split into parallel requests of this size
 * @param hedge whether a request that is late may be sent a second time
 */
public record ScanLimits(int maxInFlight, int maxRequestBytes, boolean hedge) {
    public ScanLimits {
        FetchOptions.requireSound(maxInFlight, maxRequestBytes);
    }

    /** No narrower than what the store allows. */
    public static ScanLimits of(FetchOptions options) {
        return new ScanLimits(options.maxInFlight(), options.maxRequestBytes(), options.hedge());
    }
}
