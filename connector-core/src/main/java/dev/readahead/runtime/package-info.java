/**
 * What all scans of a JVM share: the memory budget, the connections to each store, the footers already read.
 *
 * <p>The only static state of Readahead is in {@link dev.readahead.runtime.ReadaheadRuntime}.
 */
package dev.readahead.runtime;
