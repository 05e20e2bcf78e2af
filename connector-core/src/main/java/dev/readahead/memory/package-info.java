/**
 * The budget of a worker for bytes that were fetched and not yet decoded.
 *
 * <p>Knows numbers of bytes only: not what they hold, where they come from or who decodes them.
 */
package dev.readahead.memory;
