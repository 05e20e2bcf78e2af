/**
 * CSV by bytes: dialects, record boundaries that are exact from any offset, fields, values, and the scan that reads
 * files ahead of an engine.
 *
 * <p>An engine cuts files into {@link dev.readahead.csv.CsvSplit}s anywhere, says what it wants by
 * {@link dev.readahead.csv.CsvOptions} and {@link dev.readahead.csv.CsvProjection}, implements
 * {@link dev.readahead.csv.ColumnWriter} on its own columns, and drives one {@link dev.readahead.csv.CsvScan} for each
 * task:
 *
 * <pre>{@code
 * while (!scan.isFinished()) {
 *     if (!scan.blocked().isDone()) {
 *         return scan.blocked();                 // or wait for it
 *     }
 *     int rows = scan.read(writers, mostRows);   // 0: ask again
 *     ...                                        // a batch of split scan.splitIndex()
 * }
 * }</pre>
 *
 * <p>Values are read by {@link dev.readahead.csv.FieldParsers}, or by an engine's own
 * {@link dev.readahead.csv.FieldParser}s where its rules differ.
 *
 * <p>Knows no engine, and nothing of where bytes come from.
 */
package dev.readahead.csv;
