import { type ErrorDetails, TributaryError } from '@tributary/core'
import type { Aggregate } from './source.ts'

/** The codes of {@link AttributionError}. */
export type AttributionErrorCode =
  | 'ATTRIBUTION_AGGREGATE_TYPE'
  | 'ATTRIBUTION_AVG_NEEDS_INTERVAL'
  | 'ATTRIBUTION_AVG_UNSUPPORTED'
  | 'ATTRIBUTION_CAUSES_UNSUPPORTED'
  | 'ATTRIBUTION_COLUMN_TYPE'
  | 'ATTRIBUTION_FAN_OUT'
  | 'ATTRIBUTION_KEY_NAME'
  | 'ATTRIBUTION_MEMORY_BUDGET'
  | 'ATTRIBUTION_NUMBER_RANGE'
  | 'ATTRIBUTION_SOURCE_CLOSED'
  | 'ATTRIBUTION_TABLE_DAMAGED'
  | 'ATTRIBUTION_TOO_MANY_GROUPS'
  | 'ATTRIBUTION_TOO_MANY_PERIODS'
  | 'ATTRIBUTION_TOO_MANY_VALUES'
  | 'ATTRIBUTION_UNEQUAL_COLUMNS'
  | 'ATTRIBUTION_UNKNOWN_COLUMN'
  | 'ATTRIBUTION_UNKNOWN_MEASURE'
  | 'ATTRIBUTION_UNKNOWN_TABLE'

/** The error that this package throws. */
export class AttributionError extends TributaryError<AttributionErrorCode> {
  constructor(code: AttributionErrorCode, message: string, options: ErrorDetails = {}) {
    super(code, message, options)
  }
}

/** An aggregate does not take arguments of a type. */
export function aggregateTypeError(
  measure: string,
  aggregate: Aggregate,
  type: string,
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AGGREGATE_TYPE',
    `Measure "${measure}" should be a ${aggregate} of numbers, but its argument has the type ${type}; aggregate a number, or use COUNT or COUNT_DISTINCT (MIN and MAX, in one step, take texts, dates and times too)`,
    { details: { measure, aggregate, type } },
  )
}

/** The calculation AVG was requested for a window whose base periods cannot be counted. */
export function averageNeedsIntervalError(window: string, why: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_NEEDS_INTERVAL',
    `Calculation AVG needs the ${window} window to be a range of time, but ${why}; give a range of time or use ALL`,
    { details: { window } },
  )
}

/** The calculation AVG was requested for a metric with a measure that is already aggregated in two steps. */
export function averageUnsupportedError(measure: string, why: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_UNSUPPORTED',
    `Calculation AVG takes the mean per period, but measure "${measure}" ${why}; use ALL`,
    { details: { measure } },
  )
}

/** Causes were asked for of a metric of which no part divides among segments, or whose change does not divide among its parts. */
export function causesUnsupportedError(metric: string, why: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_CAUSES_UNSUPPORTED',
    `No causes of "${metric}" can be found: ${why}. They are found for sums, counts, averages, quotients and formulas of these; ask for a metric that it is computed from`,
    { details: { metric } },
  )
}

/** A column holds a value that is not of its type. */
export function columnTypeError(
  column: string,
  row: number,
  expected: string,
  value: unknown,
): AttributionError {
  const valueText = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
  return new AttributionError(
    'ATTRIBUTION_COLUMN_TYPE',
    `Column "${column}" should contain ${expected}, but row ${row} contains ${typeof value} ${valueText}; convert the column first`,
    { details: { column, row, expected } },
  )
}

/** A lookup found two rows for one key: its table is not the "one" side of the relation. */
export function fanOutError(table: string, key: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_FAN_OUT',
    `Table "${table}" should have one row for each key, but the key ${key} occurs twice, so rows would be counted twice; make the key unique`,
    { details: { table, key }, names: [{ kind: 'TABLE', name: table }] },
  )
}

