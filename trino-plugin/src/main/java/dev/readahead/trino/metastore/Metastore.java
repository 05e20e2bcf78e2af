package dev.readahead.trino.metastore;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.ObjectTail;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectWriter;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The definitions below one folder: {@code schemas/<schema>.json} and {@code tables/<schema>/<table>.json}. They are
 * read whenever they are asked for, so that every process sees what any process wrote. Thread-safe.
 *
 * <p>Fetch threads complete the futures, which fail with a {@link StorageException} or a
 * {@link BrokenDefinitionException}. Methods that write wait for the store.
 */
public final class Metastore {
    /** A definition that is longer is none. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int MOST_ATTEMPTS = 4;

    private final ObjectLocation root;
    private final FetchScheduler scheduler;
    private final Supplier<ObjectWriter> writer;
    private final ScanMetrics metrics;

    /**
     * @param root the folder, a slash at the end of its key
     * @param writer of the same store; asked for when something is written
     */
    public Metastore(
            ObjectLocation root, FetchScheduler scheduler, Supplier<ObjectWriter> writer, ScanMetrics metrics) {
        this.root = root;
        this.scheduler = scheduler;
        this.writer = writer;
        this.metrics = metrics;
    }

    private ObjectLocation schemas() {
        return below("schemas/");
    }

    private ObjectLocation tables(String schema) {
        return below("tables/" + ObjectNames.encode(schema) + "/");
    }

    private ObjectLocation schemaFile(String schema) {
        return below("schemas/" + ObjectNames.file(schema));
    }

    private ObjectLocation tableFile(String schema, String table) {
        return below("tables/" + ObjectNames.encode(schema) + "/" + ObjectNames.file(table));
    }

    private ObjectLocation below(String key) {
        return new ObjectLocation(root.scheme(), root.bucket(), root.key() + key);
    }

    public CompletableFuture<List<String>> schemaNames() {
        return names(schemas());
    }

    public CompletableFuture<List<String>> tableNames(String schema) {
        return names(tables(schema));
    }

    /** Empty if there is no such schema. */
    public CompletableFuture<Optional<SchemaDefinition>> schema(String schema) {
        return read(schemaFile(schema), SchemaDefinition.class);
    }

    /** Empty if there is no such table. */
    public CompletableFuture<Optional<TableDefinition>> table(String schema, String table) {
        return read(tableFile(schema, table), TableDefinition.class);
    }

    /** @return false if there is a schema of that name */
    public boolean create(String schema, SchemaDefinition definition) throws IOException {
        return create(schemaFile(schema), Definitions.write(definition));
    }

    /** @return false if there is a table of that name */
    public boolean create(String schema, String table, TableDefinition definition) throws IOException {
        return create(tableFile(schema, table), Definitions.write(definition));
    }

    public void dropSchema(String schema) throws IOException {
        delete(schemaFile(schema));
    }

    public void dropTable(String schema, String table) throws IOException {
        delete(tableFile(schema, table));
    }

    private CompletableFuture<List<String>> names(ObjectLocation folder) {
        return scheduler
                .listFolder(folder, metrics)
                .result()
                .thenApply(content -> content.objects().stream()
                        .map(object ->
                                object.location().key().substring(folder.key().length()))
                        .flatMap(file -> ObjectNames.name(file).stream())
                        .toList());
    }

    private <T> CompletableFuture<Optional<T>> read(ObjectLocation file, Class<T> form) {
        return content(file).thenApply(content -> content.map(json -> Definitions.read(file.toString(), json, form)));
    }

    private CompletableFuture<Optional<byte[]>> content(ObjectLocation file) {
        return scheduler
                .fetchTail(file, Optional.empty(), MOST_BYTES, Urgency.AWAITED, metrics)
                .result()
                .handle((tail, error) -> {
                    if (error == null) {
                        return Optional.of(whole(tail));
                    }
                    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
                    if (cause instanceof StorageException refusal && refusal.reason() == Reason.NOT_FOUND) {
                        return Optional.empty();
                    }
                    throw new CompletionException(cause);
                });
    }

    private static byte[] whole(ObjectTail tail) {
        if (tail.offset() > 0) {
            throw new BrokenDefinitionException(
                    tail.object().location().toString(),
                    "it has " + tail.object().length() + " bytes, more than " + MOST_BYTES,
                    null);
        }
        return tail.bytes();
    }

    /** An attempt whose answer was lost may have succeeded: then the object is there, with this content. */
    private boolean create(ObjectLocation file, byte[] content) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                boolean created = writer.get().create(file, content);
                return created || attempt > 1 && isThere(file, content);
            } catch (StorageException e) {
                if (!e.isRetryable() || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private boolean isThere(ObjectLocation file, byte[] content) throws IOException {
        try {
            return content(file)
                    .join()
                    .filter(found -> Arrays.equals(found, content))
                    .isPresent();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    private void delete(ObjectLocation file) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                writer.get().delete(file);
                return;
            } catch (StorageException e) {
                if (!e.isRetryable() || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
