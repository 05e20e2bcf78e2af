package dev.readahead.table;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GlobTest {
    private static final String[] PIECES = {
        "a", "b", ".", "/", "*", "**", "?", "[ab]", "[!a]", "[a-c]", "{a,b/c}", "\\*"
    };
    private static final String[] TEXTS = {"a", "b", "c", ".", "/", "*", "ab"};

    /** The JDK's patterns mean the same, except that ours match what lies in a matching folder too. */
    @Test
    void matchesAsTheJdkDoes() {
        Random random = new Random(11);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = text(random, PIECES);
            String key = text(random, TEXTS);
            if (pattern.startsWith("/")
                    || pattern.contains("//")
                    || pattern.endsWith("/")
                    || pattern.contains("***")
                    || key.startsWith("/")
                    || key.contains("//")
                    || key.endsWith("/")) {
                continue;
            }
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            boolean expected = false;
            for (Path path = Path.of(key); path != null; path = path.getParent()) {
                expected |= matcher.matches(path);
            }
            assertThat(Glob.parse(pattern).matches(key))
                    .as("%s on %s", pattern, key)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isGreaterThan(500);
    }

    private static String text(Random random, String[] pieces) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(5); length > 0; length--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "t/year=*/x, t/year=, t/",
        "t/2026-1?/x, t/2026-1, t/",
        "*, '', ''",
        "'a/b{1,2}', a/b, a/",
        "a\\*b/c*, a, ''",
    })
    void whatIsListedIsAsNarrowAsThePatternAllows(String pattern, String prefix, String folder) {
        assertThat(Glob.parse(pattern).literalPrefix()).isEqualTo(prefix);
        assertThat(Glob.parse(pattern).literalFolder()).isEqualTo(folder);
    }

    @Test
    void regularExpressionsHaveNoMeaning() {
        assertThat(Glob.parse("a.b+(c)$*").matches("a.b+(c)$1")).isTrue();
        assertThat(Glob.parse("a.b*").matches("axb1")).isFalse();
        assertThat(Glob.parse("[&&]*").matches("&")).isTrue();
        assertThat(Glob.parse("ä?").matches("äö")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[b", "a[]", "a{b", "a{b{c}}", "a\\", "[z-a]", "[!]"})
    void aBrokenPatternIsNamed(String pattern) {
        assertThatThrownBy(() -> Glob.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the pattern " + pattern + " cannot be read");
    }
}
