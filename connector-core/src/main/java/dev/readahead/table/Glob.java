package dev.readahead.table;

import java.util.regex.Pattern;

/**
 * A pattern over object keys: {@code *} and {@code ?} stand for characters other than a slash, {@code **} for any,
 * {@code [a-z]} and {@code [!a-z]} for one of a set, {@code {a,b}} for one of several texts; a backslash takes the next
 * character literally. A key matches if it, or a folder that it lies in, has the form of the pattern.
 *
 * @param text as the user wrote it
 * @param literalPrefix what every matching key begins with
 * @param pattern the same as a regular expression
 */
record Glob(String text, String literalPrefix, Pattern pattern) {
    private static final String SPECIAL = "*?[{\\";

    static boolean isGlob(String key) {
        return firstSpecial(key) < key.length();
    }

    static Glob parse(String text) {
        return new Glob(text, text.substring(0, firstSpecial(text)), new Translation(text).pattern());
    }

    boolean matches(String key) {
        return pattern.matcher(key).matches();
    }

    /** The deepest folder that all matching keys lie in: empty, or with a slash at its end. */
    String literalFolder() {
        return literalPrefix.substring(0, literalPrefix.lastIndexOf('/') + 1);
    }

    private static int firstSpecial(String key) {
        int at = 0;
        while (at < key.length() && SPECIAL.indexOf(key.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** One pass over the text. */
    private static final class Translation {
        private final String text;
        private final StringBuilder regex = new StringBuilder();
        private int at;
        private boolean inAlternatives;

        Translation(String text) {
            this.text = text;
        }

        Pattern pattern() {
            while (at < text.length()) {
                translate(text.charAt(at++));
            }
            if (inAlternatives) {
                throw broken("a { has no }");
            }
            boolean folder = text.endsWith("/");
            return Pattern.compile(regex + (folder ? ".*" : "(?:/.*)?"), Pattern.DOTALL);
        }

        private void translate(char c) {
            switch (c) {
                case '*' -> {
                    boolean acrossFolders = at < text.length() && text.charAt(at) == '*';
                    at += acrossFolders ? 1 : 0;
                    regex.append(acrossFolders ? ".*" : "[^/]*");
                }
                case '?' -> regex.append("[^/]");
                case '[' -> set();
                case '{' -> {
                    if (inAlternatives) {
                        throw broken("a { stands within another");
                    }
                    inAlternatives = true;
                    regex.append("(?:");
                }
                case '}' -> {
                    regex.append(inAlternatives ? ")" : "\\}");
                    inAlternatives = false;
                }
                case ',' -> regex.append(inAlternatives ? "|" : ",");
                case '\\' -> {
                    if (at == text.length()) {
                        throw broken("it ends with a backslash");
                    }
                    literal(text.charAt(at++));
                }
                default -> literal(c);
            }
        }

        private void set() {
            int end = text.indexOf(']', at + 1);
            if (end < 0) {
                throw broken("a [ has no ]");
            }
            boolean negated = text.charAt(at) == '!' || text.charAt(at) == '^';
            int from = negated ? at + 1 : at;
            if (from == end) {
                throw broken("a [] is empty");
            }
            regex.append(negated ? "[^/" : "(?!/)[");
            for (int i = from; i < end; i++) {
                char c = text.charAt(i);
                boolean range = i + 2 < end && text.charAt(i + 1) == '-';
                if (range && text.charAt(i + 2) < c) {
                    throw broken("the range " + text.substring(i, i + 3) + " runs backwards");
                }
                inSet(c);
                if (range) {
                    regex.append('-');
                    inSet(text.charAt(i + 2));
                    i += 2;
                }
            }
            regex.append(']');
            at = end + 1;
        }

        private void inSet(char c) {
            regex.append("\\x{").append(Integer.toHexString(c)).append('}');
        }

        private void literal(char c) {
            regex.append(Pattern.quote(String.valueOf(c)));
        }

        private IllegalArgumentException broken(String what) {
            return new IllegalArgumentException("the pattern " + text + " cannot be read: " + what
                    + "; write a backslash before a character that is meant literally");
        }
    }
}
