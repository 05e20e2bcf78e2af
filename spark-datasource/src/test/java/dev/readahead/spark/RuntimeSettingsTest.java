package dev.readahead.spark;

import dev.readahead.runtime.RuntimeOptions;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RuntimeSettingsTest {
    @Test
    void withoutSettingsTheDefaultsOfTheCoreHold() {
        assertThat(RuntimeSettings.runtimeOptions(new SparkConf(false))).isEqualTo(RuntimeOptions.defaults());
    }

    @Test
    void everySettingArrivesInItsUnit() {
        SparkConf conf = new SparkConf(false)
                .set("spark.readahead.memory", "100MB")
                .set("spark.readahead.max-in-flight", "7")
                .set("spark.readahead.request-size", "1MB")
                .set("spark.readahead.retries", "3")
                .set("spark.readahead.retry-wait", "2s")
                .set("spark.readahead.retry-backoff", "1.5")
                .set("spark.readahead.footer-cache", "1KB")
                .set("spark.readahead.hedge", "false");

        RuntimeOptions options = RuntimeSettings.runtimeOptions(conf);

        assertThat(options.memoryBytes()).isEqualTo(100 << 20);
        assertThat(options.fetch().maxInFlight()).isEqualTo(7);
        assertThat(options.fetch().maxRequestBytes()).isEqualTo(1 << 20);
        assertThat(options.fetch().retry().retries()).isEqualTo(3);
        assertThat(options.fetch().retry().retriesBeforeFirstAnswer()).isEqualTo(3);
        assertThat(options.fetch().retry().firstWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.fetch().retry().backoff()).isEqualTo(1.5);
        assertThat(options.fetch().hedge()).isFalse();
        assertThat(RuntimeSettings.footerCacheBytes(conf)).isEqualTo(1024);
    }

    @Test
    void nonsenseIsRefused() {
        SparkConf conf = new SparkConf(false).set("spark.readahead.max-in-flight", "0");
        assertThatThrownBy(() -> RuntimeSettings.runtimeOptions(conf)).hasMessageContaining("0");
    }
}
