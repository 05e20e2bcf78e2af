package dev.readahead.trino;

import io.trino.spi.function.table.ConnectorTableFunction;
import io.trino.spi.session.PropertyMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

class SettingsDocumentationTest {
    private static String document;

    @BeforeAll
    static void read() throws Exception {
        document = Files.readString(Path.of("..", "docs", "trino.md"));
    }

    /** The first column of the tables whose first heading is this one. */
    private static Set<String> documented(String heading) {
        Set<String> names = new TreeSet<>();
        Pattern.compile("(?m)^\\| " + heading + " \\|.*\\R\\|[-|]+\\|\\R((?:\\|.*\\R)+)")
                .matcher(document)
                .results()
                .flatMap(table -> table.group(1).lines())
                .map(row -> row.split("\\|")[1])
                .forEach(cell ->
                        Pattern.compile("`([^`]+)`").matcher(cell).results().forEach(name -> names.add(name.group(1))));
        return names;
    }

    @Test
    void theDocumentedPropertiesAreTheOnesThatExist() {
        CatalogProperties properties = new CatalogProperties(Map.of());
        CatalogConfig config = CatalogConfig.parse(properties);

        assertThat(documented("property")).isEqualTo(properties.known());
        assertThat(documented("session property"))
                .isEqualTo(new ScanProperties(config.scan())
                        .all().stream().map(PropertyMetadata::getName).collect(Collectors.toSet()));
    }

    @Test
    void theDocumentedArgumentsAreTheOnesThatExist() {
        assertThat(documented("argument")).isEqualTo(arguments(new ReadParquetFunction(null, null)));
        assertThat(documented("CSV argument")).isEqualTo(arguments(new ReadCsvFunction(null, null)));
    }

    private static Set<String> arguments(ConnectorTableFunction function) {
        return function.getArguments().stream()
                .map(argument -> argument.getName().toLowerCase(Locale.ENGLISH))
                .collect(Collectors.toSet());
    }
}
