package dev.readahead.csv;

import java.util.List;
import java.util.Optional;

/**
 * What of each record is read. A scan writes column n of it by its n-th writer.
 *
 * @param fields how many fields a record has
 * @param columns the ones asked for, in any order, none twice
 * @param withMalformedRecord whether there is one more writer behind those of the columns, which gets the text of every
 *     record that is not as the schema says, and null for the others
 * @param header the names that the header of every file must have, all of them, whatever their case; empty if files
 *     have none, or if nobody cares
 */
public record CsvProjection(
        int fields, List<CsvColumn> columns, boolean withMalformedRecord, Optional<List<String>> header) {
    public CsvProjection {
        columns = List.copyOf(columns);
        header = header.map(List::copyOf);
        header.ifPresent(names -> {
            if (names.size() != fields) {
                throw new IllegalArgumentException(names.size() + " names of " + fields + " fields");
            }
        });
        if (columns.stream().map(CsvColumn::index).distinct().count() != columns.size()) {
            throw new IllegalArgumentException("a column of the file is asked for twice: " + columns);
        }
        for (CsvColumn column : columns) {
            if (column.index() >= fields) {
                throw new IllegalArgumentException(
                        "column " + column.name() + " has place " + column.index() + " of " + fields);
            }
        }
    }

    public CsvProjection(int fields, List<CsvColumn> columns, boolean withMalformedRecord) {
        this(fields, columns, withMalformedRecord, Optional.empty());
    }

    int writers() {
        return columns.size() + (withMalformedRecord ? 1 : 0);
    }
}
