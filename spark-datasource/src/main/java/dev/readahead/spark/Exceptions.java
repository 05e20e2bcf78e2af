package dev.readahead.spark;

/** Throws what Spark's Scala code hands around as plain throwables. */
final class Exceptions {
    private Exceptions() {}

    /** For {@code throw unchecked(error)}: the error as it is, checked or not. */
    static RuntimeException unchecked(Throwable error) {
        throw Exceptions.<RuntimeException>sneak(error);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneak(Throwable error) throws E {
        throw (E) error;
    }
}
