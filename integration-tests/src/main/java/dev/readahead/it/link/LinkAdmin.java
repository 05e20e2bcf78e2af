package dev.readahead.it.link;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Questions about the link itself, under paths that no bucket can have. They are answered at once and not counted. */
final class LinkAdmin {
    static final String COUNTERS = "/-/counters";
    static final String TIMELINE = "/-/timeline";
    static final String RESET = "/-/reset";

    private LinkAdmin() {}

    /** Empty if the request is about objects. */
    static Optional<Response> answer(Request request, LinkStatistics statistics) {
        return switch (request.path()) {
            case COUNTERS -> Optional.of(Response.text(statistics.counters().toText()));
            case TIMELINE ->
                Optional.of(Response.text(Arrays.stream(statistics.bytesPerBucket())
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining(","))));
            case RESET -> {
                statistics.reset();
                yield Optional.of(Response.text(""));
            }
            default -> Optional.empty();
        };
    }
}
