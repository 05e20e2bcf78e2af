package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.TableFunctionAnalysis;

import java.util.List;

/**
 * Files as a table of a query, the analysed call of a function.
 *
 * @param table with its columns
 */
public record FileTable(ReadaheadTableHandle table) implements ConnectorTableFunctionHandle {
    /** The files that the paths of a call name. Waits for the store. */
    static List<TableFile> files(Transaction transaction, ReadaheadTableHandle table) {
        try {
            return Failures.await(table.description(), transaction.listed(table));
        } catch (IllegalArgumentException e) {
            throw FileArguments.invalid(e.getMessage());
        }
    }

    /** What a function answers. */
    static TableFunctionAnalysis analysis(ReadaheadTableHandle table, List<TableFile> files) {
        FileConstants.check(table, files);
        return TableFunctionAnalysis.builder()
                .returnedType(Descriptor.descriptor(
                        table.columns().stream()
                                .map(ReadaheadColumnHandle::name)
                                .toList(),
                        table.columns().stream()
                                .map(ReadaheadColumnHandle::type)
                                .toList()))
                .handle(new FileTable(table))
                .build();
    }

    List<ColumnHandle> columns() {
        return List.copyOf(table.columns());
    }
}
