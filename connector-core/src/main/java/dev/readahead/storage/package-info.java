/**
 * Objects and their bytes: where an object is, how long it is, and how a range of it is read.
 *
 * <p>This is the lowest layer. It knows nothing of jobs, of memory budgets, of file formats or of engines, and it never
 * retries: a failed request is reported once, with the reason, and {@code dev.readahead.fetch} decides.
 */
package dev.readahead.storage;
