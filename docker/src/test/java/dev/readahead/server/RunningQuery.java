package dev.readahead.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A query that another thread runs; what the cluster says of it is asked on a connection of its own. */
final class RunningQuery implements AutoCloseable {
    private final String tag = UUID.randomUUID().toString();
    private final TrinoCluster cluster;
    private final Connection connection;
    private final Statement statement;
    private final CompletableFuture<List<List<Object>>> rows = new CompletableFuture<>();

    /** @param session statements before the query, on the same connection */
    RunningQuery(TrinoCluster cluster, String sql, String... session) throws SQLException {
        this.cluster = cluster;
        connection = cluster.connect();
        statement = connection.createStatement();
        for (String setting : session) {
            statement.execute(setting);
        }
        Thread.ofPlatform().daemon().name("query").start(() -> {
            try {
                rows.complete(Rows.read(statement.executeQuery(sql + " -- " + tag)));
            } catch (SQLException | RuntimeException e) {
                rows.completeExceptionally(e);
            }
        });
    }

    /** Completed by the thread that runs the query. */
    CompletableFuture<List<List<Object>>> rows() {
        return rows;
    }

    void cancel() throws SQLException {
        statement.cancel();
    }

    /** The workers that have read bytes of the store for this query. */
    Set<String> readers() throws SQLException {
        return nodes("physical_input_bytes > 0");
    }

    /** The servers on which a task of this query has not ended. */
    Set<String> busy() throws SQLException {
        return nodes("state NOT IN ('FINISHED', 'CANCELED', 'ABORTED', 'FAILED')");
    }

    /** Of the whole query, as {@code system.runtime.queries} names it. */
    String state() throws SQLException {
        return Rows.of(cluster, "SELECT state FROM system.runtime.queries WHERE " + mine())
                .getFirst()
                .getFirst()
                .toString();
    }

    private Set<String> nodes(String condition) throws SQLException {
        Set<String> nodes = new TreeSet<>();
        for (List<Object> row : new ArrayList<>(Rows.of(
                cluster,
                "SELECT DISTINCT node_id FROM system.runtime.tasks WHERE " + condition
                        + " AND query_id IN (SELECT query_id FROM system.runtime.queries WHERE " + mine() + ")"))) {
            nodes.add(row.getFirst().toString());
        }
        return nodes;
    }

    private String mine() {
        return "query LIKE '%-- " + tag + "'";
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
