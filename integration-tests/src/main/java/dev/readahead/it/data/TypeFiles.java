package dev.readahead.it.data;

import org.apache.parquet.example.data.simple.NanoTime;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** One file for each physical and logical type, so that a type that a reader refuses hides no other. */
final class TypeFiles {
    static final int ROWS = 2_000;
    private static final int JULIAN_EPOCH = 2_440_588;

    /**
     * A type with values worth reading.
     *
     * @param name of the file
     * @param type in Parquet's notation, with {@code %s} for the field's name
     * @param values of the Java type that goes with it; nulls are put between them
     */
    private record TypeCase(String name, String type, List<?> values) {}

    private TypeFiles() {}

    static void write(Path folder) throws IOException {
        for (TypeCase type : cases()) {
            String field = "optional " + String.format(type.type(), "value") + "; required int32 row;";
            ParquetFile.write(folder.resolve(type.name() + ".parquet"), field, ROWS, (row, index) -> {
                int choice = index % (type.values().size() + 1);
                ParquetFile.add(
                        row,
                        "value",
                        choice == type.values().size() ? null : type.values().get(choice));
                row.add("row", index);
            });
        }
    }

    private static List<TypeCase> cases() {
        List<TypeCase> cases = new ArrayList<>();
        addNumbers(cases);
        addDecimals(cases);
        addTimes(cases);
        addBytes(cases);
        return cases;
    }

    private static void addNumbers(List<TypeCase> cases) {
        List<Integer> ints = List.of(0, 1, -1, 42, Integer.MAX_VALUE, Integer.MIN_VALUE);
        List<Long> longs = List.of(0L, 1L, -1L, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE);
        cases.add(new TypeCase("boolean", "boolean %s", List.of(true, false, true)));
        cases.add(new TypeCase("int32", "int32 %s", ints));
        cases.add(new TypeCase("int64", "int64 %s", longs));
        cases.add(new TypeCase(
                "float",
                "float %s",
                List.of(0f, -0f, 1.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE)));
        cases.add(new TypeCase(
                "double",
                "double %s",
                List.of(
                        0d,
                        -0d,
                        1.5,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.MAX_VALUE)));
        cases.add(new TypeCase("int8", "int32 %s (INTEGER(8,true))", List.of(0, 127, -128)));
        cases.add(new TypeCase("int16", "int32 %s (INTEGER(16,true))", List.of(0, 32_767, -32_768)));
        cases.add(new TypeCase("uint8", "int32 %s (INTEGER(8,false))", List.of(0, 127, 255)));
        cases.add(new TypeCase("uint16", "int32 %s (INTEGER(16,false))", List.of(0, 32_767, 65_535)));
        // The upper half of the unsigned types is negative in the physical type.
        cases.add(new TypeCase("uint32", "int32 %s (INTEGER(32,false))", ints));
        cases.add(new TypeCase("uint64", "int64 %s (INTEGER(64,false))", longs));
        cases.add(new TypeCase(
                "float16",
                "fixed_len_byte_array(2) %s (FLOAT16)",
                List.of(new byte[] {0, 0}, new byte[] {0, 0x3c}, new byte[] {0, (byte) 0xc0}, new byte[] {0, 0x7c})));
    }

    private static void addDecimals(List<TypeCase> cases) {
        cases.add(new TypeCase("decimal-int32", "int32 %s (DECIMAL(9,2))", List.of(0, 12_345, -12_345, 999_999_999)));
        cases.add(new TypeCase(
                "decimal-int64", "int64 %s (DECIMAL(18,4))", List.of(0L, 12_345L, -12_345L, 999_999_999_999_999_999L)));
        cases.add(new TypeCase("decimal-fixed", "fixed_len_byte_array(13) %s (DECIMAL(30,10))", decimals(13)));
        cases.add(new TypeCase("decimal-fixed-short", "fixed_len_byte_array(4) %s (DECIMAL(8,3))", decimals(4)));
        cases.add(new TypeCase("decimal-fixed-wide", "fixed_len_byte_array(16) %s (DECIMAL(38,0))", decimals(16)));
        cases.add(new TypeCase(
                "decimal-binary",
                "binary %s (DECIMAL(25,5))",
                List.of(new byte[] {0}, new byte[] {-1}, new byte[] {1, 0, 0}, new byte[] {-128, 0, 0, 0, 0, 0, 0, 0, 0
                })));
    }

