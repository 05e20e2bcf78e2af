/**
 * CSV as Trino sees it: the options in SQL's words, and the records' fields as Trino's blocks. Knows the core's CSV
 * reader and Trino's types; must not know of tables, splits, catalogs or the store.
 */
package dev.readahead.trino.csv;
