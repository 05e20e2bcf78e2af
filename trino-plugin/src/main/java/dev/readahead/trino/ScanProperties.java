package dev.readahead.trino;

import dev.readahead.fetch.ScanLimits;
import dev.readahead.readahead.ReadAheadOptions;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.trino.plugin.base.session.PropertyMetadataUtil;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** The session properties: what {@code SET SESSION catalog.name = value} changes for the queries that follow. */
final class ScanProperties {
    private static final String DEPTH = "depth";
    private static final String SPLIT_SIZE = "split_size";
    private static final String MEMORY_SHARE = "memory_share";
    private static final String MAX_IN_FLIGHT = "max_in_flight";
    private static final String REQUEST_SIZE = "request_size";
    private static final String HEDGE = "hedge";
    private static final String DYNAMIC_FILTERING_WAIT_TIMEOUT = "dynamic_filtering_wait_timeout";

    private final List<PropertyMetadata<?>> properties;

    /** @param defaults of the catalog */
    ScanProperties(ScanSettings defaults) {
        this.properties = List.of(
                PropertyMetadata.integerProperty(
                        DEPTH,
                        "Row groups ahead of a split: -1 adapts, 0 reads nothing ahead",
                        defaults.depth(),
                        value -> require(
                                DEPTH, value, depth -> depth >= ReadAheadOptions.ADAPTIVE, "-1 (adaptive) or more"),
                        false),
                PropertyMetadataUtil.dataSizeProperty(
                        SPLIT_SIZE,
                        "How many bytes a split has; enough splits for all threads if it is not set",
                        defaults.splitBytes().isPresent()
                                ? DataSize.ofBytes(defaults.splitBytes().getAsLong())
                                : null,
                        value -> require(SPLIT_SIZE, value, size -> size.toBytes() > 0, "1B or more"),
                        false),
                PropertyMetadata.doubleProperty(
                        MEMORY_SHARE,
                        "The part of each worker's memory budget that a query may read ahead with",
                        defaults.memoryShare(),
                        value ->
                                require(MEMORY_SHARE, value, share -> share > 0 && share <= 1, "above 0 and at most 1"),
                        false),
                PropertyMetadata.integerProperty(
                        MAX_IN_FLIGHT,
                        "The most requests of a query at once, on each worker",
                        defaults.limits().maxInFlight(),
                        value -> require(MAX_IN_FLIGHT, value, count -> count > 0, "1 or more"),
                        false),
                PropertyMetadataUtil.dataSizeProperty(
                        REQUEST_SIZE,
                        "A larger range is fetched by several requests at once",
                        DataSize.ofBytes(defaults.limits().maxRequestBytes()),
                        value -> require(
                                REQUEST_SIZE,
                                value,
                                size -> size.toBytes() > 0 && size.toBytes() <= Integer.MAX_VALUE,
                                "1B to 2GB"),
                        false),
                PropertyMetadata.booleanProperty(
                        HEDGE,
                        "Whether a request whose answer is late is sent a second time",
                        defaults.limits().hedge(),
                        false),
                PropertyMetadataUtil.durationProperty(
                        DYNAMIC_FILTERING_WAIT_TIMEOUT,
                        "How long a scan waits for dynamic filters before its splits are made",
                        Duration.succinctDuration(
                                defaults.dynamicFilterWait().toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS),
                        false));
    }

    private static <T> void require(String name, T value, Predicate<T> isRight, String wanted) {
        if (!isRight.test(value)) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_SESSION_PROPERTY, name + " must be " + wanted + ", not " + value);
        }
    }

    List<PropertyMetadata<?>> all() {
        return properties;
    }

    /** What holds for the queries of a session. */
    ScanSettings settings(ConnectorSession session) {
        return new ScanSettings(
                session.getProperty(DEPTH, Integer.class),
                Optional.ofNullable(session.getProperty(SPLIT_SIZE, DataSize.class))
                        .map(size -> OptionalLong.of(size.toBytes()))
                        .orElse(OptionalLong.empty()),
                session.getProperty(MEMORY_SHARE, Double.class),
                new ScanLimits(
                        session.getProperty(MAX_IN_FLIGHT, Integer.class),
                        Math.toIntExact(session.getProperty(REQUEST_SIZE, DataSize.class)
                                .toBytes()),
                        session.getProperty(HEDGE, Boolean.class)),
                session.getProperty(DYNAMIC_FILTERING_WAIT_TIMEOUT, Duration.class)
                        .toJavaTime());
    }
}
