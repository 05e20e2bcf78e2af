package dev.readahead.storage.s3;

import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLHandshakeException;

/** Says in one line what an exception of the SDK means for the object that was asked for. */
final class S3Errors {
    private S3Errors() {}

    /** @param what the object and the bytes asked for */
    static StorageException explain(String what, SdkException error) {
        if (error instanceof AwsServiceException answer) {
            return explainAnswer(what, answer);
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException) {
                return new StorageException(
                        Reason.TRANSIENT,
                        what + ": no such host: " + cause.getMessage() + "; is the endpoint right?",
                        error);
            }
            if (cause instanceof SSLHandshakeException || cause instanceof GeneralSecurityException) {
                return new StorageException(
                        Reason.REFUSED, what + ": no trusted TLS connection: " + cause.getMessage(), error);
            }
        }
        String message = String.valueOf(error.getMessage());
        if (message.contains("credentials")) {
            return new StorageException(
                    Reason.ACCESS_DENIED,
                    what + ": no credentials were found; set keys, a profile or a role, or anonymous access",
                    error);
        }
        if (message.contains("region")) {
            return new StorageException(Reason.REFUSED, what + ": no region is known; set the region", error);
        }
        return new StorageException(Reason.TRANSIENT, what + ": " + rootMessage(error), error);
    }

    private static StorageException explainAnswer(String what, AwsServiceException answer) {
        int status = answer.statusCode();
        String code =
                answer.awsErrorDetails() == null || answer.awsErrorDetails().errorCode() == null
                        ? ""
                        : answer.awsErrorDetails().errorCode();
        String said = what + ": " + status + (code.isEmpty() ? "" : " " + code);
        String suffix = answer.requestId() == null ? "" : " (request " + answer.requestId() + ")";
        Reason reason = reason(status, code);
        return new StorageException(reason, said + advice(reason, status, code) + suffix, answer);
    }

    private static Reason reason(int status, String code) {
        return switch (code) {
            case "NoSuchKey", "NoSuchBucket", "NoSuchVersion" -> Reason.NOT_FOUND;
            case "PreconditionFailed" -> Reason.CHANGED;
            case "SlowDown", "ServiceUnavailable", "Throttling", "ThrottlingException", "RequestLimitExceeded" ->
                Reason.THROTTLED;
            case "RequestTimeout", "InternalError" -> Reason.TRANSIENT;
            case "AccessDenied",
                    "ExpiredToken",
                    "InvalidAccessKeyId",
                    "InvalidToken",
                    "SignatureDoesNotMatch",
                    "AllAccessDisabled",
                    "AccountProblem" -> Reason.ACCESS_DENIED;
            default -> reasonOf(status);
        };
    }

    private static Reason reasonOf(int status) {
        return switch (status) {
            case 401, 403 -> Reason.ACCESS_DENIED;
            case 404 -> Reason.NOT_FOUND;
            case 412 -> Reason.CHANGED;
            case 429, 503 -> Reason.THROTTLED;
            case 408, 500, 502, 504 -> Reason.TRANSIENT;
            default -> Reason.REFUSED;
        };
    }

    private static String advice(Reason reason, int status, String code) {
        if (status == 301 || status == 307 || code.equals("AuthorizationHeaderMalformed")) {
            return "; the bucket is in another region: set the region or the endpoint";
        }
        return switch (reason) {
            case CHANGED -> "; the object was overwritten after the query was planned: run the query again";
            case NOT_FOUND ->
                code.equals("NoSuchBucket") ? "; there is no such bucket" : "; it does not exist or was deleted";
            case ACCESS_DENIED ->
                code.equals("ExpiredToken")
                        ? "; the session token has expired: renew the credentials"
                        : "; the credentials are wrong or not allowed to read it";
            default -> "";
        };
    }

    static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
