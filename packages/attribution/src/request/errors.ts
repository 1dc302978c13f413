import { type ErrorDetails, TributaryError } from '@tributary/core'
import type { Aggregate } from './source.ts'

/** The codes of {@link AttributionError}. */
export type AttributionErrorCode =
  | 'ATTRIBUTION_AGGREGATE_TYPE'
  | 'ATTRIBUTION_AVG_NEEDS_INTERVAL'
  | 'ATTRIBUTION_AVG_UNSUPPORTED'
  | 'ATTRIBUTION_COLUMN_TYPE'
  | 'ATTRIBUTION_FAN_OUT'
  | 'ATTRIBUTION_KEY_NAME'
  | 'ATTRIBUTION_MEMORY_BUDGET'
  | 'ATTRIBUTION_NUMBER_RANGE'
  | 'ATTRIBUTION_SOURCE_CLOSED'
  | 'ATTRIBUTION_TABLE_DAMAGED'
  | 'ATTRIBUTION_TOO_MANY_GROUPS'
  | 'ATTRIBUTION_TOO_MANY_VALUES'
  | 'ATTRIBUTION_UNEQUAL_COLUMNS'
  | 'ATTRIBUTION_UNKNOWN_COLUMN'
  | 'ATTRIBUTION_UNKNOWN_LEAF'
  | 'ATTRIBUTION_UNKNOWN_TABLE'

/** The error that this package throws. */
export class AttributionError extends TributaryError<AttributionErrorCode> {
  constructor(code: AttributionErrorCode, message: string, options: ErrorDetails = {}) {
    super(code, message, options)
  }
}

/** An aggregate does not take arguments of a type. */
export function aggregateTypeError(
  leaf: string,
  aggregate: Aggregate,
  type: string,
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AGGREGATE_TYPE',
    `Leaf "${leaf}" should be a ${aggregate} of numbers, but its argument is a ${type}; aggregate a number, or use COUNT or COUNT_DISTINCT`,
    { details: { leaf, aggregate, type } },
  )
}

/** AVG was asked for a window whose base periods cannot be counted. */
export function averageNeedsIntervalError(window: string, why: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_NEEDS_INTERVAL',
    `Calculation AVG needs the ${window} window to be a range of time, but ${why}; give a range of time or use ALL`,
    { details: { window } },
  )
}

/** AVG was asked for a metric with a leaf that is aggregated in two steps already. */
export function averageUnsupportedError(leaf: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_UNSUPPORTED',
    `Calculation AVG takes the mean per period, but leaf "${leaf}" is aggregated in two steps already; use ALL`,
    { details: { leaf } },
  )
}

/** A column holds a value that is not of its type. */
export function columnTypeError(
  column: string,
  row: number,
  expected: string,
  found: unknown,
): AttributionError {
  const shown = typeof found === 'bigint' ? `${found}n` : JSON.stringify(found)
  return new AttributionError(
    'ATTRIBUTION_COLUMN_TYPE',
    `Column "${column}" should hold ${expected}, but row ${row} holds ${typeof found} ${shown}; convert the column first`,
    { details: { column, row, expected } },
  )
}

/** A lookup found two rows for one key: its table is not the "one" side of the relation. */
export function fanOutError(table: string, key: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_FAN_OUT',
    `Table "${table}" should have one row for a key, but key ${key} has two; rows would be counted twice. Make the key unique`,
    { details: { table, key } },
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

/** A whole number that no column can hold. */
export function numberRangeError(column: string, row: number, value: bigint): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_NUMBER_RANGE',
    `Column "${column}" holds whole numbers of up to 64 bits, but row ${row} holds ${value}; load it as DOUBLE, or with fewer fractional digits`,
    { details: { column, row } },
  )
}

/** The columns of a table take more memory than they may. */
export function memoryBudgetError(
  table: string,
  { bytes, maxBytes }: { readonly bytes: number; readonly maxBytes: number },
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_MEMORY_BUDGET',
    `Table "${table}" may take ${maxBytes} bytes of memory, but its columns take ${bytes} or more; load fewer columns, or let an engine answer`,
    { details: { table, bytes, maxBytes } },
  )
}

/** A source was closed while it was at work. */
export function sourceClosedError(): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_SOURCE_CLOSED',
    'The source was closed before it had answered; ask again, and close it after the last answer',
  )
}

/** What should be a table cannot be read as one. */
export function tableDamagedError(what: string, why: string, cause?: unknown): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TABLE_DAMAGED',
    `Expected a table in ${what}, but ${why}; write it again`,
    { details: { what }, ...(cause !== undefined && { cause }) },
  )
}

/** A combination of dimensions has more possible groups than can be numbered. */
export function tooManyGroupsError(grouping: string, groups: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_GROUPS',
    `Grouping "${grouping}" has ${groups.toPrecision(3)} possible groups, but at most 2^53 can be numbered; combine fewer dimensions`,
    { details: { grouping } },
  )
}

/** A column has more different values than the engine can number. */
export function tooManyValuesError(column: string, limit: number): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_TOO_MANY_VALUES',
    `Column "${column}" has more than ${limit} different values, which is all that fits; leave it out, or ask an engine`,
    { details: { column, limit } },
  )
}

/** The columns of a table differ in length. */
export function unequalColumnsError(
  first: { readonly name: string; readonly length: number },
  other: { readonly name: string; readonly length: number },
): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNEQUAL_COLUMNS',
    `The columns of a table have one length, but "${first.name}" has ${first.length} rows and "${other.name}" has ${other.length}; give every column a value, or null, for every row`,
    { details: { first: first.name, other: other.name } },
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

/** A formula names a leaf that its metric does not have. */
export function unknownLeafError(leaf: string, near: readonly string[]): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_LEAF',
    `The formula names the leaf "${leaf}", but the metric has none of that name${suggestion(near)}`,
    { details: { leaf, near } },
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
