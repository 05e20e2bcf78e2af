package dev.readahead.trino.metastore;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Names of tables as names of objects: whatever is not a letter, digit, underscore or hyphen becomes {@code %XX}. */
final class ObjectNames {
    private static final String SUFFIX = ".json";
    private static final int HEX = 16;

    private ObjectNames() {}

    static String file(String name) {
        return encode(name) + SUFFIX;
    }

    /** The name that a file stands for; empty if it was not made by {@link #file}. */
    static Optional<String> name(String file) {
        if (!file.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] text = file.substring(0, file.length() - SUFFIX.length()).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < text.length; at++) {
            if (text[at] != '%') {
                bytes.write(text[at]);
            } else if (at + 2 < text.length) {
                bytes.write(Character.digit(text[at + 1], HEX) * HEX + Character.digit(text[at + 2], HEX));
                at += 2;
            }
        }
        String name = bytes.toString(StandardCharsets.UTF_8);
        return Optional.of(name)
                .filter(decoded -> !decoded.isEmpty() && file(decoded).equals(file));
    }

    static String encode(String name) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-';
            if (plain) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format("%%%02X", b));
            }
        }
        return encoded.toString();
    }
}
