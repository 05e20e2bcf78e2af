package dev.readahead.it.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP response.
 *
 * @param status the code
 * @param headers in the order in which they are sent, without Content-Length
 * @param declaredLength the Content-Length, which a response to HEAD has without a body
 * @param body sent behind the head
 */
record Response(int status, Map<String, String> headers, long declaredLength, Body body) {
    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(206, "Partial Content"),
            Map.entry(304, "Not Modified"),
            Map.entry(400, "Bad Request"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(416, "Requested Range Not Satisfiable"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(503, "Slow Down"));

    static Response ok(int status, Map<String, String> headers, Body body) {
        return new Response(status, headers, body.length(), body);
    }

    static Response xml(int status, String content) {
        return ok(
                status,
                Map.of("Content-Type", "application/xml"),
                new Body.Bytes(content.getBytes(StandardCharsets.UTF_8)));
    }

    static Response text(String content) {
        return ok(200, Map.of("Content-Type", "text/plain"), new Body.Bytes(content.getBytes(StandardCharsets.UTF_8)));
    }

    /** An error as S3 words it. */
    static Response error(int status, String code, String message, String resource) {
        return xml(
                status,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code + "</Code><Message>"
                        + Xml.escape(message) + "</Message><Resource>" + Xml.escape(resource)
                        + "</Resource><RequestId>0</RequestId></Error>");
    }

    /** The same without its body, as HEAD wants it. */
    Response withoutBody() throws IOException {
        body.close();
        return new Response(status, headers, declaredLength, new Body.Bytes(new byte[0]));
    }

    Response withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, declaredLength, body);
    }

    ByteBuffer head(boolean closes) {
        StringBuilder head = new StringBuilder(256)
                .append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(REASONS.getOrDefault(status, "Status"))
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(declaredLength).append("\r\n");
        if (closes) {
            head.append("Connection: close\r\n");
        }
        return ByteBuffer.wrap(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }
}
