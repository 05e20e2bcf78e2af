package dev.readahead.storage.s3;

import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.xml.stream.XMLStreamException;

/**
 * Says what a failure of the SDK or of the connection means, and what to do about it. The SDK's exceptions stay as
 * causes.
 */
final class S3Failures {
    private static final int NOT_FOUND = 404;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int BANDWIDTH_LIMIT_EXCEEDED = 509;

    /** A server may send any text as its message; more than this of it helps nobody. */
    private static final int MAX_SERVER_MESSAGE = 500;

    private static final Set<String> THROTTLING_CODES = Set.of(
            "SlowDown",
            "Throttling",
            "ThrottlingException",
            "RequestLimitExceeded",
            "TooManyRequests",
            "BandwidthLimitExceeded");
    /** A request time too skewed is worth another attempt: the SDK has learnt the store's clock from the refusal. */
    private static final Set<String> TRANSIENT_CODES =
            Set.of("RequestTimeout", "RequestTimeTooSkewed", "InternalError", "OperationAborted");

    private static final Set<String> CREDENTIALS_CODES = Set.of(
            "ExpiredToken", "InvalidToken", "TokenRefreshRequired", "InvalidAccessKeyId", "SignatureDoesNotMatch");

    private final S3Options options;

    S3Failures(S3Options options) {
        this.options = options;
    }

    /**
     * @param operation what was being done, such as "reading bytes 0-9 of s3://bucket/key"
     * @param region the region that the request went to
     */
    StorageException translate(RuntimeException failure, String operation, String region) {
        Optional<CredentialsUnavailableException> credentials = find(failure, CredentialsUnavailableException.class);
        if (credentials.isPresent()) {
            return credentialsFailure(credentials.get(), operation);
        }
        if (failure instanceof AwsServiceException answer) {
            return answered(answer, operation, region);
        }
        if (find(failure, InterruptedException.class).isPresent() || failure instanceof AbortedException) {
            return failed(Reason.TRANSIENT, operation, "interrupted", failure);
        }
        if (find(failure, XMLStreamException.class).isPresent()) {
            return failed(
                    Reason.TRANSIENT,
                    operation,
                    "the answer is not the XML of an S3 service, or broke off: " + failure.getMessage(),
                    failure);
        }
        return find(failure, IOException.class)
                .map(cause -> connectionFailure(cause, operation, failure))
                .orElseGet(() -> failed(
                        Reason.REFUSED, operation, "the request could not be made: " + failure.getMessage(), failure));
    }

    /** A failure of the connection while the body was read. */
    StorageException bodyFailure(IOException failure, String operation) {
        return connectionFailure(failure, operation, failure);
    }

    private StorageException credentialsFailure(CredentialsUnavailableException failure, String operation) {
        Throwable cause = failure.getCause();
        String found = "no credentials from " + options.credentials() + ": " + limited(failure.getMessage());
        if (cause instanceof AwsServiceException answer) {
            Reason reason = reason(answer);
            boolean again = reason == Reason.THROTTLED || reason == Reason.TRANSIENT;
            return failed(again ? reason : Reason.ACCESS_DENIED, operation, found, failure);
        }
        boolean unreachable = find(cause, IOException.class).isPresent();
        return failed(unreachable ? Reason.TRANSIENT : Reason.ACCESS_DENIED, operation, found, failure);
    }

    private StorageException answered(AwsServiceException answer, String operation, String region) {
        StringBuilder found = new StringBuilder("HTTP ").append(answer.statusCode());
        code(answer).ifPresent(code -> found.append(' ').append(code));
        if (answer.requestId() != null) {
            found.append(" (request id ").append(answer.requestId()).append(')');
        }
        AwsErrorDetails details = answer.awsErrorDetails();
        if (details != null && details.errorMessage() != null) {
            found.append(": ").append(limited(details.errorMessage()));
        }
        Reason reason = reason(answer);
        advice(answer, reason, region).ifPresent(advice -> found.append(". ").append(advice));
        return failed(reason, operation, found.toString(), answer);
    }

    private static Reason reason(AwsServiceException answer) {
        String code = code(answer).orElse("");
        int status = answer.statusCode();
        if (THROTTLING_CODES.contains(code)
                || status == SERVICE_UNAVAILABLE
                || status == TOO_MANY_REQUESTS
                || status == BANDWIDTH_LIMIT_EXCEEDED) {
            return Reason.THROTTLED;
        }
        if (TRANSIENT_CODES.contains(code) || status == REQUEST_TIMEOUT) {
            return Reason.TRANSIENT;
        }
        if (CREDENTIALS_CODES.contains(code)) {
            return Reason.ACCESS_DENIED;
        }
        return switch (status) {
            case 401 -> Reason.ACCESS_DENIED;
            case 403 -> code.equals("InvalidObjectState") ? Reason.REFUSED : Reason.ACCESS_DENIED;
            case NOT_FOUND -> Reason.NOT_FOUND;
            // The ranges asked for lie inside the object as it was planned, so it has become shorter.
            case PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE -> Reason.CHANGED;
            case NOT_IMPLEMENTED -> Reason.REFUSED;
            default -> status >= 500 ? Reason.TRANSIENT : Reason.REFUSED;
        };
    }

