import type { CodeArray } from '../columns/code-array.ts'

/** Puts how far each whole number is from `first` into `codes`, 0 for NaN. */
export function countFrom(first: number, values: Float64Array, codes: CodeArray): void {
  if (codes instanceof Uint8Array) countFrom8(first, values, codes)
  else if (codes instanceof Uint16Array) countFrom16(first, values, codes)
  else countFrom32(first, values, codes)
}

// One text per array type: see select-codes.ts.

function countFrom8(first: number, values: Float64Array, codes: Uint8Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}

function countFrom16(first: number, values: Float64Array, codes: Uint16Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}

function countFrom32(first: number, values: Float64Array, codes: Uint32Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}
