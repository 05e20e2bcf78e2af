package dev.readahead.it.bench;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import java.io.EOFException;
import java.io.IOException;

/** A client that calls back, bridged to the blocking read that a store offers. */
record AsyncRangeClient(S3AsyncClient client, SdkAsyncHttpClient http, String bucket, String key)
        implements RangeClient {
    @Override
    public void read(long offset, byte[] target) throws IOException {
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .range("bytes=" + offset + "-" + (offset + target.length - 1))
                .build();
        try (ResponseInputStream<GetObjectResponse> body = client.getObject(
                        request, AsyncResponseTransformer.toBlockingInputStream())
                .join()) {
            if (body.readNBytes(target, 0, target.length) < target.length) {
                throw new EOFException("range at byte " + offset + " of " + key);
            }
            // Only who has seen the end gives the connection back.
            if (body.read() >= 0) {
                throw new IOException("more than the range at byte " + offset + " of " + key);
            }
        }
    }

    @Override
    public void close() {
        client.close();
        http.close();
    }
}
