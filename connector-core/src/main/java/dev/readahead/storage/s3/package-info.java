/**
 * Objects in Amazon S3 and in stores that speak its protocol.
 *
 * <p>{@link dev.readahead.storage.s3.S3ObjectStore} sends each request once over the AWS SDK, checks that the answer is
 * the answer to what was asked, and says what went wrong in the terms of {@code dev.readahead.storage}.
 */
package dev.readahead.storage.s3;
