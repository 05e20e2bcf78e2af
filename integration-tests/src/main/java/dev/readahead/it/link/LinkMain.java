package dev.readahead.it.link;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A simulated link as a process of its own. Options are {@code --root=<folder>}, {@code --port=<0 for a free one>},
 * {@code --access-key=<the only one that may ask>} and the fields of {@link LinkProfile} such as
 * {@code --first-byte=PT0.05S}. Prints its address as the first line and ends when its standard input does, so that it
 * never outlives who started it.
 */
public final class LinkMain {
    private LinkMain() {}

    public static void main(String[] arguments) throws IOException {
        Map<String, String> options = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("Not of the form --name=value: " + argument);
            }
            options.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        if (!options.containsKey("root")) {
            throw new IllegalArgumentException("--root=<folder> is missing: the folder whose sub-folders are buckets");
        }
        try (LinkServer server = LinkServer.start(
                Path.of(options.get("root")),
                LinkProfile.fromOptions(options),
                Optional.ofNullable(options.get("access-key")),
                Integer.parseInt(options.getOrDefault("port", "0")))) {
            System.out.println(server.endpoint());
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
