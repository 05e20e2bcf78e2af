package dev.readahead.table;

import dev.readahead.storage.StoredObject;

/**
 * A file of a table.
 *
 * @param object in the version that was listed
 * @param partition the values in its folders' names
 */
public record TableFile(StoredObject object, PartitionValues partition) {}
