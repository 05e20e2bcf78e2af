/**
 * The demo and the benchmark: the same query by several readers over the same simulated link, and what it should cost;
 * and what the HTTP clients below the store cost.
 */
package dev.readahead.it.bench;
