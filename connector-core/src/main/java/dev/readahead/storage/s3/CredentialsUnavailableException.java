package dev.readahead.storage.s3;

/** The credentials of a request could not be had, so that it was never sent. Told apart from failures of the store. */
final class CredentialsUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CredentialsUnavailableException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
