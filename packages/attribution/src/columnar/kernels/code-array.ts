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

/** Whole numbers as their distance from `first`. */
export interface CountedCodes {
  readonly codes: CodeArray
  readonly first: number
}

/** Writes the numbers of rows from `from` on to `out`. */
export function countedStretch(
  { codes, first }: CountedCodes,
  from: number,
  out: Float64Array,
): void {
  if (codes instanceof Uint8Array) stretch8(codes, first, from, out)
  else if (codes instanceof Uint16Array) stretch16(codes, first, from, out)
  else stretch32(codes, first, from, out)
}

/** Writes the numbers of listed rows to `out`. */
export function countedRows(
  { codes, first }: CountedCodes,
  rows: Uint32Array,
  out: Float64Array,
): void {
  if (codes instanceof Uint8Array) rows8(codes, first, rows, out)
  else if (codes instanceof Uint16Array) rows16(codes, first, rows, out)
  else rows32(codes, first, rows, out)
}

// One copy of the loop per array type: see select-rows.ts.

function stretch8(codes: Uint8Array, first: number, from: number, out: Float64Array): void {
  for (let index = 0; index < out.length; index++) out[index] = codes[from + index]! + first
}

function stretch16(codes: Uint16Array, first: number, from: number, out: Float64Array): void {
  for (let index = 0; index < out.length; index++) out[index] = codes[from + index]! + first
}

function stretch32(codes: Uint32Array, first: number, from: number, out: Float64Array): void {
  for (let index = 0; index < out.length; index++) out[index] = codes[from + index]! + first
}

function rows8(codes: Uint8Array, first: number, rows: Uint32Array, out: Float64Array): void {
  for (let index = 0; index < rows.length; index++) out[index] = codes[rows[index]!]! + first
}

function rows16(codes: Uint16Array, first: number, rows: Uint32Array, out: Float64Array): void {
  for (let index = 0; index < rows.length; index++) out[index] = codes[rows[index]!]! + first
}

function rows32(codes: Uint32Array, first: number, rows: Uint32Array, out: Float64Array): void {
  for (let index = 0; index < rows.length; index++) out[index] = codes[rows[index]!]! + first
}
