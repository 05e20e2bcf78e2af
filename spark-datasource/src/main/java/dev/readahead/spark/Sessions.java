package dev.readahead.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark keeps in a session, in Java's words. */
final class Sessions {
    private Sessions() {}

    static SQLConf conf(SparkSession session) {
        return classic(session).sessionState().conf();
    }

    /** The session's Hadoop configuration with the options of a read laid over it. */
    static Configuration hadoopConf(SparkSession session, CaseInsensitiveStringMap options) {
        return classic(session).sessionState().newHadoopConfWithOptions(scalaMap(options));
    }

    /** The options with their keys as they were written, as Hadoop's are case-sensitive. */
    static Map<String, String> scalaMap(CaseInsensitiveStringMap options) {
        return Map$.MODULE$.from(CollectionConverters.asScala(options.asCaseSensitiveMap()));
    }

    private static org.apache.spark.sql.classic.SparkSession classic(SparkSession session) {
        return (org.apache.spark.sql.classic.SparkSession) session;
    }
}
