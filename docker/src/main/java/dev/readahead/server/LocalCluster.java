package dev.readahead.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A coordinator, two workers and an S3 service with a table, to play with. The arguments are a folder, which is made
 * anew but for the data in it, and the scale of the data. Runs until its standard input ends or it is interrupted.
 */
final class LocalCluster {
    private static final int WORKERS = 2;
    private static final String HEAP = "1g";

    private LocalCluster() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        double scale = Double.parseDouble(arguments[1]);
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "run-");
        System.err.println("Starting; data in " + folder.resolve("data") + ", logs below " + run);
        try (StoreProcess store = StoreProcess.start(
                        Build.own(), folder.resolve("data"), run.resolve("store.log"), scale, "ROW_GROUPS");
                TrinoCluster cluster = TrinoCluster.start(
                        run,
                        WORKERS,
                        HEAP,
                        Map.of(),
                        Map.of(
                                "catalog/lake.properties",
                                StoreProcess.catalog(
                                        store.endpoint(), StoreProcess.ACCESS_KEY, StoreProcess.SECRET_KEY)))) {
            System.out.println("JDBC URL  " + cluster.jdbcUrl() + "?user=somebody");
            System.out.println("Web page  " + cluster.coordinator().uri() + "/ui/");
            System.out.println("To try    SELECT l_returnflag, count(*), sum(l_quantity) FROM TABLE("
                    + "lake.system.read_parquet(path => '" + store.tables().getFirst() + "')) GROUP BY l_returnflag");
            System.out.println("Ctrl-C stops all.");
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
