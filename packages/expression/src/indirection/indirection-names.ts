/**
 * What the names in an indirection string may stand for. Absent answers mean that no such thing exists;
 * a string whose names fit in one way only is read that way.
 */
export interface IndirectionNames {
  /** Whether a metric is known by this name; temporary metrics too. */
  hasMetric(name: string): boolean
  /** Whether a dimension is known by this name, without a grain. */
  hasDimension(name: string): boolean
  /** All names, for suggestions. */
  metricNames(): Iterable<string>
  dimensionNames(): Iterable<string>
}
