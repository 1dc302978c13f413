/**
 * The types of the language. `DATE` and `TIMESTAMP` have no zone (they are in the tenant's), `NULL` is
 * the type of the bare literal, `UNKNOWN` stands after an error and silences what would follow from it.
 */
export type ValueType =
  | 'BOOLEAN'
  | 'STRING'
  | 'INT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'NULL'
  | 'UNKNOWN'

/** Time grains, finest first. A week starts on Monday. */
export type Grain = 'SECOND' | 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR'
