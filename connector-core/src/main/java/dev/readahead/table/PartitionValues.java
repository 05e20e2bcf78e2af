package dev.readahead.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Values that stand in folder names, {@code year=2026/month=12}, as Hive writes them: a percent sign and two digits for
 * characters that a path cannot hold, {@value #NULL} for null.
 *
 * @param values by column, in the order of the folders; empty for null
 */
public record PartitionValues(Map<String, Optional<String>> values) {
    static final String NULL = "__HIVE_DEFAULT_PARTITION__";
    private static final String ESCAPED = "\"#%'*/:=?\\{[]^";
    private static final char DELETE = 0x7F;

    static final PartitionValues NONE = new PartitionValues(Map.of());

    public PartitionValues {
        // Not Map.copyOf, which forgets the order.
        values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * The values in the folders of a path.
     *
     * @param path below the table's root, the file's name at its end
     * @throws IllegalArgumentException if a column appears twice
     */
    static PartitionValues of(String path) {
        Map<String, Optional<String>> values = new LinkedHashMap<>();
        List<String> folders = new ArrayList<>(List.of(path.split("/", -1)));
        folders.remove(folders.size() - 1);
        for (String folder : folders) {
            int equals = folder.indexOf('=');
            if (equals <= 0) {
                continue;
            }
            String column = unescape(folder.substring(0, equals));
            String value = folder.substring(equals + 1);
            if (values.put(column, value.equals(NULL) ? Optional.empty() : Optional.of(unescape(value))) != null) {
                throw new IllegalArgumentException("the column " + column + " stands twice in the folders of " + path);
            }
        }
        return values.isEmpty() ? NONE : new PartitionValues(values);
    }

    /** The folders, as Hive would name them: {@code year=2026/month=12}. */
    public String path() {
        return values.entrySet().stream()
                .map(entry -> escape(entry.getKey()) + "="
                        + entry.getValue().map(PartitionValues::escape).orElse(NULL))
                .collect(Collectors.joining("/"));
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == DELETE || ESCAPED.indexOf(c) >= 0) {
                escaped.append(String.format("%%%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static String unescape(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int high = text.charAt(i) == '%' && i + 2 < text.length() ? hex(text, i + 1) : -1;
            int low = high < 0 ? -1 : hex(text, i + 2);
            if (low < 0) {
                plain.append(text.charAt(i));
            } else {
                plain.append((char) (high * 16 + low));
                i += 2;
            }
        }
        return plain.toString();
    }

    private static int hex(String text, int at) {
        return Character.digit(text.charAt(at), 16);
    }
}
