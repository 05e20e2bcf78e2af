/**
 * Which files make up a table: places as users write them, patterns, listings, values in folder names.
 *
 * <p>Knows no file format and no engine.
 */
package dev.readahead.table;
