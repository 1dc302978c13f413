import { addGrain, type TypedExpr, truncate } from '@tributary/expression'
import { formKey } from './form-key.ts'
import { fixedValues } from './implies.ts'
import { timesOf } from './needed-partitions.ts'
import { contains, periodOf } from './periods.ts'
import type { TableColumns, ToldApart } from './table-columns.ts'

/** What is the same for all rows of a group in a window: what they are grouped by, and the conditions that they meet. */
export interface Sameness {
  readonly keys: readonly TypedExpr[]
  readonly conditions: readonly TypedExpr[]
}

/**
 * A column in which two rows of one group may differ; null when a group is at most one row of the table. All in canonical
 * form.
 */
export function mayDiffer({ told }: TableColumns, sameness: Sameness): ToldApart | null {
  const fixed = told.filter((column) => isFixed(column, sameness))
  const follows = ({ period }: ToldApart): boolean =>
    period !== null &&
    fixed.some(
      (other) =>
        other.period !== null &&
        formKey(other.period.time) === formKey(period.time) &&
        contains(period.grain, other.period.grain),
    )
  return told.find((column) => !fixed.includes(column) && !follows(column)) ?? null
}

function isFixed(column: ToldApart, { keys, conditions }: Sameness): boolean {
  return (
    keys.some((key) => formKey(key) === column.identity || hasPeriod(key, column)) ||
    conditions.some((condition) => hasOneValue(condition, column)) ||
    hasOnePeriod(conditions, column)
  )
}

/** A moment and a date that begin the same period tell it as well. */
function hasPeriod(key: TypedExpr, { period }: ToldApart): boolean {
  const own = periodOf(key)
  return (
    own !== null &&
    period !== null &&
    contains(period.grain, own.grain) &&
    formKey(own.time) === formKey(period.time)
  )
}

function hasOneValue(condition: TypedExpr, { identity }: ToldApart): boolean {
  const fixed = fixedValues(condition)
  return fixed !== null && fixed.values.length <= 1 && formKey(fixed.of) === identity
}

function hasOnePeriod(conditions: readonly TypedExpr[], { period }: ToldApart): boolean {
  if (period === null) return false
  const times = timesOf(conditions, period.time)
  if (times === null) return false
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return true
  if (first.from === null || last.to === null) return false
  return last.to <= addGrain(truncate(first.from, period.grain), 1, period.grain)
}
