package dev.readahead.trino;

import dev.readahead.storage.s3.S3Credentials;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CatalogConfigTest {
    @Test
    void takesThePropertiesOfTrinosOwnS3FileSystem() {
        CatalogConfig config = CatalogConfig.parse(Map.of(
                "fs.s3.enabled", "true",
                "s3.endpoint", "http://localhost:9000",
                "s3.region", "eu-central-1",
                "s3.path-style-access", "true",
                "s3.aws-access-key", "key",
                "s3.aws-secret-key", "secret"));

        assertThat(config.s3().endpoint())
                .hasValueSatisfying(uri -> assertThat(uri).hasPort(9000));
        assertThat(config.s3().region()).contains("eu-central-1");
        assertThat(config.s3().pathStyle()).isTrue();
        assertThat(config.s3().credentials()).isInstanceOf(S3Credentials.Keys.class);
        assertThat(config.localRoot()).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> CatalogConfig.parse(Map.of("s3.regoin", "eu-central-1")))
                .hasMessageContaining("s3.regoin");
        assertThatThrownBy(() -> CatalogConfig.parse(Map.of("readahead.memory", "a lot")))
                .hasMessageContaining("readahead.memory")
                .hasMessageContaining("64MB");
        assertThatThrownBy(() -> CatalogConfig.parse(Map.of("readahead.memory-share", "2")))
                .hasMessageContaining("above 0 and at most 1, not 2.0");
        assertThatThrownBy(() -> CatalogConfig.parse(Map.of("s3.aws-access-key", "key")))
                .hasMessageContaining("s3.aws-secret-key");
    }

    @Test
    void localFilesMayBeReadOnlyBelowTheLocationThatIsSet() {
        CatalogConfig config =
                CatalogConfig.parse(Map.of("fs.local.enabled", "true", "local.location", "/srv/data/../lake"));
        assertThat(config.localRoot())
                .hasValueSatisfying(root -> assertThat(root).hasToString("/srv/lake"));
    }
}
