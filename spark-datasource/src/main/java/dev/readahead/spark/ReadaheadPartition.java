package dev.readahead.spark;

import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

import java.util.Map;

/**
 * What one task reads: parts of files, one after the other.
 *
 * @param files in the order of their rows
 * @param etags of the files that have one, by path
 */
record ReadaheadPartition(PartitionedFile[] files, Map<String, String> etags) implements InputPartition {
    @Override
    public String toString() {
        return files.length + " parts of files";
    }
}
