import { decimalToNumber, multiplyDecimals, unitsAt } from '../numbers/decimal.ts'
import { type Fraction, fractionToNumber, subtractFractions } from '../numbers/fraction.ts'
import type { AffineForm } from '../plan/affine-form.ts'
import type { Divisors } from '../plan/known-periods.ts'
import type { LeafColumns, NumberColumn } from '../source.ts'

/** A linear form computed for every group: a leaf without a value counts as 0. */
export interface Amounts {
  readonly current: NumberColumn
  readonly compare: NumberColumn
  readonly divisors: Divisors
}

/** Computes a linear form over the leaves of a frame; exact when all its leaves are. */
export function linearAmounts(
  form: AffineForm,
  leaves: ReadonlyMap<string, LeafColumns>,
  divisors: Divisors,
): Amounts {
  return {
    current: combine(form, (name) => leaves.get(name)!.current),
    compare: combine(form, (name) => leaves.get(name)!.compare),
    divisors: {
      current: divisors.current * form.divisor,
      compare: divisors.compare * form.divisor,
    },
  }
}

/** A linear form and what it contributes, for every group. */
export interface LinearValues {
  readonly current: readonly number[]
  readonly compare: readonly number[]
  readonly contribution: readonly number[]
}

/** All amounts and differences at once, for whole numbers over one safe denominator; null for anything else. */
export function safeValues({ current, compare, divisors }: Amounts): LinearValues | null {
  if (current.kind !== 'safe' || compare.kind !== 'safe' || current.scale !== compare.scale) {
    return null
  }
  if (divisors.current !== divisors.compare) return null
  const denominator = safeDenominator(current.scale, divisors.current)
  if (denominator === null) return null
  const rows = current.units.length
  const list = () => new Array<number>(rows)
  const values = { current: list(), compare: list(), contribution: list() }
  for (let row = 0; row < rows; row++) {
    const now = current.units[row]! || 0
    const before = compare.units[row]! || 0
    const difference = now - before
    if (!Number.isSafeInteger(difference)) return null
    values.current[row] = now / denominator + 0
    values.compare[row] = before / denominator + 0
    values.contribution[row] = difference / denominator + 0
  }
  return values
}

/** A group's amount in a window. */
export function amountAt(amounts: Amounts, window: 'current' | 'compare', row: number): number {
  const column = amounts[window]
  if (column.kind === 'safe') {
    // Both sides of the division are exact doubles, so it rounds once, as the fraction would.
    const denominator = safeDenominator(column.scale, amounts.divisors[window])
    if (denominator !== null) return (column.units[row]! || 0) / denominator
  }
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
  const safe = safeDifferenceAt(amounts, row)
  if (safe !== null) return safe
  const current = exactAmountAt(amounts, 'current', row)
  const compare = exactAmountAt(amounts, 'compare', row)
  if (current !== null && compare !== null) {
    return fractionToNumber(subtractFractions(current, compare))
  }
  return amountAt(amounts, 'current', row) - amountAt(amounts, 'compare', row)
}

/** The difference of whole numbers over one safe denominator; null for anything else. */
function safeDifferenceAt({ current, compare, divisors }: Amounts, row: number): number | null {
  if (current.kind !== 'safe' || compare.kind !== 'safe' || current.scale !== compare.scale) {
    return null
  }
  if (divisors.current !== divisors.compare) return null
  const denominator = safeDenominator(current.scale, divisors.current)
  const difference = (current.units[row]! || 0) - (compare.units[row]! || 0)
  return denominator === null || !Number.isSafeInteger(difference) ? null : difference / denominator
}

function safeDenominator(scale: number, divisor: bigint): number | null {
  const denominator = Number(divisor) * 10 ** scale
  return Number.isSafeInteger(denominator) ? denominator : null
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
  const terms = [...form.terms].map(([name, coefficient]) => ({
    coefficient,
    column: columnOf(name),
  }))
  const [only] = terms
  const isOne =
    terms.length === 1 && only!.coefficient.units === 1n && only!.coefficient.scale === 0
  if (isOne && only!.column.kind === 'safe') return only!.column
  const rows = lengthOf(terms[0]!.column)
  const exact = terms.every(({ column }) => column.kind !== 'double')
  if (!exact) {
    const values = new Float64Array(rows)
    for (const { coefficient, column } of terms) {
      const factor = decimalToNumber(coefficient)
      for (let row = 0; row < rows; row++) values[row]! += factor * doubleAt(column, row)
    }
    return { kind: 'double', values }
  }
  const scaleOf = (column: NumberColumn): number => (column.kind === 'double' ? 0 : column.scale)
  const scale = Math.max(
    ...terms.map(({ coefficient, column }) => coefficient.scale + scaleOf(column)),
  )
  const units = Array.from({ length: rows }, () => 0n)
  for (const { coefficient, column } of terms) {
    if (column.kind === 'double') continue
    for (let row = 0; row < rows; row++) {
      const value = { units: unitsAtRow(column, row) ?? 0n, scale: column.scale }
      units[row]! += unitsAt(multiplyDecimals(coefficient, value), scale)
    }
  }
  return { kind: 'exact', scale, units }
}

function doubleAt(column: NumberColumn, row: number): number {
  if (column.kind !== 'double') {
    return decimalToNumber({ units: unitsAtRow(column, row) ?? 0n, scale: column.scale })
  }
  const value = column.values[row]!
  return Number.isNaN(value) ? 0 : value
}

function lengthOf(column: NumberColumn): number {
  return column.kind === 'double' ? column.values.length : column.units.length
}
