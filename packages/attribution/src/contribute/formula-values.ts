import {
  evaluate,
  mapReferences,
  numberOf,
  type TypedExpr,
  type TypedReference,
  type Value,
} from '@tributary/expression'
import { decimalToNumber } from '../numbers/decimal.ts'
import type { ResolvedMetric } from '../request.ts'
import type { Aggregate, LeafColumns, NumberColumn } from '../source.ts'
import { unitsAtRow } from './amounts.ts'

/** What {@link formulaValues} computes a metric over. */
export interface FormulaInput {
  readonly metric: ResolvedMetric
  readonly leaves: ReadonlyMap<string, LeafColumns>
  readonly window: 'current' | 'compare'
  /** Rows that the window has in each group. */
  readonly present: Float64Array
  /** By what leaves that are added up are divided. */
  readonly divisor: bigint
}

/** A metric's formula computed on each group: null on a side without rows and where the formula is NULL or not finite. */
export function formulaValues(input: FormulaInput): readonly (number | null)[] {
  const { metric, leaves, window, present } = input
  const aggregates = new Map(metric.leaves.map((leaf) => [leaf.name, leaf.aggregate]))
  const formula = perPeriod(metric, input.divisor)
  return Array.from(present, (count, row) => {
    if (count === 0) return null
    const value = evaluate(formula, (reference) =>
      leafValue(leaves.get(reference.name)![window], row, {
        reference,
        aggregate: aggregates.get(reference.name)!,
      }),
    )
    const number = value === null ? null : numberOf(value)
    return number !== null && Number.isFinite(number) ? number : null
  })
}

/** The formula over means per period; a leaf that is not added up is a mean already. */
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

/** Over no row these are 0; any other aggregate has no value there. */
const ADDED_UP: ReadonlySet<Aggregate> = new Set(['SUM', 'COUNT', 'COUNT_DISTINCT'])

function leafValue(
  column: NumberColumn,
  row: number,
  of: { readonly reference: TypedReference; readonly aggregate: Aggregate },
): Value {
  const integer = of.reference.type === 'INT'
  const none = ADDED_UP.has(of.aggregate) ? (integer ? 0n : 0) : null
  if (column.kind === 'double') {
    const value = column.values[row]!
    if (Number.isNaN(value)) return none
    return integer && Number.isInteger(value) ? BigInt(value) : value
  }
  const units = unitsAtRow(column, row)
  if (units === null) return none
  return integer && column.scale === 0 ? units : decimalToNumber({ units, scale: column.scale })
}
