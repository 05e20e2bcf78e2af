package dev.readahead.fetch;

import java.time.Duration;
import java.util.function.DoubleSupplier;

import static java.util.Objects.requireNonNull;

/**
 * How patiently a request is repeated: exponential back-off with full jitter, so that clients that failed together do
 * not come back together.
 *
 * @param retries how many failures in a row without a byte of progress are borne
 * @param retriesBeforeFirstAnswer the same while the store has never answered at all: a wrong endpoint should not be
 *     waited for as long as a store in trouble
 * @param firstWait the bound of the first wait
 * @param backoff by how much the bound grows from wait to wait, at least 1
 * @param maxWait what it never exceeds
 */
public record RetryPolicy(
        int retries, int retriesBeforeFirstAnswer, Duration firstWait, double backoff, Duration maxWait) {
    public static final RetryPolicy DEFAULT = new RetryPolicy(20, 4, Duration.ofMillis(50), 2, Duration.ofSeconds(5));

    public RetryPolicy {
        requireNonNull(firstWait, "firstWait");
        requireNonNull(maxWait, "maxWait");
        if (retries < 0 || retriesBeforeFirstAnswer < 0) {
            throw new IllegalArgumentException("negative number of retries");
        }
        if (backoff < 1 || firstWait.isNegative() || maxWait.compareTo(firstWait) < 0) {
            throw new IllegalArgumentException(
                    "retry back-off must be at least 1 and the longest wait at least the first: " + backoff + ", "
                            + firstWait + ", " + maxWait);
        }
    }

    /**
     * How long to wait before the next attempt.
     *
     * @param failures how many attempts in a row have failed, at least 1
     * @param random gives numbers in [0, 1)
     */
    Duration waitAfter(int failures, DoubleSupplier random) {
        double bound = Math.min(maxWait.toNanos(), firstWait.toNanos() * Math.pow(backoff, failures - 1.0));
        return Duration.ofNanos((long) (bound * random.getAsDouble()));
    }
}
