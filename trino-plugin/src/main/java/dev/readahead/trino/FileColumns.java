package dev.readahead.trino;

import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.trino.parquet.Column;
import io.trino.parquet.Field;
import io.trino.parquet.ParquetTypeUtils;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.ColumnIO;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of a query in one file, found by their names. Immutable.
 *
 * @param file its location
 * @param schema the part of the file's schema that is read
 * @param descriptors its leaves by their path
 * @param columns what Trino's reader is to read
 * @param channels for each column of the query, where it comes from
 */
record FileColumns(
        String file,
        MessageType schema,
        Map<List<String>, ColumnDescriptor> descriptors,
        List<Column> columns,
        List<Channel> channels) {

    /**
     * Where a column comes from.
     *
     * @param index its place among what the reader reads; -1 if it is the same in all rows
     * @param constant that value; null otherwise
     */
    record Channel(int index, Block constant) {}

    static FileColumns of(Footer footer, FilePart part, List<ReadaheadColumnHandle> wanted) {
        MessageType fileSchema = footer.metadata().getFileMetaData().getSchema();
        List<Type> types = new ArrayList<>();
        for (ReadaheadColumnHandle column : wanted) {
            if (column.kind() == Kind.DATA) {
                Type type = ParquetTypeUtils.getParquetTypeByName(column.name(), fileSchema);
                if (type != null) {
                    types.add(type);
                }
            }
        }
        MessageType schema = new MessageType(fileSchema.getName(), types);
        MessageColumnIO io = ParquetTypeUtils.getColumnIO(fileSchema, schema);
        List<Column> columns = new ArrayList<>();
        List<Channel> channels = new ArrayList<>();
        for (ReadaheadColumnHandle column : wanted) {
            if (FileConstants.isConstant(column)) {
                channels.add(new Channel(-1, FileConstants.block(column, part.object(), part.partition())));
                continue;
            }
            Optional<Field> field = field(footer, column, ParquetTypeUtils.lookupColumnByName(io, column.name()));
            if (field.isPresent()) {
                channels.add(new Channel(columns.size(), null));
                columns.add(new Column(column.name(), field.get()));
            } else {
                channels.add(new Channel(-1, column.type().createNullBlock()));
            }
        }
        return new FileColumns(
                footer.object().location().toString(),
                schema,
                ParquetTypeUtils.getDescriptors(fileSchema, schema),
                columns,
                channels);
    }

    private static Optional<Field> field(Footer footer, ReadaheadColumnHandle column, ColumnIO io) {
        if (io == null) {
            return Optional.empty();
        }
        try {
            return ParquetTypeUtils.constructField(column.type(), io);
        } catch (ClassCastException e) {
            // The one is nested where the other is not.
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    footer.object().location() + ": the column " + column.name() + " is " + column.type()
                            + " in the table and " + io.getType() + " in the file",
                    e);
        }
    }

    /** What is asked of the leaves of this file. Nothing of columns that are nested or that it does not have. */
    TupleDomain<ColumnDescriptor> domains(TupleDomain<ReadaheadColumnHandle> predicate) {
        if (predicate.isNone()) {
            return TupleDomain.none();
        }
        Map<ColumnDescriptor, Domain> domains = new HashMap<>();
        predicate.getDomains().orElseThrow().forEach((column, domain) -> {
            Type type =
                    column.kind() == Kind.DATA ? ParquetTypeUtils.getParquetTypeByName(column.name(), schema) : null;
            if (type != null && type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED)) {
                ColumnDescriptor descriptor = descriptors.get(List.of(type.getName()));
                if (descriptor != null) {
                    domains.put(descriptor, domain);
                }
            }
        });
        return TupleDomain.withColumnDomains(domains);
    }

    /** Rows of the reader as rows of the query. */
    SourcePage page(SourcePage read) {
        return new ProjectedPage(read, this);
    }

    /** Says which column of which file it was, and what both sides take it for. */
    TrinoException failure(Channel channel, RuntimeException error) {
        Column column = columns.get(channel.index());
        Type inFile = ParquetTypeUtils.getParquetTypeByName(column.name(), schema);
        return new TrinoException(
                error instanceof TrinoException known ? known::getErrorCode : Failures.Code.READAHEAD_BAD_DATA,
                file + ": the column " + column.name() + ", which is "
                        + column.field().getType() + " in the table and " + inFile + " in the file, cannot be read: "
                        + error.getMessage(),
                error);
    }
}
