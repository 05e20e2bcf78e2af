/** Data to read: TPC-H at any scale, and a set of small Parquet files that covers what the format can hold. */
package dev.readahead.it.data;
