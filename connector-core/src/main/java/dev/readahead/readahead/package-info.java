/**
 * The read-ahead queue of one scan: jobs in row order, the bytes of the ones that lie ahead being fetched.
 *
 * <p>Knows {@code fetch}, {@code memory} and {@code metrics}; never what a row group or a record is.
 */
package dev.readahead.readahead;
