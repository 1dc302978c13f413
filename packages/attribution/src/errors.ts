import { type ErrorDetails, TributaryError } from '@tributary/core'
import type { Aggregate } from './source.ts'

/** The names of {@link AttributionError}. */
export type AttributionErrorCode =
  | 'ATTRIBUTION_AVG_NEEDS_INTERVAL'
  | 'ATTRIBUTION_AVG_UNSUPPORTED'
  | 'ATTRIBUTION_COLUMN_TYPE'
  | 'ATTRIBUTION_FAN_OUT'
  | 'ATTRIBUTION_KEY_NAME'
  | 'ATTRIBUTION_UNKNOWN_COLUMN'
  | 'ATTRIBUTION_UNKNOWN_LEAF'
  | 'ATTRIBUTION_UNKNOWN_TABLE'

/** What this package throws on purpose. */
export class AttributionError extends TributaryError<AttributionErrorCode> {
  constructor(code: AttributionErrorCode, message: string, options: ErrorDetails = {}) {
    super(code, message, options)
  }
}

/** AVG was asked for a window whose base periods cannot be counted. */
export function averageNeedsInterval(window: string, why: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_NEEDS_INTERVAL',
    `Calculation AVG needs the ${window} window to be a range of time, but ${why}; give a range of time or use ALL`,
    { details: { window } },
  )
}

/** AVG was asked for a metric with a leaf whose total is not the sum of its periods. */
export function averageUnsupported(leaf: string, aggregate: Aggregate): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_AVG_UNSUPPORTED',
    `Calculation AVG works on SUM and COUNT, but leaf "${leaf}" is a ${aggregate}; use ALL`,
    { details: { leaf, aggregate } },
  )
}

/** A column holds a value that is not of its type. */
export function columnTypeMismatch(
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
export function fanOut(table: string, key: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_FAN_OUT',
    `Table "${table}" should have one row for a key, but key ${key} has two; rows would be counted twice. Make the key unique`,
    { details: { table, key } },
  )
}

/** A grouping has a key whose name cannot be a column of its result table. */
export function keyNameTaken(grouping: string, key: string): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_KEY_NAME',
    `Grouping "${grouping}" cannot have a key "${key}": another column of its table has that name; rename one`,
    { details: { grouping, key } },
  )
}

/** A request names a column that its table does not have. */
export function unknownColumn(
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
export function unknownLeaf(leaf: string, near: readonly string[]): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_LEAF',
    `The formula names the leaf "${leaf}", but the metric has none of that name${suggestion(near)}`,
    { details: { leaf, near } },
  )
}

/** A request names a table that the source does not have. */
export function unknownTable(table: string, near: readonly string[]): AttributionError {
  return new AttributionError(
    'ATTRIBUTION_UNKNOWN_TABLE',
    `The source has no table "${table}"${suggestion(near)}`,
    { details: { table, near } },
  )
}

function suggestion(near: readonly string[]): string {
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
}
