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
 * @param fileTypes the types that hold every value of this file
 * @param channels for each column of the query, where it comes from
 */
record FileColumns(
        String file,
        MessageType schema,
        Map<List<String>, ColumnDescriptor> descriptors,
        List<Column> columns,
        List<Channel> channels,
        Map<ReadaheadColumnHandle, io.trino.spi.type.Type> fileTypes) {

    /**
     * Where a column comes from.
     *
     * @param index its place among what the reader reads; -1 if it is the same in all rows
     * @param constant that value; null otherwise
     */
    record Channel(int index, Block constant) {}

    static FileColumns of(Footer footer, FilePart part, List<ReadaheadColumnHandle> wanted, ColumnTypes types) {
        Map<ReadaheadColumnHandle, io.trino.spi.type.Type> fileTypes = new HashMap<>();
        MessageType fileSchema = footer.metadata().getFileMetaData().getSchema();
        List<Type> read = new ArrayList<>();
        for (ReadaheadColumnHandle column : wanted) {
            if (column.kind() == Kind.DATA) {
                Type type = ParquetTypeUtils.getParquetTypeByName(column.name(), fileSchema);
                if (type != null) {
                    read.add(type);
                }
            }
        }
        MessageType schema = new MessageType(fileSchema.getName(), read);
        MessageColumnIO io = ParquetTypeUtils.getColumnIO(fileSchema, schema);
        List<Column> columns = new ArrayList<>();
        List<Channel> channels = new ArrayList<>();
        for (ReadaheadColumnHandle column : wanted) {
            if (FileConstants.isConstant(column)) {
                channels.add(new Channel(-1, FileConstants.block(column, part.object(), part.partition())));
                continue;
            }
            ColumnIO found = ParquetTypeUtils.lookupColumnByName(io, column.name());
            Optional<Field> field = Optional.empty();
            if (found != null) {
                fileTypes.put(column, fileType(footer, column, found, types));
                field = ParquetTypeUtils.constructField(column.type(), found);
            }
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
                channels,
                fileTypes);
    }

    /** The type that holds every value of the file. */
    private static io.trino.spi.type.Type fileType(
            Footer footer, ReadaheadColumnHandle column, ColumnIO io, ColumnTypes types) {
        return types.of(io.getType())
                .filter(found -> Coercions.isReadable(column.type(), found))
                .orElseThrow(() -> new TrinoException(
                        StandardErrorCode.NOT_SUPPORTED,
                        footer.object().location() + ": the column " + column.name() + " is "
                                + column.type().getDisplayName() + " in the table and " + io.getType()
                                + " in the file, which does not fit into it"));
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
                    Coercions.pushable(column.type(), fileTypes.get(column), domain)
                            .ifPresent(asked -> domains.put(descriptor, asked));
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
