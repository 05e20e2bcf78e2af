package dev.readahead.server;

import java.util.Map;
import java.util.TreeMap;

/**
 * How one server is configured. Immutable.
 *
 * @param id names the server in the cluster
 * @param coordinator whether it plans queries; if not, it is a worker
 * @param port of HTTP on 127.0.0.1
 * @param coordinatorPort where the coordinator listens, the same for all servers of a cluster
 * @param heap as in {@code -Xmx}
 * @param more further lines of {@code config.properties}
 */
record NodeSettings(
        String id, boolean coordinator, int port, int coordinatorPort, String heap, Map<String, String> more) {

    Map<String, String> configProperties() {
        Map<String, String> lines = new TreeMap<>(Map.of(
                "coordinator", Boolean.toString(coordinator),
                "http-server.http.port", Integer.toString(port),
                "discovery.uri", "http://127.0.0.1:" + coordinatorPort));
        if (coordinator) {
            lines.put("node-scheduler.include-coordinator", "false");
        }
        lines.putAll(more);
        return lines;
    }

    Map<String, String> nodeProperties() {
        return Map.of(
                "node.environment", "local",
                "node.id", id,
                "node.bind-ip", "127.0.0.1",
                "node.internal-address", "127.0.0.1");
    }
}
