package dev.readahead.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * FastCSV, which keeps to RFC 4180, finds the same fields in whatever both hold for well-formed. Left out: lone
 * carriage returns, since FastCSV 4.1 loses a record of one quoted field that holds one.
 */
class FastCsvOracleTest {
    private static final String[] PIECES = {
        "a", "bc", ",", ",", "\"", "\"\"", "\n", "\r\n", "ä€", " ", "\"x,y\"", "\"\n\""
    };

    @Test
    void findsTheSameFields() {
        Random random = new Random(17);
        int compared = 0;
        for (int round = 0; round < 100_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(14); length > 0; length--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            Optional<List<List<String>>> found = fields(text.toString());
            if (found.isPresent()) {
                Optional<List<List<String>>> expected = fastCsv(text.toString());
                if (expected.isPresent()) {
                    assertThat(found).as(text.toString()).isEqualTo(expected);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(10_000);
    }

    /** Empty if something is not as RFC 4180 has it. */
    private static Optional<List<List<String>>> fields(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        RecordTokenizer tokenizer =
                new RecordTokenizer(CsvDialect.RFC_4180, IntStream.range(0, 40).toArray());
        List<List<String>> records = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            at = tokenizer.parse(bytes, at, bytes.length, true);
            if (tokenizer.isMalformed()) {
                return Optional.empty();
            }
            List<String> fields = new ArrayList<>();
            if (hasQuoteOutsideQuotes(tokenizer, bytes)) {
                return Optional.empty();
            }
            for (int n = 0; n < tokenizer.found(); n++) {
                byte[] value = new byte[bytes.length];
                int length = tokenizer.unescape(bytes, n, value);
                boolean copied = tokenizer.isEscaped(n);
                fields.add(
                        copied
                                ? new String(value, 0, length, StandardCharsets.UTF_8)
                                : new String(
                                        bytes,
                                        tokenizer.start(n),
                                        tokenizer.end(n) - tokenizer.start(n),
                                        StandardCharsets.UTF_8));
            }
            if (!fields.isEmpty()) {
                records.add(fields);
            }
        }
        return Optional.of(records);
    }

    /** RFC 4180 forbids it; we take it for a plain character, FastCSV does one thing or another. */
    private static boolean hasQuoteOutsideQuotes(RecordTokenizer tokenizer, byte[] bytes) {
        for (int n = 0; n < tokenizer.found(); n++) {
            for (int i = tokenizer.start(n); i < tokenizer.end(n) && !tokenizer.isQuoted(n); i++) {
                if (bytes[i] == '"') {
                    return true;
                }
            }
        }
        return false;
    }

    private static Optional<List<List<String>>> fastCsv(String text) {
        List<List<String>> records = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(text)) {
            reader.forEach(row -> records.add(row.getFields()));
            return Optional.of(records);
        } catch (CsvParseException malformed) {
            return Optional.empty();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
