package dev.readahead.trino.metastore;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.UUID;

/** Definitions as JSON. What is not exactly a definition is refused. */
public final class Definitions {
    /** Of the form in which definitions are written. */
    public static final int VERSION = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer(SerializationFeature.INDENT_OUTPUT);

    private Definitions() {}

    /** For the id of a definition. */
    public static String newId() {
        return UUID.randomUUID().toString();
    }

    static byte[] write(Object definition) {
        try {
            return WRITER.writeValueAsBytes(definition);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a definition that has no JSON: " + definition, e);
        }
    }

    /** @throws BrokenDefinitionException naming the object */
    static <T> T read(String object, byte[] json, Class<T> form) {
        try {
            T definition = MAPPER.readValue(json, form);
            require(definition, "its content");
            return definition;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : " in line " + at.getLineNr() + ", column " + at.getColumnNr();
            String what = e.getCause() instanceof IllegalArgumentException invalid
                    ? invalid.getMessage()
                    : e.getOriginalMessage();
            throw new BrokenDefinitionException(object, what + where, e);
        } catch (java.io.IOException | IllegalArgumentException e) {
            throw new BrokenDefinitionException(object, e.getMessage(), e);
        }
    }

    static void require(Object part, String what) {
        if (part == null) {
            throw new IllegalArgumentException(what + " is missing");
        }
    }

    static <T> List<T> copy(List<T> list, String what) {
        require(list, what);
        list.forEach(element -> require(element, "an element of " + what));
        return List.copyOf(list);
    }

    static void requireVersion(int version) {
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "its version is " + version + ", and this release reads version " + VERSION);
        }
    }
}
