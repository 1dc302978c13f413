import type { CodeArray } from './code-array.ts'
import type { Selected } from './refine-rows.ts'
import type { NumberRange } from './select-rows.ts'

/** A code for every row, and which codes are wanted: `marks[code]` is 1 for those. */
export interface MarkedCodes {
  readonly codes: CodeArray
  readonly marks: Uint8Array
}

/** Sets `out[i]` to 1 where the code of `rows[at + i]` is marked, and leaves the others. */
export function markCodes(
  { codes, marks }: MarkedCodes,
  rows: Uint32Array,
  selected: Selected,
  out: Uint8Array,
): void {
  if (codes instanceof Uint8Array) markCodes8({ codes, marks }, rows, selected, out)
  else if (codes instanceof Uint16Array) markCodes16({ codes, marks }, rows, selected, out)
  else markCodes32({ codes, marks }, rows, selected, out)
}

// One copy of the loop per array type: see select-rows.ts.

function markCodes8(
  { codes, marks }: { readonly codes: Uint8Array; readonly marks: Uint8Array },
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) out[index]! |= marks[codes[rows[at + index]!]!]!
}

function markCodes16(
  { codes, marks }: { readonly codes: Uint16Array; readonly marks: Uint8Array },
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) out[index]! |= marks[codes[rows[at + index]!]!]!
}

function markCodes32(
  { codes, marks }: { readonly codes: Uint32Array; readonly marks: Uint8Array },
  rows: Uint32Array,
  { at, count }: Selected,
  out: Uint8Array,
): void {
  for (let index = 0; index < count; index++) out[index]! |= marks[codes[rows[at + index]!]!]!
}

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
