/** Files of the machine as objects, read by position. */
package dev.readahead.storage.local;
