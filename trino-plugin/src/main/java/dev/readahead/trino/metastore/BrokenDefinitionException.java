package dev.readahead.trino.metastore;

/** A definition that cannot be read. The message names the object and says what is wrong with it. */
public final class BrokenDefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenDefinitionException(String object, String what, Throwable cause) {
        super(
                object + " is not the definition of a table or schema: " + what
                        + ". Mend it, or delete it and define the table again",
                cause);
    }
}
