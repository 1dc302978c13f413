import { addGrain, type TypedExpr, truncate } from '@tributary/expression'
import { isDivisibleByGrain } from '@tributary/expression/internal'
import { toFormKey } from './form-key.ts'
import { findFixedValues } from './implies.ts'
import { findTimeIntervals } from './needed-partitions.ts'
import { toPeriodTruncation } from './periods.ts'
import type { KeyColumn, TableColumns } from './table-columns.ts'

/** The constants of a group in a window: the keys they are grouped by and the conditions they meet. */
export interface GroupConstants {
  readonly keys: readonly TypedExpr[]
  readonly conditions: readonly TypedExpr[]
}

/**
 * A key column that the group's keys and conditions do not determine: two rows of the group may differ in it. Null
 * when a group is at most one row of the table. All in canonical form.
 */
export function findUndeterminedColumn(
  { keyColumns }: TableColumns,
  constants: GroupConstants,
): KeyColumn | null {
  const fixed = keyColumns.filter((column) => isFixedColumn(column, constants))
  const follows = ({ period }: KeyColumn): boolean =>
    period !== null &&
    fixed.some(
      (fixedColumn) =>
        fixedColumn.period !== null &&
        toFormKey(fixedColumn.period.time) === toFormKey(period.time) &&
        isDivisibleByGrain(period.grain, fixedColumn.period.grain),
    )
  return keyColumns.find((column) => !fixed.includes(column) && !follows(column)) ?? null
}

function isFixedColumn(column: KeyColumn, { keys, conditions }: GroupConstants): boolean {
  return (
    keys.some((key) => toFormKey(key) === column.identity || hasPeriod(key, column)) ||
    conditions.some((condition) => hasOneValue(condition, column)) ||
    hasOnePeriod(conditions, column)
  )
}

/** A moment and a date at the beginning of the same period both determine it. */
function hasPeriod(key: TypedExpr, { period }: KeyColumn): boolean {
  const keyPeriod = toPeriodTruncation(key)
  return (
    keyPeriod !== null &&
    period !== null &&
    isDivisibleByGrain(period.grain, keyPeriod.grain) &&
    toFormKey(keyPeriod.time) === toFormKey(period.time)
  )
}

function hasOneValue(condition: TypedExpr, { identity }: KeyColumn): boolean {
  const fixed = findFixedValues(condition)
  return fixed !== null && fixed.values.length <= 1 && toFormKey(fixed.of) === identity
}

function hasOnePeriod(conditions: readonly TypedExpr[], { period }: KeyColumn): boolean {
  if (period === null) return false
  const times = findTimeIntervals(conditions, period.time)
  if (times === null) return false
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return true
  if (first.from === null || last.to === null) return false
  return last.to <= addGrain(truncate(first.from, period.grain), 1, period.grain)
}
