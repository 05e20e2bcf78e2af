package dev.readahead.csv;

import dev.readahead.csv.CsvDetection.Column;
import dev.readahead.csv.CsvFinding.Basis;
import dev.readahead.csv.CsvType.Kind;
import dev.readahead.storage.ObjectLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CsvDetectorTest {
    private static final ObjectLocation FILE = new ObjectLocation("s3", "bucket", "a.csv");

    private static CsvDetection detect(String text) throws CsvException {
        return detect(text, CsvOptions.DEFAULT, Set.of());
    }

    private static CsvDetection detect(String text, CsvOptions given, Set<CsvProperty> fixed) throws CsvException {
        return CsvDetector.detect(FILE, text.getBytes(StandardCharsets.UTF_8), true, given, fixed);
    }

    private static CsvFinding finding(CsvDetection detection, CsvProperty property) {
        return detection.findings().stream()
                .filter(finding -> finding.property() == property)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t", "|"})
    void theDelimiterIsTheOneThatCutsAllRecordsAlike(String delimiter) throws Exception {
        String text = "id,name,day\n1,a b,2024-02-29\n22,\"c, d; e\t|\",2024-03-01\n"
                .replace(",", delimiter)
                .replace("c" + delimiter + " d", "c" + delimiter + " d");

        CsvDetection detection = detect(text);

        assertThat(detection.options().dialect().delimiter()).isEqualTo(delimiter);
        assertThat(detection.options().header()).isTrue();
        assertThat(detection.columns())
                .containsExactly(
                        new Column("id", CsvType.of(Kind.BIGINT)),
                        new Column("name", CsvType.of(Kind.VARCHAR)),
                        new Column("day", CsvType.of(Kind.DATE)));
        assertThat(finding(detection, CsvProperty.DELIMITER).basis()).isEqualTo(Basis.DETECTED);
    }

    @Test
    void aSingleQuoteIsOneWhereFieldsBeginAndEndWithIt() throws Exception {
        CsvDetection detection = detect("'a,b',1\n'c,d',2\n'e,f',3\n");

        assertThat(detection.options().dialect().quote()).contains('\'');
        assertThat(detection.columns()).hasSize(2);
        assertThat(detection.options().header()).isFalse();
    }

    @Test
    void aBackslashBeforeQuotesIsAnEscape() throws Exception {
        CsvDetection detection = detect("\"a \\\"b\\\", c\",1\n\"d\",2\n");

        assertThat(detection.options().dialect().escape()).contains('\\');
        assertThat(detection.columns()).hasSize(2);
    }

    @Test
    void whatTheUserHasSetIsNotDetected() throws Exception {
        CsvOptions given = CsvOptions.DEFAULT.withHeader(false);

        CsvDetection detection = detect("id,name\n1,a\n", given, EnumSet.of(CsvProperty.HEADER, CsvProperty.DELIMITER));

        assertThat(detection.options().header()).isFalse();
        assertThat(detection.columns())
                .containsExactly(
                        new Column("_c0", CsvType.of(Kind.VARCHAR)), new Column("_c1", CsvType.of(Kind.VARCHAR)));
        assertThat(finding(detection, CsvProperty.HEADER).basis()).isEqualTo(Basis.GIVEN);
        assertThat(detect("a;b\n1;2\n", given, EnumSet.of(CsvProperty.DELIMITER))
                        .columns())
                .hasSize(1);
    }

    @Test
    void typesHoldAllValuesOfTheSample() throws Exception {
        CsvDetection detection = detect("""
                flag,whole,real,day,time,text,mixed
                true,1,1,2024-02-29,2024-02-29 10:00:00,x,1
                false,-9223372036854775808,2.5,,2024-02-29T10:00:00.123,,2024-02-29
                ,,,,,,
                """);

        assertThat(detection.columns().stream().map(column -> column.type().kind()))
                .containsExactly(
                        Kind.BOOLEAN, Kind.BIGINT, Kind.DOUBLE, Kind.DATE, Kind.TIMESTAMP, Kind.VARCHAR, Kind.VARCHAR);
    }

    @Test
    void aNumberThatIsTooLargeForABigintIsNone() throws Exception {
        assertThat(detect("a\n9223372036854775808\n1\n").columns().get(0).type().kind())
                .isNotEqualTo(Kind.BIGINT);
    }

    @Test
    void leadingZerosMakeATextNotANumber() throws Exception {
        // A postal code that is read as a number is a wrong answer, if a value with a zero before it comes back
        // without.
        assertThat(detect("zip,n\n01234,1\n99999,2\n").columns().get(0).type().kind())
                .isEqualTo(Kind.VARCHAR);
    }

    @Test
    void namesAreUniqueAndNoneIsEmpty() throws Exception {
        List<String> names =
                detect("a,A,,b\n1,2,3,4\n").columns().stream().map(Column::name).toList();

        assertThat(names).hasSize(4).doesNotContain("");
        assertThat(names.stream()
                        .map(name -> name.toLowerCase(java.util.Locale.ROOT))
                        .distinct())
                .hasSize(4);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstName() throws Exception {
        assertThat(detect("\uFEFFid,name\n1,a\n").columns().get(0).name()).isEqualTo("id");
    }

    @Test
    void everyFindingSaysWhy() throws Exception {
        CsvDetection detection = detect("id;name\n1;a\n2;b\n");

        assertThat(detection.findings())
                .allSatisfy(finding -> assertThat(finding.reason()).isNotBlank());
        assertThat(detection.findings().stream().map(CsvFinding::property))
                .contains(
                        CsvProperty.DELIMITER,
                        CsvProperty.QUOTE,
                        CsvProperty.ESCAPE,
                        CsvProperty.HEADER,
                        CsvProperty.NULL_VALUE,
                        CsvProperty.COLUMN);
        assertThat(detection.explanation()).contains("delimiter").contains("detected");
    }

    @Test
    void anEmptyFileHasNoColumns() throws Exception {
        assertThat(detect("").columns()).isEmpty();
    }

    @Test
    void aSampleWithoutAnyWholeRecordIsRefused() {
        byte[] start = "x".repeat(1_000).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> CsvDetector.detect(FILE, start, false, CsvOptions.DEFAULT, Set.of()))
                .isInstanceOf(CsvException.class)
                .hasMessageContaining("a.csv")
                .hasMessageContaining("no complete record");
    }

    @Test
    void aRecordThatTheSampleCutsOffSaysNothingOfTypes() throws Exception {
        CsvDetection detection = CsvDetector.detect(
                FILE, "a,b\n1,2\n3,4\n5,oh".getBytes(StandardCharsets.UTF_8), false, CsvOptions.DEFAULT, Set.of());

        assertThat(detection.columns().get(1).type()).isEqualTo(CsvType.of(Kind.BIGINT));
        assertThat(detection.options().compression()).isEqualTo(Optional.empty());
    }
}
