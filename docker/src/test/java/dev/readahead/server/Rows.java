package dev.readahead.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Rows of an answer as lists. */
final class Rows {
    private Rows() {}

    static List<List<Object>> of(TrinoCluster cluster, String sql) throws SQLException {
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement()) {
            return read(statement.executeQuery(sql));
        }
    }

    static List<List<Object>> read(ResultSet rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getObject(i));
            }
            all.add(row);
        }
        return all;
    }
}
