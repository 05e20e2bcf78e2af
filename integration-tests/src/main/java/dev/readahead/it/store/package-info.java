/** A real S3 API in this process: S3Proxy with checked signatures. */
package dev.readahead.it.store;