    private Optional<String> advice(AwsServiceException answer, Reason reason, String region) {
        String byCode = switch (code(answer).orElse("")) {
            case "NoSuchBucket" -> "Check the name of the bucket, and the endpoint (" + service(region) + ")";
            case "NoSuchKey" -> "The object was deleted, or its name is misspelt";
            case "AccessDenied" -> "Allow s3:GetObject on the object and s3:ListBucket on the bucket to " + signer();
            case "ExpiredToken", "TokenRefreshRequired" -> "The session has expired: supply new temporary credentials";
            case "InvalidToken" -> "The session token does not belong to the keys";
            case "InvalidAccessKeyId" ->
                "The access key is unknown to " + service(region) + ": check keys and endpoint";
            case "SignatureDoesNotMatch" -> "Check the secret key, and that no proxy changes the request";
            case "RequestTimeTooSkewed" -> "Set the clock of this machine";
            case "InvalidObjectState" -> "The object is archived: restore it first";
            case "AuthorizationHeaderMalformed",
                    "PermanentRedirect",
                    "TemporaryRedirect",
                    "IllegalLocationConstraintException" ->
                "The bucket is not in " + service(region) + ": set its region";
            default -> null;
        };
        if (byCode != null) {
            return Optional.of(byCode);
        }
        return switch (reason) {
            case CHANGED -> Optional.of("The object was replaced after it was planned: run the query again");
            case ACCESS_DENIED -> Optional.of("Check the permissions of " + signer());
            case NOT_FOUND -> Optional.of("Check the name of the bucket and of the object");
            case THROTTLED -> Optional.of("The store asks for fewer requests");
            default ->
                answer.statusCode() >= 300 && answer.statusCode() < 400
                        ? Optional.of("The bucket is not in " + service(region) + ": set its region")
                        : Optional.empty();
        };
    }

    private StorageException connectionFailure(IOException failure, String operation, Exception cause) {
        if (find(failure, UnknownHostException.class).isPresent()) {
            // The two meanings of this exception differ only in the resolver's words.
            boolean resolverDown = String.valueOf(failure.getMessage()).contains("Temporary failure");
            return failed(
                    resolverDown ? Reason.TRANSIENT : Reason.REFUSED,
                    operation,
                    "no address for the host " + failure.getMessage()
                            + ". Check the endpoint, the region and the bucket"
                            + " name; stores that have no host name per bucket need path-style access",
                    cause);
        }
        if (failure instanceof SSLException) {
            return tlsFailure((SSLException) failure, operation, cause);
        }
        if (failure instanceof SocketTimeoutException) {
            boolean connecting = failure.getClass().getSimpleName().startsWith("Connect")
                    || String.valueOf(failure.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains("connect timed out");
            return failed(
                    Reason.TRANSIENT,
                    operation,
                    connecting
                            ? "no connection within " + options.connectTimeout() + ": " + failure.getMessage()
                            : "no byte arrived within " + options.socketTimeout(),
                    cause);
        }
        if (failure instanceof InterruptedIOException) {
            return failed(
                    Reason.TRANSIENT,
                    operation,
                    "none of " + options.maxConnections() + " connections became free within "
                            + options.connectTimeout() + ": raise the number of connections",
                    cause);
        }
        if (failure instanceof ConnectException || failure instanceof NoRouteToHostException) {
            return failed(
                    Reason.TRANSIENT,
                    operation,
                    "no connection: " + failure.getMessage() + ". Check the endpoint",
                    cause);
        }
        return failed(Reason.TRANSIENT, operation, "the connection broke: " + failure.getMessage(), cause);
    }

    private static StorageException tlsFailure(SSLException failure, String operation, Exception cause) {
        boolean distrusted = failure instanceof SSLPeerUnverifiedException
                || find(failure, CertificateException.class).isPresent()
                || find(failure, CertPathValidatorException.class).isPresent();
        if (distrusted) {
            return failed(
                    Reason.REFUSED,
                    operation,
                    "the certificate of the store is not trusted: " + failure.getMessage(),
                    cause);
        }
        boolean plainText = String.valueOf(failure.getMessage()).contains("Unsupported or unrecognized SSL message");
        if (plainText) {
            return failed(
                    Reason.REFUSED,
                    operation,
                    "the store does not answer in TLS: use an http:// endpoint, or the port for HTTPS",
                    cause);
        }
        return failed(Reason.TRANSIENT, operation, "the TLS connection broke: " + failure.getMessage(), cause);
    }

    private String service(String region) {
        return options.endpoint()
                .map(endpoint -> endpoint + ", region " + region)
                .orElse("region " + region);
    }

    private String signer() {
        return options.credentials() instanceof S3Credentials.Anonymous
                ? "anonymous requests, or configure credentials"
                : "these credentials (" + options.credentials() + ")";
    }

    private static Optional<String> code(AwsServiceException answer) {
        return Optional.ofNullable(answer.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .filter(code -> !code.isEmpty());
    }

    private static String limited(String message) {
        return message == null || message.length() <= MAX_SERVER_MESSAGE
                ? message
                : message.substring(0, MAX_SERVER_MESSAGE) + "...";
    }

    private static StorageException failed(Reason reason, String operation, String found, Exception cause) {
        return new StorageException(reason, operation + ": " + found, cause);
    }

    /** Bounded, since a chain of causes may run in a circle. */
    private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        final int maxDepth = 20;
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < maxDepth; depth++) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
