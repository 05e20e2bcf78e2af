package dev.readahead.trino;

import dev.readahead.metrics.ScanMetrics.Counter;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.InMemoryRecordSet;
import io.trino.spi.connector.RecordCursor;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.predicate.TupleDomain;

import java.util.List;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;

/** {@code system.scans}: a row for each split that is being read, of all workers. */
final class ScansTable implements SystemTable {
    static final SchemaTableName NAME = new SchemaTableName("system", "scans");

    private static final double NANOS_A_SECOND = 1e9;
    private static final double BYTES_A_MEGABYTE = 1e6;

    private static final ConnectorTableMetadata METADATA = new ConnectorTableMetadata(
            NAME,
            List.of(
                    new ColumnMetadata("node_id", VARCHAR),
                    new ColumnMetadata("query_id", VARCHAR),
                    new ColumnMetadata("table_name", VARCHAR),
                    new ColumnMetadata("elapsed_seconds", DOUBLE),
                    new ColumnMetadata("bytes_held", BIGINT),
                    new ColumnMetadata("jobs_ahead", BIGINT),
                    new ColumnMetadata("bytes_fetched", BIGINT),
                    new ColumnMetadata("requests", BIGINT),
                    new ColumnMetadata("wait_share", DOUBLE),
                    new ColumnMetadata("megabytes_per_second", DOUBLE)));

    private final String node;
    private final RunningScans scans;

    ScansTable(String node, RunningScans scans) {
        this.node = node;
        this.scans = scans;
    }

    @Override
    public Distribution getDistribution() {
        return Distribution.ALL_NODES;
    }

    @Override
    public ConnectorTableMetadata getTableMetadata() {
        return METADATA;
    }

    @Override
    public RecordCursor cursor(
            ConnectorTransactionHandle transaction, ConnectorSession session, TupleDomain<Integer> constraint) {
        InMemoryRecordSet.Builder rows = InMemoryRecordSet.builder(METADATA);
        scans.now().forEach(scan -> rows.addRow(row(scan)));
        return rows.build().cursor();
    }

    private Object[] row(RunningScan scan) {
        double seconds = scan.elapsedNanos() / NANOS_A_SECOND;
        long fetched = scan.metrics().get(Counter.BYTES_FETCHED);
        double waited = scan.metrics().get(Counter.WAIT_NANOS) / NANOS_A_SECOND;
        return new Object[] {
            node,
            scan.query(),
            scan.table(),
            seconds,
            scan.memory().heldBytes(),
            (long) scan.jobsAhead(),
            fetched,
            scan.metrics().get(Counter.REQUESTS),
            Math.min(1, waited / seconds),
            fetched / BYTES_A_MEGABYTE / seconds
        };
    }
}
