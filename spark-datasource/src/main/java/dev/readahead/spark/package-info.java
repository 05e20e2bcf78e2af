/**
 * The Spark data source {@code readahead}: Spark's own planning and decoding, with the bytes read ahead by the core.
 *
 * <p>Thin on purpose. What is not about Spark belongs into the core.
 */
package dev.readahead.spark;
