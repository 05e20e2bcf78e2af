package dev.readahead.trino;

import io.airlift.units.DataSize;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The text of a catalog file. Every property is read once; one that nobody read is refused at the end. */
final class CatalogProperties implements AutoCloseable {
    private final Map<String, String> unread;
    private final Set<String> known = new TreeSet<>();

    CatalogProperties(Map<String, String> properties) {
        this.unread = new TreeMap<>(properties);
    }

    Optional<String> text(String name) {
        known.add(name);
        return Optional.ofNullable(unread.remove(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    Optional<Boolean> flag(String name) {
        return read(name, "true or false", value -> switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(value);
        });
    }

    OptionalInt integer(String name) {
        return read(name, "a number", Integer::valueOf).map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    OptionalDouble number(String name) {
        return read(name, "a number", Double::valueOf).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    OptionalLong bytes(String name) {
        return read(
                        name,
                        "a size such as 64MB",
                        value -> DataSize.valueOf(value).toBytes())
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    Optional<Duration> duration(String name) {
        return read(
                name,
                "a time such as 5s",
                value -> io.airlift.units.Duration.valueOf(value).toJavaTime());
    }

    private <T> Optional<T> read(String name, String form, Function<String, T> parse) {
        return text(name).map(value -> {
            try {
                return parse.apply(value);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the property " + name + " must be " + form + ", not " + value, e);
            }
        });
    }

    /** The names that were asked for. */
    Set<String> known() {
        return known;
    }

    /** @throws IllegalArgumentException if a property is left that nobody asked for */
    @Override
    public void close() {
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException("unknown properties of the connector readahead: " + unread.keySet());
        }
    }
}
