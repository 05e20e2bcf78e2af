/** Files of this machine, read by position. */
package dev.readahead.storage.local;
