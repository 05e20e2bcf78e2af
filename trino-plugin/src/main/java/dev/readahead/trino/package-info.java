/**
 * The Trino connector {@code readahead}. Trino's own Parquet reader decodes; the bytes it asks for are fetched by the
 * core before it asks. No thread of the engine waits for a socket: a page source that has nothing to decode says so by
 * a future.
 */
package dev.readahead.trino;
