import type { Decimal } from '@tributary/expression'
import { decimalToNumber, multiplyDecimals, unitsAt } from '@tributary/expression/internal'
import {
  commonDenominator,
  type Fraction,
  fractionToNumber,
  greatestDivisor,
  subtractFractions,
} from '../numbers/fraction.ts'
import type { AffineForm } from '../plan/metric-form.ts'
import type { Divisors } from '../plan/reach.ts'
import type { MeasureColumns, NumberColumn } from '../request/source.ts'

/** A linear form computed for every group: a measure without a value counts as 0. */
export interface Amounts {
  readonly current: NumberColumn
  readonly compare: NumberColumn
  readonly divisors: Divisors
}

/** The divisors of measures by their names. */
export type MeasureDivisors = ReadonlyMap<string, Divisors>

/** Computes a linear form over the measures of a frame, which have one divisor; exact when all its measures are. */
export function linearAmounts(
  form: AffineForm,
  measures: ReadonlyMap<string, MeasureColumns>,
  divisors: Divisors,
): Amounts {
  return meanAmounts(
    form,
    measures,
    new Map(Array.from(form.terms.keys(), (name) => [name, divisors])),
  )
}

/** Computes a linear form over the means of measures, each with a divisor of its own; exact when all its measures are. */
export function meanAmounts(
  form: AffineForm,
  measures: ReadonlyMap<string, MeasureColumns>,
  divisors: MeasureDivisors,
): Amounts {
  const current = overCommonDivisor(form, divisors, 'current')
  const compare = overCommonDivisor(form, divisors, 'compare')
  return {
    current: combine(current.form, (name) => measures.get(name)!.current),
    compare: combine(compare.form, (name) => measures.get(name)!.compare),
    divisors: { current: current.divisor, compare: compare.divisor },
  }
}

/** A form over totals with the divisor that makes it the form over means. A mean over no period is one of the total. */
function overCommonDivisor(
  form: AffineForm,
  divisors: MeasureDivisors,
  window: 'current' | 'compare',
): { readonly form: AffineForm; readonly divisor: bigint } {
  const divisorOf = (name: string): bigint => divisors.get(name)![window] || 1n
  const common = [...form.terms.keys()].map(divisorOf).reduce(commonDenominator, 1n)
  const scaled = [...form.terms].map(([name, coefficient]): [string, Decimal] => {
    const factor = common / divisorOf(name)
    return [
      name,
      factor === 1n ? coefficient : { ...coefficient, units: coefficient.units * factor },
    ]
  })
  return { form: { ...form, terms: new Map(scaled) }, divisor: common * form.divisor }
}

/** A group's amount in a window. */
export function amountAt(amounts: Amounts, window: 'current' | 'compare', row: number): number {
  const exact = exactAmountAt(amounts, window, row)
  if (exact !== null) return fractionToNumber(exact)
  return doubleAt(amounts[window], row) / Number(amounts.divisors[window])
}

/** A group's amount in a window without rounding; null when it is only known as a double. */
export function exactAmountAt(
  { divisors, ...columns }: Amounts,
  window: 'current' | 'compare',
  row: number,
): Fraction | null {
  const column = columns[window]
  if (column.kind === 'double') return null
  const denominator = divisors[window] * 10n ** BigInt(column.scale)
  return { numerator: unitsAtRow(column, row) ?? 0n, denominator }
}

/** A group's amount in the current window less the one in the compare window; from exact amounts without cancellation. */
export function differenceAt(amounts: Amounts, row: number): number {
  const current = exactAmountAt(amounts, 'current', row)
  const compare = exactAmountAt(amounts, 'compare', row)
  if (current !== null && compare !== null) {
    return fractionToNumber(subtractFractions(current, compare))
  }
  return amountAt(amounts, 'current', row) - amountAt(amounts, 'compare', row)
}