/** A grouping has a key whose name cannot be a column of its result table. */
export function keyNameError(grouping: string, key: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_KEY_NAME',
    `Grouping "${grouping}" cannot have a key "${key}": another column of its table has that name; rename one`,
    { details: { grouping, key } },
  )
}

/** A whole number exceeds 64 bits. */
export function numberRangeError(column: string, row: number, value: bigint): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_NUMBER_RANGE',
    `Column "${column}" can contain whole numbers of up to 64 bits, but row ${row} contains ${value}; load it as DOUBLE, or with fewer fractional digits`,
    { details: { column, row } },
  )
}

/** The columns of a table take more memory than the limit. */
export function memoryBudgetError(
  table: string,
  { bytes, maxBytes }: { readonly bytes: number; readonly maxBytes: number },
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_MEMORY_BUDGET',
    `Table "${table}" may take ${maxBytes} bytes of memory, but its columns take ${bytes} or more; load fewer columns, or use an SQL engine`,
    { details: { table, bytes, maxBytes } },
  )
}

/** A source was closed before it had answered. */
export function sourceClosedError(): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_SOURCE_CLOSED',
    'The source was closed before it had answered; close a source after its last answer',
  )
}

/** A file or a buffer cannot be read as a table. */
export function tableDamagedError(what: string, why: string, cause?: unknown): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TABLE_DAMAGED',
    `Expected a table in ${what}, but ${why}; write it again`,
    { details: { what }, ...(cause !== undefined && { cause }) },
  )
}

/** A combination of dimensions has more than 2^53 possible groups. */
export function tooManyGroupsError(grouping: string, groups: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_GROUPS',
    `Grouping "${grouping}" has ${groups.toPrecision(3)} possible groups, but at most 2^53 can be numbered; combine fewer dimensions`,
    { details: { grouping } },
  )
}

/** An answer has more groups than the caller takes. */
export function groupLimitError(limit: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_GROUPS',
    `The answer may have ${limit} groups, those of all its groupings together, but has more; combine fewer dimensions, or filter`,
    { details: { limit } },
  )
}

/** A series would have more periods than are allowed. */
export function tooManyPeriodsError(grain: string, count: number, most: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_PERIODS',
    `The time range has ${count} periods of ${grain}, but a series may have ${most}; use a longer grain, or a shorter time range`,
    { details: { path: 'grain', count, most } },
  )
}

/** A column has more distinct values than its dictionary can have. */
export function tooManyValuesError(column: string, limit: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_VALUES',
    `Column "${column}" has more than ${limit} distinct values, which is the limit; leave it out, or use an SQL engine`,
    { details: { column, limit } },
  )
}

/** A balance is of different times for too many values. */
export function tooManySnapshotsError(per: string, limit: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_VALUES',
    `More than ${limit} values of "${per}" have a first or last time that most others do not have; ask for fewer periods, or for a shorter time range`,
    { details: { column: per, limit } },
  )
}

/** The columns of a table differ in length. */
export function unequalColumnsError(
  first: { readonly name: string; readonly length: number },
  second: { readonly name: string; readonly length: number },
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNEQUAL_COLUMNS',
    `The columns of a table must have the same length, but "${first.name}" has ${first.length} rows and "${second.name}" has ${second.length}; give every column a value, or null, for every row`,
    { details: { first: first.name, other: second.name } },
  )
}

/** A request names a column that its table does not have. */
export function unknownColumnError(
  table: string,
  column: string,
  near: readonly string[],
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_COLUMN',
    `Table "${table}" has no column "${column}"${suggestion(near)}`,
    { details: { table, column, near } },
  )
}

/** A formula names a measure that its metric does not have. */
export function unknownMeasureError(measure: string, near: readonly string[]): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_MEASURE',
    `The formula names the measure "${measure}", but the metric has no such measure${suggestion(near)}`,
    { details: { measure, near } },
  )
}

/** A request names a table that the source does not have. */
export function unknownTableError(table: string, near: readonly string[]): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_TABLE',
    `The source has no table "${table}"${suggestion(near)}`,
    { details: { table, near } },
  )
}

function suggestion(near: readonly string[]): string {
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
}
