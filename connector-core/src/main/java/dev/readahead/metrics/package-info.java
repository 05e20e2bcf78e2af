/**
 * What was counted and when: counters of a scan and of the JVM, the throughput over time, flight recorder events.
 *
 * <p>Knows nothing of the rest.
 */
package dev.readahead.metrics;
