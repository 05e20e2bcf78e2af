package dev.readahead.trino;

import dev.readahead.csv.CsvSplitException;
import dev.readahead.readahead.JobException;
import dev.readahead.storage.StorageException;
import dev.readahead.trino.metastore.BrokenDefinitionException;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.spi.ErrorCode;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.ErrorType;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;

import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What went wrong, in Trino's terms. */
final class Failures {
    private Failures() {}

    enum Code implements ErrorCodeSupplier {
        /** The store refused or did not answer. */
        READAHEAD_STORAGE_ERROR(0),
        /** A file is not what it claims to be. */
        READAHEAD_BAD_DATA(1),
        /** The definition of a table or schema cannot be read. */
        READAHEAD_BAD_DEFINITION(2);

        /** Errors of connectors begin at 0x0100_0000; this block is used by none of Trino's own. */
        private static final int BLOCK = 0x0ead_0000;

        private final ErrorCode code;

        Code(int number) {
            this.code = new ErrorCode(BLOCK + number, name(), ErrorType.EXTERNAL);
        }

        @Override
        public ErrorCode toErrorCode() {
            return code;
        }
    }

    /**
     * The error that a query ends with.
     *
     * @param what was being read, for failures that do not say
     */
    static TrinoException of(String what, Throwable error) {
        Throwable cause = unwrap(error);
        if (cause instanceof TrinoException failure) {
            return failure;
        }
        if (cause instanceof StorageException) {
            return new TrinoException(Code.READAHEAD_STORAGE_ERROR, cause.getMessage(), cause);
        }
        if (cause instanceof CsvSplitException) {
            Throwable reason = unwrap(cause.getCause());
            Code code = reason instanceof StorageException ? Code.READAHEAD_STORAGE_ERROR : Code.READAHEAD_BAD_DATA;
            return new TrinoException(code, cause.getMessage(), cause);
        }
        if (cause instanceof BrokenDefinitionException) {
            return new TrinoException(Code.READAHEAD_BAD_DEFINITION, cause.getMessage(), cause);
        }
        if (cause instanceof CancellationException) {
            return new TrinoException(StandardErrorCode.GENERIC_INTERNAL_ERROR, what + ": the scan was closed", cause);
        }
        String message =
                cause instanceof ParquetCorruptionException ? cause.getMessage() : what + " cannot be read: " + cause;
        return new TrinoException(Code.READAHEAD_BAD_DATA, message, cause);
    }

    private static Throwable unwrap(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof CompletionException
                        || cause instanceof ExecutionException
                        || cause instanceof JobException
                        || cause instanceof UncheckedIOException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Waits, on a thread of the coordinator's planning. An {@link IllegalArgumentException} is the user's. */
    static <T> T await(String what, CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.cancel(true);
            throw new TrinoException(StandardErrorCode.GENERIC_INTERNAL_ERROR, what + ": interrupted", e);
        } catch (ExecutionException e) {
            if (unwrap(e) instanceof IllegalArgumentException invalid) {
                throw new TrinoException(StandardErrorCode.INVALID_ARGUMENTS, invalid.getMessage(), invalid);
            }
            throw of(what, e);
        }
    }
}
