package dev.readahead.it.link;

/** Text in XML. */
final class Xml {
    private Xml() {}

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            switch (character) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    // Control characters have no plain form in XML 1.0; a client that needs them asks for URL encoding.
                    if (character < ' ') {
                        escaped.append("&#").append((int) character).append(';');
                    } else {
                        escaped.append(character);
                    }
                }
            }
        }
        return escaped.toString();
    }

    static String element(String name, Object content) {
        return "<" + name + ">" + escape(content.toString()) + "</" + name + ">";
    }
}
