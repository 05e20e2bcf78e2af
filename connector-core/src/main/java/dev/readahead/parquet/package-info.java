/**
 * Parquet files as jobs: footers, the row groups that a scan needs, the byte ranges of their column chunks.
 *
 * <p>Reads metadata with parquet-hadoop's classes and decodes no page. Knows {@code readahead} and what is below it,
 * and never a socket or an engine.
 */
package dev.readahead.parquet;
