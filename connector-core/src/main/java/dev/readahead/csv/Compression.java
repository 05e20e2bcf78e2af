package dev.readahead.csv;

import io.airlift.compress.zstd.ZstdInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorInputStream;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
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

    /** Of compressed files that are not read, and must not be taken for text. */
    private static final List<String> UNREAD =
            List.of(".deflate", ".snappy", ".lzo", ".lzma", ".xz", ".z", ".br", ".zip", ".7z", ".rar");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    /** What the compressed bytes hold. Several streams one after the other are one, where the format allows that. */
    InputStream decompress(InputStream compressed) throws IOException {
        return switch (this) {
            case NONE -> compressed;
            case GZIP ->
                GzipCompressorInputStream.builder()
                        .setInputStream(compressed)
                        .setDecompressConcatenated(true)
                        .get();
            case ZSTD -> new ZstdInputStream(compressed);
            case BZIP2 -> new BZip2CompressorInputStream(compressed, true);
            case LZ4 -> new FramedLZ4CompressorInputStream(compressed, true);
            case SNAPPY -> new FramedSnappyCompressorInputStream(compressed);
        };
    }

    /** @throws IllegalArgumentException if the suffix is that of a compression which is not read */
    static Compression ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Compression compression : values()) {
            if (compression != NONE && lower.endsWith(compression.suffix)) {
                return compression;
            }
        }
        for (String unread : UNREAD) {
            if (lower.endsWith(unread)) {
                throw new IllegalArgumentException(name + ": files with the suffix " + unread
                        + " are compressed in a way that is not read; set the compression to none if this one is not");
            }
        }
        return NONE;
    }
}
