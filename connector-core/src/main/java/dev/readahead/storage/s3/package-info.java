/**
 * S3 and what speaks its API, through the AWS SDK: one attempt a request, errors with names, no bytes that were not
 * asked for.
 */
package dev.readahead.storage.s3;
