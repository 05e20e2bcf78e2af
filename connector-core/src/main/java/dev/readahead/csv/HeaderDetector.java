package dev.readahead.csv;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Tells a header by this: it is no value of columns whose other fields all are. */
final class HeaderDetector {
    private HeaderDetector() {}

    /**
     * @param first the fields of the first record, null where they are
     * @param behind the columns behind it
     * @param whenInDoubt what is assumed where nothing tells
     */
    static boolean detect(
            List<Optional<String>> first, List<ColumnInference> behind, boolean whenInDoubt, Findings found) {
        int values = 0;
        int names = 0;
        for (int i = 0; i < behind.size(); i++) {
            ColumnInference column = behind.get(i);
            if (column.typeWithoutNulls().kind() != CsvType.Kind.VARCHAR
                    && first.get(i).isPresent()) {
                byte[] field = first.get(i).get().getBytes(StandardCharsets.UTF_8);
                if (column.accepts(field, 0, field.length)) {
                    values++;
                } else {
                    names++;
                }
            }
        }
        if (names > 0 && names >= values) {
            found.detected(
                    CsvProperty.HEADER,
                    "true",
                    "of the columns that hold no text, " + names + " of " + (names + values)
                            + " begin with a field that is no value of theirs");
            return true;
        }
        if (values > 0 && names == 0) {
            found.detected(
                    CsvProperty.HEADER,
                    "false",
                    "the first record has values of the types of all columns that hold no text");
            return false;
        }
        found.assumed(
                CsvProperty.HEADER,
                String.valueOf(whenInDoubt),
                values + names == 0
                        ? "all columns hold text, so that a header looks like a row"
                        : "the first record has text in " + names + " of " + (names + values)
                                + " columns that hold none else");
        return whenInDoubt;
    }
}
