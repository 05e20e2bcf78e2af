package dev.readahead.csv;

import dev.readahead.csv.CsvFinding.Basis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what was found out, in the order in which it was. */
final class Findings {
    private final List<CsvFinding> findings = new ArrayList<>();

    void given(CsvProperty property, String value) {
        findings.add(new CsvFinding(property, value, Basis.GIVEN, "as it was set"));
    }

    void detected(CsvProperty property, String value, String reason) {
        findings.add(new CsvFinding(property, value, Basis.DETECTED, reason));
    }

    void assumed(CsvProperty property, String value, String reason) {
        findings.add(new CsvFinding(property, value, Basis.ASSUMED, reason));
    }

    List<CsvFinding> all() {
        return findings;
    }

    static String shown(Optional<Character> character) {
        return character.map(c -> shown(String.valueOf(c))).orElse("none");
    }

    /** Characters as they are written in options. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder("'");
        for (char character : text.toCharArray()) {
            switch (character) {
                case '\t' -> shown.append("\\t");
                case '\r' -> shown.append("\\r");
                case '\n' -> shown.append("\\n");
                default -> {
                    if (character < ' ') {
                        shown.append("\\u%04x".formatted((int) character));
                    } else {
                        shown.append(character);
                    }
                }
            }
        }
        return shown.append('\'').toString();
    }
}
