import type { Decimal, TypedExpr, TypedReference, Value } from '@tributary/expression'
import {
  decimalToNumber,
  evaluateFormula,
  mapReferences,
  toDecimal,
  valueToNumber,
} from '@tributary/expression/internal'
import {
  type ExactColumn,
  findExactValues,
  NO_EXACT_VALUES,
  toExactValue,
} from '../numbers/exact-values.ts'
import {
  asDoubles,
  fillAll,
  MAX_SCALE,
  type NumberVector,
  numberVector,
} from '../numbers/number-vector.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type { Aggregate, MeasureColumns, NumberColumn } from '../request/source.ts'
import { unitsAtRow } from './amounts.ts'

/** The input of {@link formulaValues}. */
export interface FormulaInput {
  readonly metric: ResolvedMetric
  readonly measures: ReadonlyMap<string, MeasureColumns>
  readonly window: 'current' | 'compare'
  /** Rows that the window has in each group. */
  readonly present: Float64Array
  /** The divisor of each measure that adds up, its number of base periods; null: 1 for all of them. */
  readonly divisors: readonly bigint[] | null
}

/** The doubles of {@link computeFormula}. */
export function formulaValues(input: FormulaInput): Float64Array {
  return computeFormula(input).values
}

/**
 * A metric's formula computed on each group: NaN on a side without rows and where the formula is NULL or not finite. A
 * formula of type INT or DECIMAL is computed without rounding where its measures are exact. Arithmetic is done a batch of
 * rows at a time; calls, conditions, decimals and numbers too large for that row by row.
 */
export function computeFormula(input: FormulaInput): ExactColumn {
  const { metric, present } = input
  const formula = perPeriod(metric, input.divisors)
  const measures = formulaMeasures(input)
  const isExact = formula === metric.formula && isExactFormula(formula, measures)
  const vector = numberVector(formula, (part) =>
    part.kind === 'reference' ? measureVector(measures.get(part.name)!, part) : null,
  )
  if (formula.kind === 'reference' && isExact && vector !== null) {
    const { column } = measures.get(formula.name)!
    const values = fillPresent(vector, present)
    return { values, exact: findExactValues(column as ExactNumbers, values) }
  }
  if (vector !== null && (!isExact || vector.scale !== null)) {
    return { values: fillPresent(vector, present), exact: NO_EXACT_VALUES }
  }
  const exact = new Map<number, Decimal>()
  const values = Float64Array.from(present, (count, row) => {
    if (count === 0) return Number.NaN
    const value = evaluateFormula(formula, (reference) =>
      measureValue(measures.get(reference.name)!, row, { reference, isExact }),
    )
    if (value === null) return Number.NaN
    const number = finite(valueToNumber(value))
    const decimal = isExact ? toExactValue(number, toDecimal(value)) : null
    if (decimal !== null) exact.set(row, decimal)
    return number
  })
  return { values, exact: exact.size === 0 ? NO_EXACT_VALUES : exact }
}

/** Whether a formula is a whole number or a decimal of measures that are known without rounding. */
function isExactFormula(
  { type }: TypedExpr,
  measures: ReadonlyMap<string, FormulaMeasure>,
): boolean {
  if (type !== 'INT' && type !== 'DECIMAL') return false
  return [...measures.values()].every(({ column }) => column.kind !== 'double')
}

/** The numbers of a vector in the groups that have rows; NaN in others. */
function fillPresent(vector: NumberVector, present: Float64Array): Float64Array {
  const values = new Float64Array(present.length)
  fillAll(asDoubles(vector), values)
  for (let row = 0; row < values.length; row++) {
    values[row] = present[row] === 0 ? Number.NaN : values[row]! + 0
  }
  return values
}

/** Numbers that are known without rounding. */
type ExactNumbers = Exclude<NumberColumn, { readonly kind: 'double' }>

/** A measure as a formula reads it. */
interface FormulaMeasure {
  readonly column: NumberColumn
  /** Whether it is 0 where it has no value, and not NULL. */
  readonly noneIsZero: boolean
}

