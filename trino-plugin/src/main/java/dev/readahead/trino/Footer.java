package dev.readahead.trino;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.StoredObject;
import io.trino.parquet.metadata.ParquetMetadata;

/**
 * The footer of a file, and the bytes before it that came with it. Immutable and shared by scans.
 *
 * @param object the version that it describes
 * @param metadata as Trino's reader parsed it
 * @param footerBytes its length in the file
 * @param tail the end of the file
 * @param tailBytes how much of it that is
 */
record Footer(StoredObject object, ParquetMetadata metadata, int footerBytes, JobBytes tail, int tailBytes) {}
