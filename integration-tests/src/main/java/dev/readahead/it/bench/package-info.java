/**
 * The demo and the benchmark: the same query by several readers over the same simulated link, and what it should cost.
 */
package dev.readahead.it.bench;
