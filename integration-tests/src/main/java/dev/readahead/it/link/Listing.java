package dev.readahead.it.link;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The answer to ListObjectsV2, page by page. */
final class Listing {
    static final int MAX_KEYS = 1_000;

    /** S3 orders keys by their UTF-8 bytes. */
    static final Comparator<String> KEY_ORDER = (left, right) ->
            Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    /**
     * An object as a listing shows it.
     *
     * @param key whole key
     * @param length in bytes
     * @param etag with its quotes
     * @param modified ISO 8601
     */
    record Entry(String key, long length, String etag, String modified) {}

    /**
     * How far a listing has come.
     *
     * @param item the last key or common prefix
     * @param group whether it is a common prefix, which answers for every key below it
     */
    private record Position(String item, boolean group) {
        boolean isBefore(String key) {
            return KEY_ORDER.compare(key, item) > 0 && !(group && key.startsWith(item));
        }

        String token() {
            String text = (group ? "g" : "k") + item;
            return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        static Position parse(String token) {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            return new Position(text.substring(1), text.startsWith("g"));
        }
    }

    private Listing() {}

    /**
     * One page.
     *
     * @param objects all whose keys begin with the prefix, in {@link #KEY_ORDER}
     * @param query the parameters of the request
     */
    static String page(String bucket, List<Entry> objects, Map<String, String> query) {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        int maxKeys = Math.min(MAX_KEYS, Integer.parseInt(query.getOrDefault("max-keys", "" + MAX_KEYS)));
        String token = query.get("continuation-token");
        Position position =
                token == null ? new Position(query.getOrDefault("start-after", ""), false) : Position.parse(token);

        List<Entry> contents = new ArrayList<>();
        List<String> commonPrefixes = new ArrayList<>();
        boolean truncated = false;
        for (Entry object : objects) {
            if (!position.isBefore(object.key())) {
                continue;
            }
            if (contents.size() + commonPrefixes.size() == maxKeys) {
                truncated = maxKeys > 0;
                break;
            }
            int end = delimiter.isEmpty() ? -1 : object.key().indexOf(delimiter, prefix.length());
            if (end < 0) {
                contents.add(object);
                position = new Position(object.key(), false);
            } else {
                String group = object.key().substring(0, end + delimiter.length());
                commonPrefixes.add(group);
                position = new Position(group, true);
            }
        }
        return xml(bucket, query, contents, commonPrefixes, maxKeys, truncated ? position.token() : null);
    }

    private static String xml(
            String bucket,
            Map<String, String> query,
            List<Entry> contents,
            List<String> commonPrefixes,
            int maxKeys,
            String next) {
        boolean url = "url".equals(query.get("encoding-type"));
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">")
                .append(Xml.element("Name", bucket))
                .append(Xml.element("Prefix", encode(query.getOrDefault("prefix", ""), url)))
                .append(Xml.element("KeyCount", contents.size() + commonPrefixes.size()))
                .append(Xml.element("MaxKeys", maxKeys))
                .append(Xml.element("IsTruncated", next != null));
        if (query.containsKey("delimiter")) {
            xml.append(Xml.element("Delimiter", encode(query.get("delimiter"), url)));
        }
        if (query.containsKey("start-after")) {
            xml.append(Xml.element("StartAfter", encode(query.get("start-after"), url)));
        }
        if (url) {
            xml.append(Xml.element("EncodingType", "url"));
        }
        if (next != null) {
            xml.append(Xml.element("NextContinuationToken", next));
        }
        for (Entry object : contents) {
            xml.append("<Contents>")
                    .append(Xml.element("Key", encode(object.key(), url)))
                    .append(Xml.element("LastModified", object.modified()))
                    .append(Xml.element("ETag", object.etag()))
                    .append(Xml.element("Size", object.length()))
                    .append(Xml.element("StorageClass", "STANDARD"))
                    .append("</Contents>");
        }
        for (String item : commonPrefixes) {
            xml.append("<CommonPrefixes>")
                    .append(Xml.element("Prefix", encode(item, url)))
                    .append("</CommonPrefixes>");
        }
        return xml.append("</ListBucketResult>").toString();
    }

    private static String encode(String text, boolean url) {
        return url ? URLEncoder.encode(text, StandardCharsets.UTF_8).replace("%2F", "/") : text;
    }
}
