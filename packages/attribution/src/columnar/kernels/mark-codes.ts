import type { CodeArray } from '../columns/code-array.ts'
import type { Selected } from './refine-codes.ts'

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

// One text per array type: see select-codes.ts.

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