/** {@link amountAt} for every group; NaN where it is not finite. */
export function amountColumn(amounts: Amounts, window: 'current' | 'compare'): Float64Array {
  const column = amounts[window]
  const divisor = Number(amounts.divisors[window])
  if (column.kind === 'double') {
    const doubles = new Float64Array(column.values.length)
    for (let row = 0; row < doubles.length; row++) {
      doubles[row] = finite((column.values[row]! || 0) / divisor)
    }
    return doubles
  }
  const denominator = divisor * 10 ** column.scale
  if (column.kind === 'safe' && Number.isSafeInteger(denominator)) {
    // Both sides of the division are exact doubles, so it rounds once, as the fraction would.
    const quotients = new Float64Array(column.units.length)
    for (let row = 0; row < quotients.length; row++) {
      quotients[row] = (column.units[row]! || 0) / denominator + 0
    }
    return quotients
  }
  const { length } = column.units
  return Float64Array.from({ length }, (_, row) => finite(amountAt(amounts, window, row)))
}

/** {@link differenceAt} for every group; NaN where it is not finite. */
export function differenceColumn(amounts: Amounts): Float64Array {
  const { current, compare } = amounts
  if (current.kind === 'safe' && compare.kind === 'safe') {
    const factors = commonFactors(amounts, current.scale, compare.scale)
    if (factors !== null) {
      return safeDifferences([current.units, compare.units], factors, (row) =>
        finite(differenceAt(amounts, row)),
      )
    }
  }
  if (current.kind === 'double' || compare.kind === 'double') {
    const before = amountColumn(amounts, 'compare')
    const changes = amountColumn(amounts, 'current')
    for (let row = 0; row < changes.length; row++) {
      changes[row] = finite(changes[row]! - before[row]!)
    }
    return changes
  }
  const { length } = current.units
  return Float64Array.from({ length }, (_, row) => finite(differenceAt(amounts, row)))
}

function safeDifferences(
  [current, compare]: readonly [Float64Array, Float64Array],
  factors: CommonFactors,
  exactAt: (row: number) => number,
): Float64Array {
  const { denominator } = factors
  const changes = new Float64Array(current.length)
  let least = 0
  let most = 0
  for (let row = 0; row < changes.length; row++) {
    const now = (current[row]! || 0) * factors.current
    const before = (compare[row]! || 0) * factors.compare
    if (now > most) most = now
    if (now < least) least = now
    if (before > most) most = before
    if (before < least) least = before
    changes[row] = (now - before) / denominator + 0
  }
  // No difference of two of these leaves the safe range.
  if (isSafe(2 * most) && isSafe(2 * least)) return changes
  for (let row = 0; row < changes.length; row++) {
    const now = (current[row]! || 0) * factors.current
    const before = (compare[row]! || 0) * factors.compare
    if (!(isSafe(now) && isSafe(before) && isSafe(now - before))) changes[row] = exactAt(row)
  }
  return changes
}

interface CommonFactors {
  readonly current: number
  readonly compare: number
  readonly denominator: number
}

/** The factors that give the units of both windows one denominator; null when a factor is not safe. */
function commonFactors({ divisors }: Amounts, now: number, before: number): CommonFactors | null {
  const current = divisors.current * 10n ** BigInt(now)
  const compare = divisors.compare * 10n ** BigInt(before)
  const shared = greatestDivisor(current, compare)
  const factors = {
    current: Number(compare / shared),
    compare: Number(current / shared),
    denominator: Number((current * compare) / shared),
  }
  return Object.values(factors).every(Number.isSafeInteger) ? factors : null
}

function isSafe(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** NaN for an infinite number, and 0 for -0. */
function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : Number.NaN
}

/** The size of the terms of a linear form that are only known as doubles, over one overall row. */
export function roundedSize(
  form: AffineForm,
  measures: ReadonlyMap<string, MeasureColumns>,
  divisors: MeasureDivisors,
  window: 'current' | 'compare',
): number {
  let size = 0
  for (const [name, coefficient] of form.terms) {
    const column = measures.get(name)![window]
    if (column.kind !== 'double') continue
    const divisor = Number(divisors.get(name)![window] || 1n)
    size += Math.abs(decimalToNumber(coefficient) * doubleAt(column, 0)) / divisor
  }
  return size / Number(form.divisor)
}

/** The units of a row's number, exact or safe; null when there is none. */
export function unitsAtRow(
  column: Exclude<NumberColumn, { readonly kind: 'double' }>,
  row: number,
): bigint | null {
  if (column.kind === 'exact') return column.units[row] ?? null
  const units = column.units[row]!
  return Number.isNaN(units) ? null : BigInt(units)
}

