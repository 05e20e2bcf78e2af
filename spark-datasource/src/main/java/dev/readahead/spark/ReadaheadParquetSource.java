package dev.readahead.spark;

/** {@code format("readahead-parquet")}: the same under a name that says the format. */
public final class ReadaheadParquetSource extends ReadaheadSource {
    @Override
    public String shortName() {
        return SHORT_NAME + "-parquet";
    }
}
