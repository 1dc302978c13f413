import { evaluate, type TypedExpr, type TypedReference, type Value } from '@tributary/expression'
import { decimalToNumber, mapReferences, numberOf } from '@tributary/expression/internal'
import type { ResolvedMetric } from '../request/request.ts'
import type { Aggregate, LeafColumns } from '../request/source.ts'
import { unitsAtRow } from './amounts.ts'
import { asDoubles } from './formula-arithmetic.ts'
import { type FormulaLeaf, formulaColumn } from './formula-column.ts'

/** The input of {@link formulaValues}. */
export interface FormulaInput {
  readonly metric: ResolvedMetric
  readonly leaves: ReadonlyMap<string, LeafColumns>
  readonly window: 'current' | 'compare'
  /** Rows that the window has in each group. */
  readonly present: Float64Array
  /** The divisor of leaves that add up: the number of base periods. */
  readonly divisor: bigint
}

/**
 * A metric's formula computed on each group: NaN on a side without rows and where the formula is NULL or not finite.
 * Arithmetic is done on whole columns; calls, conditions and numbers too large for that row by row.
 */
export function formulaValues(input: FormulaInput): Float64Array {
  const { metric, present } = input
  const formula = perPeriod(metric, input.divisor)
  const leaves = formulaLeaves(input)
  const doubts = new Uint8Array(present.length)
  const column = formulaColumn(formula, { leaves, doubts })
  const slow = (row: number): number => {
    const value = evaluate(formula, (reference) =>
      leafValue(leaves.get(reference.name)!, row, reference),
    )
    return value === null ? Number.NaN : finite(numberOf(value))
  }
  if (column === null) {
    return Float64Array.from(present, (count, row) => (count === 0 ? Number.NaN : slow(row)))
  }
  // The column is not shared, so it is changed in place.
  const values = asDoubles(column)
  for (let row = 0; row < values.length; row++) {
    if (present[row] === 0) values[row] = Number.NaN
    else values[row] = doubts[row] === 0 ? finite(values[row]!) : slow(row)
  }
  return values
}

function formulaLeaves({ metric, leaves, window }: FormulaInput): ReadonlyMap<string, FormulaLeaf> {
  return new Map(
    metric.leaves.map(({ name, aggregate }): [string, FormulaLeaf] => [
      name,
      { column: leaves.get(name)![window], noneIsZero: ADDED_UP.has(aggregate) },
    ]),
  )
}

/** Rewrites the formula over means per period; a leaf that does not add up is a mean already. */
function perPeriod({ formula, leaves }: ResolvedMetric, divisor: bigint): TypedExpr {
  if (divisor === 1n) return formula
  const right: TypedExpr = {
    kind: 'constant',
    type: 'DOUBLE',
    constant: { type: 'DOUBLE', value: Number(divisor) },
  }
  const added = new Set(
    leaves.filter(({ aggregate }) => ADDED_UP.has(aggregate)).map(({ name }) => name),
  )
  return mapReferences(formula, (left) =>
    added.has(left.name) ? { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right } : left,
  )
}

/** The aggregates that are 0 over no rows; others have no value. */
const ADDED_UP: ReadonlySet<Aggregate> = new Set(['SUM', 'COUNT', 'COUNT_DISTINCT'])

function leafValue(
  { column, noneIsZero }: FormulaLeaf,
  row: number,
  { type }: TypedReference,
): Value {
  const integer = type === 'INT'
  const none = noneIsZero ? (integer ? 0n : 0) : null
  if (column.kind === 'double') {
    const value = column.values[row]!
    if (Number.isNaN(value)) return none
    return integer && Number.isInteger(value) ? BigInt(value) : value
  }
  const units = unitsAtRow(column, row)
  if (units === null) return none
  return integer && column.scale === 0 ? units : decimalToNumber({ units, scale: column.scale })
}

/** NaN for an infinite number, and 0 for -0. */
function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : Number.NaN
}
