/** Codes of a column: the smallest unsigned array that holds every code and the one of NULL. */
export type CodeArray = Uint8Array | Uint16Array | Uint32Array

/** Allocates `length` codes of `size` values and NULL, in shared memory. */
export function codeArray(size: number, length: number): CodeArray {
  if (size < 2 ** 8) return new Uint8Array(new SharedArrayBuffer(length))
  if (size < 2 ** 16) return new Uint16Array(new SharedArrayBuffer(length * 2))
  return uint32Array(length)
}

/** Allocates zeros in shared memory. */
export function uint32Array(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4))
}

/** Allocates zeros in shared memory. */
export function float64Array(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * 8))
}

/** Allocates zeros in shared memory. */
export function bigInt64Array(length: number): BigInt64Array {
  return new BigInt64Array(new SharedArrayBuffer(length * 8))
}

/** Writes the distance of each whole number from `first` to `codes`; 0 for NaN. */
export function countFrom(first: number, values: Float64Array, codes: CodeArray): void {
  if (codes instanceof Uint8Array) countFrom8(first, values, codes)
  else if (codes instanceof Uint16Array) countFrom16(first, values, codes)
  else countFrom32(first, values, codes)
}

// One copy of the loop per array type: see select-rows.ts.

function countFrom8(first: number, values: Float64Array, codes: Uint8Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}

function countFrom16(first: number, values: Float64Array, codes: Uint16Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}

function countFrom32(first: number, values: Float64Array, codes: Uint32Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = values[row]! - first
}
