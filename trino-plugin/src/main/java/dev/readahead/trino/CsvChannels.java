package dev.readahead.trino;

import dev.readahead.csv.CsvColumn;
import dev.readahead.csv.CsvMode;
import dev.readahead.csv.CsvOptions;
import dev.readahead.csv.CsvProjection;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import dev.readahead.trino.csv.BlockWriter;
import dev.readahead.trino.csv.CsvColumns;
import dev.readahead.trino.csv.CsvSettings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of a query in the records of CSV files. The n-th field is the n-th column that is in the files.
 *
 * @param columns of the query
 * @param projection what is read of each record
 * @param read the columns that it reads, in its order
 * @param malformedRecord the column of the query that gets malformed records; empty if it does not ask for it
 */
record CsvChannels(
        List<ReadaheadColumnHandle> columns,
        CsvProjection projection,
        List<ReadaheadColumnHandle> read,
        Optional<ReadaheadColumnHandle> malformedRecord) {

    static CsvChannels of(ReadaheadTableHandle table, List<ReadaheadColumnHandle> wanted, CsvSettings settings) {
        CsvOptions options = settings.options();
        Optional<String> malformed = settings.malformedRecordColumn();
        List<ReadaheadColumnHandle> fields = fields(table.columns(), malformed);
        Optional<ReadaheadColumnHandle> malformedRecord = wanted.stream()
                .filter(column -> malformed.equals(Optional.of(column.name())))
                .findFirst();
        // Which records are malformed must not depend on the columns that a query asks for.
        boolean readsAll = malformedRecord.isPresent() || options.mode() == CsvMode.DROP_MALFORMED;
        List<ReadaheadColumnHandle> read = fields.stream()
                .filter(field -> readsAll || wanted.contains(field))
                .toList();
        Map<ReadaheadColumnHandle, Integer> places = new HashMap<>();
        fields.forEach(field -> places.put(field, places.size()));
        List<CsvColumn> asked = new ArrayList<>();
        for (ReadaheadColumnHandle column : read) {
            asked.add(CsvColumns.column(column.name(), places.get(column), column.type(), options));
        }
        Optional<List<String>> header = settings.checksHeader()
                ? Optional.of(fields.stream().map(ReadaheadColumnHandle::name).toList())
                : Optional.empty();
        CsvProjection projection = new CsvProjection(fields.size(), asked, malformedRecord.isPresent(), header);
        return new CsvChannels(wanted, projection, read, malformedRecord);
    }

    /** The columns that are fields of the records. */
    static List<ReadaheadColumnHandle> fields(List<ReadaheadColumnHandle> columns, Optional<String> malformedRecord) {
        return columns.stream()
                .filter(column -> column.kind() == Kind.DATA)
                .filter(column -> !malformedRecord.equals(Optional.of(column.name())))
                .toList();
    }

    /** Fresh ones for a scan, in the order of what is read, and of malformed records behind them. */
    BlockWriter[] writers() {
        List<BlockWriter> writers = new ArrayList<>();
        read.forEach(column -> writers.add(CsvColumns.writer(column.type())));
        malformedRecord.ifPresent(column -> writers.add(CsvColumns.writer(column.type())));
        return writers.toArray(BlockWriter[]::new);
    }

    /** Which writer has the values of a column of the query; -1 if they are the same in all rows of a file. */
    int writerOf(int channel) {
        ReadaheadColumnHandle column = columns.get(channel);
        return malformedRecord.equals(Optional.of(column)) ? read.size() : read.indexOf(column);
    }
}
