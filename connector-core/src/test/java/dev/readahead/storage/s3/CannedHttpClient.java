package dev.readahead.storage.s3;

import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Answers without a network, so that requests to Amazon's own host names can be looked at. */
final class CannedHttpClient implements SdkHttpClient {
    final List<SdkHttpRequest> requests = new ArrayList<>();
    private final Function<SdkHttpRequest, ScriptedS3.Answer> script;

    CannedHttpClient(Function<SdkHttpRequest, ScriptedS3.Answer> script) {
        this.script = script;
    }

    List<String> hosts() {
        return requests.stream().map(SdkHttpRequest::host).toList();
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest execution) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                requests.add(execution.httpRequest());
                ScriptedS3.Answer answer = script.apply(execution.httpRequest());
                SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(answer.status());
                head.putHeader("Content-Length", String.valueOf(answer.body().length));
                answer.headers().forEach(head::putHeader);
                return HttpExecuteResponse.builder()
                        .response(head.build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body())))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
