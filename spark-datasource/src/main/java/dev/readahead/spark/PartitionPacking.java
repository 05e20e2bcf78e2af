package dev.readahead.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Packs parts of files into tasks of equal size: a multiple of the cores, so that none is idle at the end, and each
 * with enough in it to read ahead of.
 *
 * @param cores how many tasks run at once
 * @param mostBytes what a task should not exceed
 */
record PartitionPacking(int cores, long mostBytes) {
    static PartitionPacking of(SparkSession session) {
        return new PartitionPacking(
                Math.max(1, session.sparkContext().defaultParallelism()),
                Math.max(1, Sessions.conf(session).filesMaxPartitionBytes()));
    }

    List<ReadaheadPartition> pack(List<PartitionedFile> files, Map<String, String> etags) {
        long total = files.stream().mapToLong(PartitionedFile::length).sum();
        long rounds = Math.max(1, (total + mostBytes * cores - 1) / (mostBytes * cores));
        long tasks = Math.min(Math.max(1, files.size()), rounds * cores);
        List<ReadaheadPartition> partitions = new ArrayList<>();
        List<PartitionedFile> current = new ArrayList<>();
        long packed = 0;
        for (PartitionedFile file : files) {
            // A part goes to the task that the middle of it falls into.
            long middle = packed + file.length() / 2;
            if (!current.isEmpty() && middle >= (partitions.size() + 1) * total / tasks) {
                partitions.add(partition(current, etags));
                current = new ArrayList<>();
            }
            current.add(file);
            packed += file.length();
        }
        if (!current.isEmpty()) {
            partitions.add(partition(current, etags));
        }
        return partitions;
    }

    private static ReadaheadPartition partition(List<PartitionedFile> files, Map<String, String> etags) {
        Map<String, String> own = new HashMap<>();
        for (PartitionedFile file : files) {
            String path = file.toPath().toString();
            if (etags.containsKey(path)) {
                own.put(path, etags.get(path));
            }
        }
        return new ReadaheadPartition(files.toArray(PartitionedFile[]::new), own);
    }
}
