/**
 * Turns byte ranges into requests and requests into bytes: coalescing, splitting, priorities, the number in flight,
 * retries.
 *
 * <p>Owns the threads that wait on sockets. Knows {@code storage}, {@code memory} and {@code metrics}; knows nothing of
 * jobs in row order, of file formats or of engines.
 */
package dev.readahead.fetch;
