package dev.readahead.csv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of columns, as Spark makes them: unique, and none empty. */
final class ColumnNames {
    private ColumnNames() {}

    /** Names for a file without a header: {@code _c0}, {@code _c1}, ... */
    static String of(int place) {
        return "_c" + place;
    }

    /**
     * A name that is missing becomes {@code _c} and its place; one that comes more than once, whatever the case of its
     * letters, is followed by its place, from 0, each time.
     */
    static List<String> of(List<Optional<String>> header) {
        Map<String, Integer> counts = new HashMap<>();
        for (Optional<String> name : header) {
            name.ifPresent(text -> counts.merge(lower(text), 1, Integer::sum));
        }
        Set<String> taken = new HashSet<>();
        counts.forEach((name, count) -> {
            if (count == 1) {
                taken.add(name);
            }
        });
        List<String> names = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            String text = header.get(i).filter(name -> !name.isEmpty()).orElse("");
            if (!text.isEmpty() && counts.get(lower(text)) == 1) {
                names.add(text);
                continue;
            }
            String name = (text.isEmpty() ? "_c" : text) + i;
            while (!taken.add(lower(name))) {
                name += "_";
            }
            names.add(name);
        }
        return names;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
