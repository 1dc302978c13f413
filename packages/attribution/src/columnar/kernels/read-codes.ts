import type { CodeArray } from './code-array.ts'

/** Rows one after the other from `from` on, or those listed. */
export interface CodedBlock {
  readonly from: number
  readonly count: number
  /** Null: the rows are `from`, `from + 1`, … */
  readonly rows: Uint32Array | null
}

/**
 * Writes the codes of the rows of a block to `out`, from place 0 on: loops over many codes then meet
 * one array type, whatever columns they are of.
 */
export function readCodes(codes: CodeArray, block: CodedBlock, out: Uint32Array): void {
  const { from, count, rows } = block
  if (rows === null) out.set(codes.subarray(from, from + count))
  else if (codes instanceof Uint8Array) gather8(codes, rows, count, out)
  else if (codes instanceof Uint16Array) gather16(codes, rows, count, out)
  else gather32(codes, rows, count, out)
}

// One copy of the loop per array type: see select-rows.ts.

function gather8(codes: Uint8Array, rows: Uint32Array, count: number, out: Uint32Array): void {
  for (let index = 0; index < count; index++) out[index] = codes[rows[index]!]!
}

function gather16(codes: Uint16Array, rows: Uint32Array, count: number, out: Uint32Array): void {
  for (let index = 0; index < count; index++) out[index] = codes[rows[index]!]!
}

function gather32(codes: Uint32Array, rows: Uint32Array, count: number, out: Uint32Array): void {
  for (let index = 0; index < count; index++) out[index] = codes[rows[index]!]!
}
