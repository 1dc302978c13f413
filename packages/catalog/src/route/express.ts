import type { TypedExpr, TypedReference } from '@tributary/expression'
import {
  callNode,
  constantNode,
  DAY,
  mapTypedChildren,
  textNode,
} from '@tributary/expression/internal'
import { isConstantWithinGrain } from './constant-within-grain.ts'
import { toFormKey } from './form-key.ts'
import type { PeriodColumn, TableColumns } from './table-columns.ts'

/** An expression over the columns of a table, or the reference that the table has no column for. */
export type Expressed =
  | { readonly typed: TypedExpr }
  | { readonly missing: TypedReference; readonly typed?: undefined }

/**
 * Rewrites an expression in canonical form with the columns of a materialised table, with the same value for every
 * row that a row of the table represents. The period of a time is enough where the expression is constant within it.
 */
export function express(typed: TypedExpr, columns: TableColumns): Expressed {
  let missing: TypedReference | null = null
  const rewrite = (part: TypedExpr): TypedExpr => {
    const column = columns.values.get(toFormKey(part))
    if (column !== undefined) return column
    const byPeriod = overPeriods(part, columns.periods)
    if (byPeriod !== null) return byPeriod
    if (part.kind === 'reference') missing ??= part
    return mapTypedChildren(part, rewrite)
  }
  const rewrittenExpression = rewrite(typed)
  return missing === null ? { typed: rewrittenExpression } : { missing }
}

function overPeriods(typed: TypedExpr, periods: readonly PeriodColumn[]): TypedExpr | null {
  for (const { time, grain, column } of periods) {
    const placed = withPlaceholder(typed, time)
    if (placed !== null && isConstantWithinGrain(placed, grain)) return withColumn(placed, column)
  }
  return null
}

const PLACEHOLDER = '@time'

/** The expression with the reference `@time` for a time; null when it names anything else, or not the time. */
export function withPlaceholder(typed: TypedExpr, time: TypedExpr): TypedExpr | null {
  const identity = toFormKey(time)
  let isTimeNamed = false
  let isOtherNamed = false
  const placed = (part: TypedExpr): TypedExpr => {
    if (part.type === time.type && toFormKey(part) === identity) {
      isTimeNamed = true
      return { kind: 'reference', type: time.type, table: null, name: PLACEHOLDER }
    }
    if (part.kind === 'reference') isOtherNamed = true
    return mapTypedChildren(part, placed)
  }
  const placedExpression = placed(typed)
  return isTimeNamed && !isOtherNamed ? placedExpression : null
}

/** Replaces the time by the beginning of its period. */
function withColumn(typed: TypedExpr, column: TypedReference): TypedExpr {
  if (typed.kind !== 'reference') {
    const compared = comparedDays(typed, column)
    return compared ?? mapTypedChildren(typed, (child) => withColumn(child, column))
  }
  if (typed.type === column.type) return column
  const target = typed.type === 'DATE' ? 'Date' : 'Timestamp'
  return callNode('Cast', typed.type, [column, textNode(target)])
}

/** A bound at midnight on a column of dates as a date, which an engine finds quicker; null for anything else. */
function comparedDays(typed: TypedExpr, column: TypedReference): TypedExpr | null {
  if (typed.kind !== 'comparison' || column.type !== 'DATE') return null
  const { op, left, right } = typed
  if (left.kind !== 'reference' || right.kind !== 'constant') return null
  if (right.constant.type !== 'TIMESTAMP' || right.constant.value % DAY !== 0n) return null
  if (op !== '>=' && op !== '<') return null
  const value = Number(right.constant.value / DAY)
  return { ...typed, left: column, right: constantNode({ type: 'DATE', value }) }
}
