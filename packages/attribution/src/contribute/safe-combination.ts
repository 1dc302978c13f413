import type { Decimal } from '../numbers/decimal.ts'
import type { NumberColumn } from '../source.ts'

/** A column and what it is multiplied by. */
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

/** False when a product or a sum is not safe: both then lie beyond, even when rounded. */
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
