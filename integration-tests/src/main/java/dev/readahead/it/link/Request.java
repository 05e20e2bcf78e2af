package dev.readahead.it.link;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The head of an HTTP request.
 *
 * @param method as sent
 * @param path decoded once, with the leading slash
 * @param query decoded names and values; a name without value has an empty one
 * @param headers by lower-case name
 */
record Request(String method, String path, Map<String, String> query, Map<String, String> headers) {

    /**
     * Reads a request head.
     *
     * @param head everything before the empty line
     * @throws IllegalArgumentException if it is none
     */
    static Request parse(String head) {
        String[] lines = head.split("\r\n");
        String[] first = lines[0].split(" ");
        if (first.length != 3 || !first[2].startsWith("HTTP/1.") || !first[1].startsWith("/")) {
            throw new IllegalArgumentException("Not an HTTP/1 request line: " + lines[0]);
        }
        Map<String, String> headers = new HashMap<>();
        for (int index = 1; index < lines.length; index++) {
            int colon = lines[index].indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("Not a header line: " + lines[index]);
            }
            headers.put(
                    lines[index].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[index].substring(colon + 1).trim());
        }
        int mark = first[1].indexOf('?');
        String path = mark < 0 ? first[1] : first[1].substring(0, mark);
        String query = mark < 0 ? "" : first[1].substring(mark + 1);
        return new Request(first[0], decode(path), parameters(query), headers);
    }

    /** Whether bytes follow the head. */
    boolean hasBody() {
        return headers.containsKey("transfer-encoding")
                || !headers.getOrDefault("content-length", "0").equals("0");
    }

    boolean asksToClose() {
        return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : query.split("&")) {
            int equals = part.indexOf('=');
            if (equals >= 0) {
                parameters.put(decode(part.substring(0, equals)), decode(part.substring(equals + 1)));
            } else if (!part.isEmpty()) {
                parameters.put(decode(part), "");
            }
        }
        return parameters;
    }

    /** Percent-decoding only: in S3 a plus sign is a plus sign. */
    private static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == '%') {
                if (index + 2 >= text.length()) {
                    throw new IllegalArgumentException("Cut off percent sign in " + text);
                }
                bytes.write(Integer.parseInt(text, index + 1, index + 3, 16));
                index += 2;
            } else {
                bytes.write(character);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
