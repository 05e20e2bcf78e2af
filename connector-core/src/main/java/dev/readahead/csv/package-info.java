/**
 * CSV by bytes: dialects, record boundaries that are exact from any offset, fields, values.
 *
 * <p>Knows no engine, and nothing of where bytes come from.
 */
package dev.readahead.csv;
