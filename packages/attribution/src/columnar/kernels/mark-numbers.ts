import type { Selected } from './refine-codes.ts'
import type { NumberRange } from './select-numbers.ts'

/** A number for every row, and the range that is wanted. */
export interface RangedNumbers {
  readonly values: Float64Array
  readonly range: NumberRange
}

/** Sets `out[i]` to 1 where the number of `rows[at + i]` is in the range, and leaves the others. */
export function markNumbers(
  { values, range: { kind, low, high } }: RangedNumbers,
  rows: Uint32Array,
  selected: Selected,
  out: Uint8Array,
): void {
  if (kind === 'inside') markInside({ values, low, high }, rows, selected, out)
  else if (kind === 'outside') markOutside({ values, low, high }, rows, selected, out)
  else markNull(values, rows, selected, out)
}

interface BoundedNumbers {
  readonly values: Float64Array
  readonly low: number
  readonly high: number
}

function markInside(
  { values, low, high }: BoundedNumbers,
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) {
    const value = values[rows[at + index]!]!
    out[index]! |= Number(value >= low) & Number(value <= high)
  }
}

function markOutside(
  { values, low, high }: BoundedNumbers,
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) {
    const value = values[rows[at + index]!]!
    out[index]! |= Number(value < low) | Number(value > high)
  }
}

function markNull(
  values: Float64Array,
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) {
    out[index]! |= Number(Number.isNaN(values[rows[at + index]!]!))
  }
}
