package dev.readahead.spark;

import dev.readahead.storage.s3.S3Credentials;
import dev.readahead.storage.s3.S3Options;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class S3OptionsFromHadoopTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void withoutSettingsTheSdkFindsEverything() {
        S3Options options = options();
        assertThat(options.endpoint()).isEmpty();
        assertThat(options.region()).isEmpty();
        assertThat(options.credentials()).isEqualTo(new S3Credentials.DefaultChain());
        assertThat(options.pathStyle()).isFalse();
    }

    @Test
    void keysWithATokenAreTaken() {
        conf.set("fs.s3a.access.key", "a");
        conf.set("fs.s3a.secret.key", "s");
        conf.set("fs.s3a.session.token", "t");
        assertThat(options().credentials()).isEqualTo(new S3Credentials.Keys("a", "s", Optional.of("t")));
    }

    @Test
    void whatIsSetForTheBucketGoesFirst() {
        conf.set("fs.s3a.endpoint", "http://general:1");
        conf.set("fs.s3a.bucket.lake.endpoint", "http://special:2");
        conf.set("fs.s3a.access.key", "general");
        conf.set("fs.s3a.bucket.lake.access.key", "special");
        conf.set("fs.s3a.secret.key", "s");
        conf.set("fs.s3a.bucket.other.path.style.access", "true");

        assertThat(options().endpoint()).contains(URI.create("http://special:2"));
        assertThat(options().credentials()).isEqualTo(new S3Credentials.Keys("special", "s", Optional.empty()));
        assertThat(options().pathStyle()).isFalse();
        assertThat(S3OptionsFromHadoop.of(conf, "other").endpoint()).contains(URI.create("http://general:1"));
        assertThat(S3OptionsFromHadoop.of(conf, "other").pathStyle()).isTrue();
    }

    @Test
    void anEndpointWithoutASchemeGetsTheOneThatTlsSays() {
        conf.set("fs.s3a.endpoint", "store:9000");
        assertThat(options().endpoint()).contains(URI.create("https://store:9000"));
        conf.set("fs.s3a.connection.ssl.enabled", "false");
        assertThat(options().endpoint()).contains(URI.create("http://store:9000"));
    }

    @Test
    void timesThatNobodySetAreOursAndNotHadoops() throws Exception {
        Configuration withDefaults = new Configuration(true);
        assertThat(withDefaults.get("fs.s3a.connection.timeout")).isEqualTo("200s");
        assertThat(S3OptionsFromHadoop.of(withDefaults, "lake").socketTimeout())
                .isEqualTo(S3Options.defaults().socketTimeout());
        assertThat(S3OptionsFromHadoop.of(sent(withDefaults), "lake").socketTimeout())
                .isEqualTo(S3Options.defaults().socketTimeout());

        withDefaults.set("fs.s3a.connection.timeout", "200s");
        assertThat(S3OptionsFromHadoop.of(sent(withDefaults), "lake").socketTimeout())
                .isEqualTo(Duration.ofSeconds(200));
    }

    /** As a driver sends it to its executors. */
    private static Configuration sent(Configuration conf) throws Exception {
        DataOutputBuffer bytes = new DataOutputBuffer();
        conf.write(bytes);
        DataInputBuffer back = new DataInputBuffer();
        back.reset(bytes.getData(), bytes.getLength());
        Configuration received = new Configuration(false);
        received.readFields(back);
        return received;
    }

    @Test
    void timesHaveUnits() {
        conf.set("fs.s3a.connection.timeout", "7s");
        conf.set("fs.s3a.connection.establish.timeout", "900");
        assertThat(options().socketTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(options().connectTimeout()).isEqualTo(Duration.ofMillis(900));
    }

    @Test
    void theProvidersOfHadoopAndOfTheSdkAreKnown() {
        provider("org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider");
        assertThat(options().credentials()).isEqualTo(new S3Credentials.Anonymous());
        provider("software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider");
        assertThat(options().credentials()).isEqualTo(new S3Credentials.Instance());
        provider("com.amazonaws.auth.WebIdentityTokenCredentialsProvider");
        assertThat(options().credentials()).isEqualTo(new S3Credentials.WebIdentity());
        provider("org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider,"
                + "org.apache.hadoop.fs.s3a.auth.IAMInstanceCredentialsProvider");
        assertThat(options().credentials()).as("no keys are set").isEqualTo(new S3Credentials.Instance());
    }

    @Test
    void aRoleIsAssumedWithOtherCredentials() {
        provider("org.apache.hadoop.fs.s3a.auth.AssumedRoleCredentialProvider");
        assertThatThrownBy(this::options).hasMessageContaining("fs.s3a.assumed.role.arn");
        conf.set("fs.s3a.assumed.role.arn", "arn:aws:iam::1:role/reader");
        conf.set("fs.s3a.assumed.role.session.duration", "45m");
        conf.set("fs.s3a.access.key", "a");
        conf.set("fs.s3a.secret.key", "s");

        S3Credentials.AssumedRole role = (S3Credentials.AssumedRole) options().credentials();

        assertThat(role.roleArn()).isEqualTo("arn:aws:iam::1:role/reader");
        assertThat(role.duration()).contains(Duration.ofMinutes(45));
        assertThat(role.base()).isEqualTo(new S3Credentials.Keys("a", "s", Optional.empty()));
    }

    @Test
    void anUnknownProviderIsRefusedByName() {
        provider("com.example.OurOwnProvider");
        assertThatThrownBy(this::options).hasMessageContaining("com.example.OurOwnProvider");
    }

    @Test
    void secretsAreNotShown() {
        conf.set("fs.s3a.access.key", "MARKER-a");
        conf.set("fs.s3a.secret.key", "MARKER-s");
        conf.set("fs.s3a.session.token", "MARKER-t");
        assertThat(options().toString()).doesNotContain("MARKER");
    }

    private void provider(String names) {
        conf.set("fs.s3a.aws.credentials.provider", names);
    }

    private S3Options options() {
        return S3OptionsFromHadoop.of(conf, "lake");
    }
}
