/**
 * A simulated link to object storage: the subset of S3 that readers use, served from local files with the latency, the
 * rates and the faults of a network, by one thread that hardly costs CPU.
 */
package dev.readahead.it.link;