function combine(form: AffineForm, columnOf: (name: string) => NumberColumn): NumberColumn {
  const terms: Term[] = []
  for (const [name, coefficient] of form.terms) {
    terms.push({ coefficient, column: safeWherePossible(columnOf(name)) })
  }
  return safeCombination(terms) ?? exactCombination(terms) ?? doubleCombination(terms)
}

/** An exact column whose units are all whole doubles, as a safe one: it is computed with much faster, to the same digits. */
function safeWherePossible(column: NumberColumn): NumberColumn {
  if (column.kind !== 'exact') return column
  const units = new Float64Array(column.units.length)
  for (let row = 0; row < units.length; row++) {
    const exact = column.units[row] ?? null
    units[row] = exact === null ? Number.NaN : Number(exact)
    if (Math.abs(units[row]!) > Number.MAX_SAFE_INTEGER) return column
  }
  return { kind: 'safe', scale: column.scale, units }
}

function exactCombination(terms: readonly Term[]): NumberColumn | null {
  const scale = commonScale(terms)
  if (scale === null) return null
  const units = Array.from({ length: countColumnRows(terms[0]!.column) }, () => 0n)
  for (const { coefficient, column } of terms) {
    if (column.kind === 'double') continue
    for (let row = 0; row < units.length; row++) {
      const value = { units: unitsAtRow(column, row) ?? 0n, scale: column.scale }
      units[row]! += unitsAt(multiplyDecimals(coefficient, value), scale)
    }
  }
  return { kind: 'exact', scale, units }
}

function doubleCombination(terms: readonly Term[]): NumberColumn {
  const values = new Float64Array(countColumnRows(terms[0]!.column))
  for (const { coefficient, column } of terms) {
    const factor = decimalToNumber(coefficient)
    for (let row = 0; row < values.length; row++) values[row]! += factor * doubleAt(column, row)
  }
  return { kind: 'double', values }
}

/** The number of a row as a double; 0 where there is none. */
function doubleAt(column: NumberColumn, row: number): number {
  if (column.kind === 'safe' && column.scale <= EXACT_POWERS) {
    return (column.units[row]! || 0) / 10 ** column.scale
  }
  if (column.kind !== 'double') {
    return decimalToNumber({ units: unitsAtRow(column, row) ?? 0n, scale: column.scale })
  }
  const value = column.values[row]!
  return Number.isNaN(value) ? 0 : value
}

/** Powers of ten up to this one are doubles, so that a whole double is divided by them with one rounding. */
const EXACT_POWERS = 22

function countColumnRows(column: NumberColumn): number {
  return column.kind === 'double' ? column.values.length : column.units.length
}

/** A column and its coefficient. */
export interface Term {
  readonly coefficient: Decimal
  readonly column: NumberColumn
}

/** The scale at which every product is whole; null when a column holds doubles. */
export function commonScale(terms: readonly Term[]): number | null {
  let scale = 0
  for (const { coefficient, column } of terms) {
    if (column.kind === 'double') return null
    scale = Math.max(scale, coefficient.scale + column.scale)
  }
  return scale
}

/** The sum of terms over safe columns in whole doubles; null when a step of it may leave ±2^53. A missing number counts as 0. */
export function safeCombination(terms: readonly Term[]): NumberColumn | null {
  const scale = commonScale(terms)
  const [first] = terms
  if (scale === null || first?.column.kind !== 'safe') return null
  if (terms.length === 1 && first.coefficient.units === 1n && first.coefficient.scale === 0) {
    return first.column
  }
  const units = new Float64Array(first.column.units.length)
  for (const { coefficient, column } of terms) {
    if (column.kind !== 'safe') return null
    const shift = BigInt(scale - coefficient.scale - column.scale)
    const factor = Number(coefficient.units * 10n ** shift)
    if (!Number.isSafeInteger(factor) || !addProducts(units, factor, column.units)) return null
  }
  return { kind: 'safe', scale, units }
}

/** False when a product or a sum is not safe, which shows in the rounded result too. */
function addProducts(sums: Float64Array, factor: number, units: Float64Array): boolean {
  let safe = true
  for (let row = 0; row < sums.length; row++) {
    const product = factor * (units[row]! || 0)
    const sum = sums[row]! + product
    sums[row] = sum
    safe &&=
      Math.abs(product) <= Number.MAX_SAFE_INTEGER && Math.abs(sum) <= Number.MAX_SAFE_INTEGER
  }
  return safe
}
