/** Trino servers as processes, set up as an operator sets them up, from the artifacts that Trino publishes. */
package dev.readahead.server;
