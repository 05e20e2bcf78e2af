package dev.readahead.csv;

import java.util.Locale;

/** How a file is compressed, told by the suffix of its name where nothing else is said. */
public enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst"),
    BZIP2(".bz2"),
    /** The frame format, not the one of Hadoop. */
    LZ4(".lz4"),
    /** The frame format. */
    SNAPPY(".sz");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    static Compression ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Compression compression : values()) {
            if (compression != NONE && lower.endsWith(compression.suffix)) {
                return compression;
            }
        }
        return NONE;
    }
}
