/**
 * Names for tables: their definitions, one JSON document each, in a folder of a store.
 *
 * <p>Knows nothing of the engine: the types of columns are texts here.
 */
package dev.readahead.trino.metastore;
