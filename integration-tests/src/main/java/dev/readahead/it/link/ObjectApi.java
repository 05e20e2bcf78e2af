package dev.readahead.it.link;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers requests as S3 does, without any delay. Reading only. */
final class ObjectApi {

    /** What a request was, for counting. */
    enum Kind {
        GET,
        GET_TAIL,
        HEAD,
        LIST,
        OTHER
    }

    private final Folder folder;
    private final Optional<String> accessKey;

    /** @param accessKey if present, requests signed with another one are refused; signatures are never checked */
    ObjectApi(Folder folder, Optional<String> accessKey) {
        this.folder = folder;
        this.accessKey = accessKey;
    }

    static Kind kind(Request request) {
        boolean object = request.path().indexOf('/', 1) > 0 && !request.path().endsWith("/");
        return switch (request.method()) {
            case "HEAD" -> Kind.HEAD;
            case "GET" -> {
                if (!object) {
                    yield Kind.LIST;
                }
                yield request.headers().getOrDefault("range", "").startsWith("bytes=-") ? Kind.GET_TAIL : Kind.GET;
            }
            default -> Kind.OTHER;
        };
    }

    /**
     * Answers. The answer to HEAD is that to GET.
     *
     * @return with a body that the caller closes
     */
    Response answer(Request request) throws IOException {
        if (accessKey.isPresent() && !isSignedWith(accessKey.get(), request)) {
            return Response.error(
                    403, "InvalidAccessKeyId", "The access key of the request is not known here.", request.path());
        }
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request);
            default -> Response.error(501, "NotImplemented", "This link only reads.", request.path());
        };
    }

    private Response get(Request request) throws IOException {
        int slash = request.path().indexOf('/', 1);
        String bucket = slash < 0 ? request.path().substring(1) : request.path().substring(1, slash);
        String key = slash < 0 ? "" : request.path().substring(slash + 1);
        if (bucket.isEmpty()) {
            return buckets();
        }
        if (!folder.hasBucket(bucket)) {
            return Response.error(404, "NoSuchBucket", "The specified bucket does not exist", bucket);
        }
        return key.isEmpty() ? bucket(bucket, request) : object(bucket, key, request);
    }

    private Response buckets() {
        StringBuilder xml = new StringBuilder("<ListAllMyBucketsResult><Buckets>");
        folder.buckets()
                .forEach(bucket -> xml.append("<Bucket>")
                        .append(Xml.element("Name", bucket))
                        .append("</Bucket>"));
        return Response.xml(
                200, xml.append("</Buckets></ListAllMyBucketsResult>").toString());
    }

    private Response bucket(String bucket, Request request) throws IOException {
        if (request.method().equals("HEAD")) {
            return Response.text("");
        }
        if (request.query().containsKey("location")) {
            return Response.xml(200, "<LocationConstraint xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"/>");
        }
        if (!"2".equals(request.query().get("list-type"))) {
            return Response.error(501, "NotImplemented", "Only the second version of listing is served.", bucket);
        }
        List<Listing.Entry> objects = folder.list(bucket, request.query().getOrDefault("prefix", ""));
        return Response.xml(200, Listing.page(bucket, objects, request.query()));
    }

    private Response object(String bucket, String key, Request request) throws IOException {
        Optional<Folder.Item> found = folder.find(bucket, key);
        if (found.isEmpty()) {
            return Response.error(404, "NoSuchKey", "The specified key does not exist.", key);
        }
        Folder.Item item = found.get();
        String expected = request.headers().get("if-match");
        if (expected != null && !matches(expected, item.etag())) {
            return Response.error(412, "PreconditionFailed", "At least one of the pre-conditions did not hold", key);
        }
        Optional<ByteSelection> selected = ByteSelection.of(request.headers().get("range"), item.length());
        if (selected.isEmpty()) {
            return Response.error(416, "InvalidRange", "The requested range is not satisfiable", key)
                    .withHeader("Content-Range", "bytes */" + item.length());
        }
        ByteSelection selection = selected.get();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", item.etag());
        headers.put("Last-Modified", item.httpDate());
        headers.put("Accept-Ranges", "bytes");
        headers.put("Content-Type", "application/octet-stream");
        if (selection.partial()) {
            headers.put("Content-Range", selection.contentRange(item.length()));
        }
        FileChannel file = FileChannel.open(item.file(), StandardOpenOption.READ);
        return Response.ok(
                selection.partial() ? 206 : 200,
                headers,
                new Body.FilePart(file, selection.start(), selection.length()));
    }

    private static boolean matches(String expected, String etag) {
        // Clients send the tag with and without its quotes.
        return expected.equals("*") || expected.replace("\"", "").equals(etag.replace("\"", ""));
    }

    private static boolean isSignedWith(String accessKey, Request request) {
        return request.headers().getOrDefault("authorization", "").contains("Credential=" + accessKey + "/");
    }
}