function formulaMeasures({
  metric,
  measures,
  window,
}: FormulaInput): ReadonlyMap<string, FormulaMeasure> {
  return new Map(
    metric.measures.map(({ name, aggregate, countedBy }): [string, FormulaMeasure] => {
      const column = measures.get(name)![window]
      if (countedBy === undefined) return [name, { column, noneIsZero: ADDED_UP.has(aggregate) }]
      const count = measures.get(countedBy)![window]
      return [name, { column: maskUncountedValues(column, count), noneIsZero: false }]
    }),
  )
}

/** A column without the values of groups that have no rows of it. */
function maskUncountedValues(column: NumberColumn, count: NumberColumn): NumberColumn {
  const isNone = (row: number): boolean => !hasCountedRows(count, row)
  const without = (values: Float64Array) =>
    values.map((value, row) => (isNone(row) ? Number.NaN : value))
  switch (column.kind) {
    case 'exact':
      return { ...column, units: column.units.map((unit, row) => (isNone(row) ? null : unit)) }
    case 'safe':
      return { ...column, units: without(column.units) }
    case 'double':
      return { ...column, values: without(column.values) }
  }
}

/** Whether a column of counts has more than 0 in a row. */
export function hasCountedRows(count: NumberColumn, row: number): boolean {
  return Number((count.kind === 'double' ? count.values[row] : count.units[row]) ?? 0) > 0
}

/** Rewrites the formula over means per period; a measure that does not add up is a mean already. Over no period there is none. */
function perPeriod(
  { formula, measures }: ResolvedMetric,
  divisors: FormulaInput['divisors'],
): TypedExpr {
  if (divisors === null || divisors.every((divisor) => divisor === 1n)) return formula
  const counts = new Map(
    measures.flatMap(({ name, aggregate }, index): [string, number][] =>
      ADDED_UP.has(aggregate) ? [[name, Number(divisors[index]!)]] : [],
    ),
  )
  return mapReferences(formula, (reference) => {
    const value = counts.get(reference.name)
    if (value === undefined) return reference
    const right: TypedExpr = {
      kind: 'constant',
      type: 'DOUBLE',
      constant: { type: 'DOUBLE', value },
    }
    return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: reference, right }
  })
}

/** The aggregates that are 0 over no rows; others have no value. */
const ADDED_UP: ReadonlySet<Aggregate> = new Set(['SUM', 'COUNT', 'COUNT_DISTINCT'])

/**
 * The vector of a measure; null for bigints, and for doubles of INT that are not all whole: those are exact
 * in a formula, others are not.
 */
function measureVector(
  { column, noneIsZero }: FormulaMeasure,
  { type }: TypedReference,
): NumberVector | null {
  if (column.kind === 'exact') return null
  const numbers = column.kind === 'safe' ? column.units : column.values
  const scale = column.kind === 'safe' ? column.scale : 0
  if (scale > MAX_SCALE) return null
  const isWholeNumber = type === 'INT' && scale === 0
  const divisor = 10 ** scale
  const none = noneIsZero ? 0 : Number.NaN
  let limit = 0
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row]!
    if (Number.isNaN(value)) continue
    if (isWholeNumber && !Number.isSafeInteger(value)) return null
    limit = Math.max(limit, Math.abs(value))
  }
  return {
    scale: isWholeNumber ? 0 : null,
    limit: isWholeNumber ? limit : Infinity,
    fill(rows, { at, count }, out) {
      for (let index = 0; index < count; index++) {
        const value = numbers[rows[at + index]!]! / divisor
        out[index] = value - value === 0 ? value : Number.isNaN(value) ? none : Number.NaN
      }
    },
  }
}

function measureValue(
  { column, noneIsZero }: FormulaMeasure,
  row: number,
  { reference, isExact }: { readonly reference: TypedReference; readonly isExact: boolean },
): Value {
  const integer = reference.type === 'INT'
  const none = noneIsZero ? (integer ? 0n : 0) : null
  if (column.kind === 'double') {
    const value = column.values[row]!
    if (Number.isNaN(value)) return none
    return integer && Number.isInteger(value) ? BigInt(value) : value
  }
  const units = unitsAtRow(column, row)
  if (units === null) return none
  if (integer && column.scale === 0) return units
  const decimal = { units, scale: column.scale }
  return isExact ? decimal : decimalToNumber(decimal)
}

/** NaN for an infinite number, and 0 for -0. */
function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : Number.NaN
}
