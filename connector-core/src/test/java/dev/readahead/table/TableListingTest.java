package dev.readahead.table;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.StorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TableListingTest {
    private final FakeStore store = new FakeStore();
    // On a busy machine any request may be late, and requests are counted here.
    private final FetchScheduler scheduler =
            FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void aFolderIsAllDataBelowIt() throws Exception {
        put("t/a", "t/b/c", "t/_SUCCESS", "t/.hidden/d", "t/b/_temporary/0/e", "t/", "t/b/", "t2/g", "other");

        assertThat(keys("fake://bucket/t")).containsExactly("t/a", "t/b/c");
    }

    @Test
    void anObjectIsItselfEvenIfItsNameBeginsLikeHidden() throws Exception {
        put("t/_one.parquet", "t/_one.parquet.crc");

        assertThat(keys("fake://bucket/t/_one.parquet")).containsExactly("t/_one.parquet");
    }

    @Test
    void aPatternChoosesFilesAndFolders() throws Exception {
        put("t/2025/a", "t/2026/b", "t/2026/c/d", "t/2027/e", "t/2026.txt");

        assertThat(keys("fake://bucket/t/202[67]")).containsExactly("t/2026/b", "t/2026/c/d", "t/2027/e");
        assertThat(keys("fake://bucket/t/*/b")).containsExactly("t/2026/b");
        assertThat(keys("fake://bucket/**d")).containsExactly("t/2026/c/d");
    }

    @Test
    void valuesStandInFolderNames() throws Exception {
        put("t/day=2026-12-01/h=%3A1/a", "t/day=__HIVE_DEFAULT_PARTITION__/h=/b", "t/day=x%/h=%zz%41/c");

        List<TableFile> files = files("fake://bucket/t");
        assertThat(files)
                .extracting(file -> file.partition().values())
                .containsExactly(
                        Map.of("day", Optional.of("2026-12-01"), "h", Optional.of(":1")),
                        Map.of("day", Optional.empty(), "h", Optional.of("")),
                        Map.of("day", Optional.of("x%"), "h", Optional.of("%zzA")));
        assertThat(files.get(0).partition().values().keySet()).containsExactly("day", "h");
    }

    @Test
    void aValueIsDataWhateverItsColumnBeginsWith() throws Exception {
        put("t/_p=1/a", "t/_p=2/_b");

        assertThat(keys("fake://bucket/t")).containsExactly("t/_p=1/a");
    }

    @Test
    void aboveThePatternFolderNamesAreNoValues() throws Exception {
        put("env=prod/t/p=1/a", "env=prod/t/p=2/b");

        assertThat(files("fake://bucket/env=prod/t/p=*"))
                .extracting(file -> file.partition().values())
                .containsExactly(Map.of("p", Optional.of("1")), Map.of("p", Optional.of("2")));
    }

    @Test
    void filesWithOtherColumnsAreNamed() {
        put("t/p=1/a", "t/b");

        assertThatThrownBy(() -> files("fake://bucket/t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("t/b has none")
                .hasMessageContaining("t/p=1/a has p");
    }

    @Test
    void aColumnThatStandsTwiceIsNamed() {
        put("t/p=1/p=2/a");

        assertThatThrownBy(() -> files("fake://bucket/t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("p=1/p=2/a");
    }

    @Test
    void noFilesAreAnError() {
        put("t2/a", "t/_SUCCESS");

        for (String place : List.of("fake://bucket/t", "fake://bucket/t/*.parquet", "fake://bucket/no/such")) {
            assertThatThrownBy(() -> files(place))
                    .isInstanceOf(StorageException.class)
                    .hasMessage(place + ": there are no files");
        }
    }

    @Test
    void aPlaceCostsAListingAndAQuestion() throws Exception {
        put("t/a", "t/b");
        keys("fake://bucket/t");
        assertThat(store.requests()).isEqualTo(2);
        keys("fake://bucket/t/");
        keys("fake://bucket/t/*");
        assertThat(store.requests()).isEqualTo(4);
    }

    private void put(String... keys) {
        for (String key : keys) {
            store.put(key, 10);
        }
    }

    private List<String> keys(String place) throws Exception {
        return files(place).stream().map(file -> file.object().location().key()).toList();
    }

    private List<TableFile> files(String place) throws Exception {
        try {
            return new TableListing(scheduler, new ScanMetrics())
                    .files(TableLocation.parse(place))
                    .get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }
}
