/** Spark in this process, as tests and measurements need it. */
package dev.readahead.it.spark;
