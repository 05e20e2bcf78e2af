package dev.readahead.it.bench;

import dev.readahead.it.data.Tpch;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

import java.util.List;

/** What is asked of the table. */
enum ScanQuery {
    Q6("TPC-H Q6", Tpch.Q6, List.of("l_quantity", "l_extendedprice", "l_discount", "l_shipdate")),
    /** A checksum that needs every value of every column and little processor time. */
    ALL_COLUMNS("16 columns", "SELECT bit_xor(xxhash64(*)) AS checksum FROM lineitem", List.of());

    private final String label;
    private final String sql;
    private final List<String> columns;

    ScanQuery(String label, String sql, List<String> columns) {
        this.label = label;
        this.sql = sql;
        this.columns = columns;
    }

    String label() {
        return label;
    }

    /** Whether a column has to be read. */
    boolean needs(String column) {
        return columns.isEmpty() || columns.contains(column);
    }

    /** Runs to the end and returns the answer, by which readers are compared. */
    String answer(Dataset<Row> table) {
        table.createOrReplaceTempView("lineitem");
        return table.sparkSession().sql(sql).first().toString();
    }
}
