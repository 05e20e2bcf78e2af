package dev.readahead.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A coordinator and its workers on free loopback ports, in one folder: {@code trino/} is installed once, and each
 * server has a folder of its own. Not thread-safe. Closing ends all processes; the folder stays, with the logs.
 */
final class TrinoCluster implements AutoCloseable {
    private static final Duration JOIN = Duration.ofSeconds(60);

    private final Path folder;
    private final Installation installation;
    private final String heap;
    private final Map<String, String> config;
    private final Map<String, Map<String, String>> etc;
    private final int coordinatorPort;
    private final TrinoServer coordinator;
    private final List<TrinoServer> workers = new ArrayList<>();

    private TrinoCluster(
            Path folder,
            Installation installation,
            String heap,
            Map<String, String> config,
            Map<String, Map<String, String>> etc)
            throws IOException {
        this.folder = folder;
        this.installation = installation;
        this.heap = heap;
        this.config = config;
        this.etc = etc;
        this.coordinatorPort = freePort();
        this.coordinator = startServer("coordinator", true, coordinatorPort);
    }

    /**
     * Installs a Trino, starts a coordinator and workers, and waits until the coordinator knows them all.
     *
     * @param folder must not exist or be empty
     * @param heap of each server, as in {@code -Xmx}
     * @param config further lines of every {@code config.properties}
     * @param etc further files of properties of every server, by their path below {@code etc/}
     */
    static TrinoCluster start(
            Path folder, int workers, String heap, Map<String, String> config, Map<String, Map<String, String>> etc)
            throws IOException {
        TrinoCluster cluster =
                new TrinoCluster(folder, Installation.create(folder.resolve("trino"), Build.own()), heap, config, etc);
        try {
            for (int number = 1; number <= workers; number++) {
                cluster.startWorker("worker-" + number);
            }
            cluster.coordinator.awaitStarted();
            cluster.awaitWorkers();
            return cluster;
        } catch (RuntimeException | IOException e) {
            cluster.close();
            throw e;
        }
    }

    /** Starts another worker; it has not joined yet. */
    TrinoServer startWorker(String id) throws IOException {
        TrinoServer worker = startServer(id, false, freePort());
        workers.add(worker);
        return worker;
    }

    /** Waits until the coordinator gives work to all workers that are running, and to no other. */
    void awaitWorkers() {
        workers.removeIf(worker -> !worker.isAlive());
        workers.forEach(TrinoServer::awaitStarted);
        List<String> expected =
                workers.stream().map(worker -> worker.settings().id()).sorted().toList();
        Deadline.await(
                "that the workers are " + expected, JOIN, () -> activeWorkers().equals(expected));
    }

    TrinoServer coordinator() {
        return coordinator;
    }

    /** Those that were started and have not been seen to have ended. */
    List<TrinoServer> workers() {
        return List.copyOf(workers);
    }

    String jdbcUrl() {
        return "jdbc:trino://127.0.0.1:" + coordinatorPort;
    }

    /** A connection of a user without password; to be closed by the caller. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl() + "?user=somebody");
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        List<TrinoServer> all = new ArrayList<>(workers);
        all.add(coordinator);
        for (TrinoServer server : all) {
            try {
                server.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private List<String> activeWorkers() throws SQLException {
        try (Connection connection = connect();
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("SELECT node_id FROM system.runtime.nodes"
                                + " WHERE NOT coordinator AND state = 'active' ORDER BY 1")) {
            List<String> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            return ids;
        }
    }

    private TrinoServer startServer(String id, boolean isCoordinator, int port) throws IOException {
        NodeSettings settings = new NodeSettings(id, isCoordinator, port, coordinatorPort, heap, new HashMap<>(config));
        return TrinoServer.start(installation, settings, NodeFolder.create(folder.resolve(id), settings, etc));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
