import {
  evaluate,
  mapReferences,
  type TypedExpr,
  type TypedReference,
  type Value,
} from '@tributary/expression'
import { decimalToNumber } from '../numbers/decimal.ts'
import type { ResolvedMetric } from '../request.ts'
import type { Aggregate, LeafColumns, NumberColumn } from '../source.ts'

/** What {@link formulaValues} computes a metric over. */
export interface FormulaInput {
  readonly metric: ResolvedMetric
  readonly leaves: ReadonlyMap<string, LeafColumns>
  readonly window: 'current' | 'compare'
  /** Rows that the window has in each group. */
  readonly present: Float64Array
  /** By what SUM and COUNT leaves are divided. */
  readonly divisor: bigint
}

/** A metric's formula computed on each group: null on a side without rows and where the formula is NULL or not finite. */
export function formulaValues(input: FormulaInput): readonly (number | null)[] {
  const { metric, leaves, window, present } = input
  const aggregates = new Map(metric.leaves.map((leaf) => [leaf.name, leaf.aggregate]))
  const formula = perPeriod(metric.formula, input.divisor)
  return Array.from(present, (count, row) => {
    if (count === 0) return null
    const value = evaluate(formula, (reference) =>
      leafValue(leaves.get(reference.name)![window], row, {
        reference,
        aggregate: aggregates.get(reference.name)!,
      }),
    )
    const number = typeof value === 'bigint' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  })
}

function perPeriod(formula: TypedExpr, divisor: bigint): TypedExpr {
  if (divisor === 1n) return formula
  const right: TypedExpr = {
    kind: 'constant',
    type: 'DOUBLE',
    constant: { type: 'DOUBLE', value: Number(divisor) },
  }
  return mapReferences(formula, (left) => ({
    kind: 'arithmetic',
    type: 'DOUBLE',
    op: '/',
    left,
    right,
  }))
}

function leafValue(
  column: NumberColumn,
  row: number,
  of: { readonly reference: TypedReference; readonly aggregate: Aggregate },
): Value {
  const integer = of.reference.type === 'INT'
  const none = of.aggregate === 'MIN' || of.aggregate === 'MAX' ? null : integer ? 0n : 0
  if (column.kind === 'double') {
    const value = column.values[row]!
    if (Number.isNaN(value)) return none
    return integer && Number.isInteger(value) ? BigInt(value) : value
  }
  const units = column.units[row] ?? null
  if (units === null) return none
  return integer && column.scale === 0 ? units : decimalToNumber({ units, scale: column.scale })
}
