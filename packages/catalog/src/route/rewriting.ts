import type { Measure, NestedAggregate } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { constantNode } from '@tributary/expression/internal'
import { combineConditions } from '../resolve/rows/conjunction.ts'
import type { CanonicalMeasure, CanonicalRequest } from './canonical-request.ts'
import { express } from './express.ts'
import { toFormKey } from './form-key.ts'
import { implies } from './implies.ts'
import type { RouteReason } from './route-reason.ts'
import type { RouteTable } from './route-table.ts'

/** A request that is being rewritten for a table; `reasons` collects why it cannot be. */
export interface Rewriting {
  readonly request: CanonicalRequest
  readonly table: RouteTable
  readonly reasons: RouteReason[]
}

/**
 * Rewrites an expression with the table's columns. Where that is impossible it adds a reason and gives the expression
 * unchanged.
 */
export function rewriteInColumns(
  { table, reasons }: Rewriting,
  typed: TypedExpr,
  use: string,
): TypedExpr {
  const expressed = express(typed, table.columns)
  if (expressed.typed !== undefined) return expressed.typed
  const { name, type } = expressed.missing
  const isTime = type === 'TIMESTAMP' || type === 'DATE'
  const isKnown = reasons.some(
    (reason) => reason.kind === 'COLUMN_MISSING' && reason.column === name,
  )
  if (!isKnown) reasons.push({ kind: 'COLUMN_MISSING', column: name, isTime, use })
  return typed
}

/** Conditions in the table's columns, without those that all of its rows meet; null when none is left. */
export function rewriteConditionInColumns(
  rewriting: Rewriting,
  conditions: readonly TypedExpr[],
  use: string,
): TypedExpr | null {
  const remainingConditions = conditions.filter(
    (condition) => !implies(rewriting.table.filter, condition),
  )
  const conjunction = combineConditions(remainingConditions)
  if (conjunction === null) return null
  const column = rewriting.table.columns.values.get(toFormKey(conjunction))
  return (
    column ??
    combineConditions(
      remainingConditions.map((condition) => rewriteInColumns(rewriting, condition, use)),
    )
  )
}

/** The condition that every row meets. */
export const ALWAYS: TypedExpr = constantNode({ type: 'BOOLEAN', value: true })

/** A measure over a materialised table. */
export interface RewrittenMeasure {
  readonly measure: Measure
  /** A count that is now a sum: over no rows it is zero, where a sum has no value. */
  readonly isCount: boolean
}

/** The outer half of a measure, per columns of the table. */
export function rewriteNestedInColumns(
  rewriting: Rewriting,
  { measure, per }: CanonicalMeasure,
): { readonly nested?: NestedAggregate } {
  if (measure.nested === undefined) return {}
  const columns = per.map(
    (expression): TypedExpr => rewriteInColumns(rewriting, expression, `"${measure.name}"`),
  )
  return { nested: { ...measure.nested, per: columns } }
}
