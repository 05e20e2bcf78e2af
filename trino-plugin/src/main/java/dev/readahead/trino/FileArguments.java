package dev.readahead.trino;

import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ArgumentSpecification;
import io.trino.spi.function.table.ScalarArgument;
import io.trino.spi.function.table.ScalarArgumentSpecification;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The arguments of the functions that read files. */
final class FileArguments {
    private static final String PATH = "PATH";
    private static final String PATHS = "PATHS";
    private static final String TYPED_PARTITIONS = "TYPED_PARTITIONS";

    private final Map<String, Argument> arguments;

    FileArguments(Map<String, Argument> arguments) {
        this.arguments = arguments;
    }

    /** Those that say which files. */
    static List<ArgumentSpecification> specifications() {
        return List.of(
                optional(PATH, VarcharType.VARCHAR, null),
                optional(PATHS, new ArrayType(VarcharType.VARCHAR), null),
                optional(TYPED_PARTITIONS, BooleanType.BOOLEAN, true));
    }

    /** @param value the default; null if there is none */
    static ScalarArgumentSpecification optional(String name, Type type, Object value) {
        return ScalarArgumentSpecification.builder()
                .name(name)
                .type(type)
                .defaultValue(value)
                .build();
    }

    /** At least one. */
    List<String> paths() {
        Slice path = (Slice) value(PATH);
        Block several = (Block) value(PATHS);
        if ((path == null) == (several == null)) {
            throw invalid("either path => '...' or paths => ARRAY['...', '...'] must be given");
        }
        if (path != null) {
            return List.of(path.toStringUtf8());
        }
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < several.getPositionCount(); i++) {
            if (several.isNull(i)) {
                throw invalid("one of the paths is null");
            }
            paths.add(VarcharType.VARCHAR.getSlice(several, i).toStringUtf8());
        }
        if (paths.isEmpty()) {
            throw invalid("there is no path in paths");
        }
        return paths;
    }

    boolean typedPartitions() {
        return flag(TYPED_PARTITIONS);
    }

    boolean flag(String name) {
        Boolean value = (Boolean) value(name);
        if (value == null) {
            throw invalid(name.toLowerCase(Locale.ENGLISH) + " is null");
        }
        return value;
    }

    /** Null if it is null. */
    Object value(String name) {
        return ((ScalarArgument) arguments.get(name)).getValue();
    }

    static TrinoException invalid(String what) {
        return new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, what);
    }
}