    private static List<byte[]> decimals(int length) {
        return List.of(
                fixed(BigInteger.ZERO, length),
                fixed(BigInteger.valueOf(12_345_678), length),
                fixed(BigInteger.valueOf(-12_345_678), length),
                fixed(BigInteger.ONE.negate(), length));
    }

    private static byte[] fixed(BigInteger number, int length) {
        byte[] digits = number.toByteArray();
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(digits, 0, bytes, length - digits.length, digits.length);
        return bytes;
    }

    private static void addTimes(List<TypeCase> cases) {
        // 1970, 2024, the last day of 1969, the first Gregorian day and the last Julian one, year 1, year 9999.
        cases.add(new TypeCase(
                "date", "int32 %s (DATE)", List.of(0, 19_787, -1, -141_427, -141_428, -719_162, 2_932_896)));
        List<Long> millis = List.of(0L, 1_709_640_000_123L, -1L, -12_219_292_800_001L, -62_135_596_800_000L);
        List<Long> micros = millis.stream().map(value -> value * 1_000 + 7).toList();
        List<Long> nanos = List.of(0L, 1_709_640_000_123_456_789L, -1L, -1_000_000_001L);
        for (String zone : List.of("true", "false")) {
            String suffix = zone.equals("true") ? "-utc" : "-local";
            cases.add(new TypeCase("timestamp-millis" + suffix, "int64 %s (TIMESTAMP(MILLIS," + zone + "))", millis));
            cases.add(new TypeCase("timestamp-micros" + suffix, "int64 %s (TIMESTAMP(MICROS," + zone + "))", micros));
            cases.add(new TypeCase("timestamp-nanos" + suffix, "int64 %s (TIMESTAMP(NANOS," + zone + "))", nanos));
        }
        cases.add(new TypeCase("time-millis", "int32 %s (TIME(MILLIS,true))", List.of(0, 1, 86_399_999)));
        cases.add(new TypeCase("time-micros", "int64 %s (TIME(MICROS,true))", List.of(0L, 1L, 86_399_999_999L)));
        cases.add(new TypeCase("time-nanos", "int64 %s (TIME(NANOS,true))", List.of(0L, 1L, 86_399_999_999_999L)));
        cases.add(new TypeCase(
                "int96",
                "int96 %s",
                List.of(
                        new NanoTime(JULIAN_EPOCH, 0),
                        new NanoTime(JULIAN_EPOCH + 19_787, 43_200_123_456_789L),
                        new NanoTime(JULIAN_EPOCH - 1, 86_399_999_999_999L),
                        new NanoTime(JULIAN_EPOCH - 150_000, 1_000))));
        // Some writers left the time of day outside the day, before and behind.
        cases.add(new TypeCase(
                "int96-overflowing",
                "int96 %s",
                List.of(new NanoTime(JULIAN_EPOCH, 86_400_000_000_000L), new NanoTime(JULIAN_EPOCH, -1_000))));
        cases.add(new TypeCase(
                "interval", "fixed_len_byte_array(12) %s (INTERVAL)", List.of(new byte[12], months(1, 2, 3))));
    }

    private static byte[] months(int months, int days, int millis) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(months)
                .putInt(days)
                .putInt(millis)
                .array();
    }

    private static void addBytes(List<TypeCase> cases) {
        byte[] random = new byte[300];
        new Random(3).nextBytes(random);
        List<byte[]> binaries = List.of(new byte[0], new byte[] {0}, random, "text".getBytes(StandardCharsets.UTF_8));
        List<String> texts =
                List.of("", "plain", "línea – 行 – 😀", "with \"quotes\", commas\nand lines", "x".repeat(5_000));
        cases.add(new TypeCase("binary", "binary %s", binaries));
        cases.add(new TypeCase("fixed", "fixed_len_byte_array(300) %s", List.of(random, new byte[300])));
        cases.add(new TypeCase("string", "binary %s (STRING)", texts));
        cases.add(new TypeCase("enum", "binary %s (ENUM)", List.of("RED", "GREEN", "BLUE")));
        cases.add(new TypeCase("json", "binary %s (JSON)", List.of("{}", "{\"a\":[1,2,null]}", "null")));
        cases.add(new TypeCase("bson", "binary %s (BSON)", List.of(new byte[] {5, 0, 0, 0, 0})));
        cases.add(new TypeCase(
                "uuid", "fixed_len_byte_array(16) %s (UUID)", List.of(new byte[16], Arrays.copyOf(random, 16))));
    }
}
