package dev.readahead.spark;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

class SettingsDocumentationTest {
    @Test
    void theDocumentedSettingsAreTheOnesThatExist() throws IOException {
        Set<String> documented = new TreeSet<>();
        Matcher setting = Pattern.compile("`(spark\\.readahead\\.[a-z-]+)`")
                .matcher(Files.readString(Path.of("..", "docs", "spark.md")));
        while (setting.find()) {
            documented.add(setting.group(1));
        }
        Set<String> existing = new TreeSet<>(RuntimeSettings.ALL);
        existing.add(ScanSettings.DEPTH);
        assertThat(documented).isEqualTo(existing);
    }
}
