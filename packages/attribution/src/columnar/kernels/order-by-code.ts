import type { CodeArray } from '../columns/code-array.ts'

/** Rows and the codes that they have, side by side. */
export interface CodedRows {
  readonly rows: Uint32Array
  readonly codes: Uint32Array
}

/**
 * The rows ordered by their code, which must be below `size`; rows of one code as they were. A counting
 * sort; with far more codes than rows two of them, by half a code each.
 */
export function orderByCode(rows: Uint32Array, codes: CodeArray, size: number): CodedRows {
  const given: CodedRows = { rows, codes: gatherCodes(rows, codes) }
  if (size <= Math.max(2 ** 16, rows.length * 4)) return sortByDigit(given, { size, shift: 0 })
  const low = sortByDigit(given, { size: 2 ** 16, shift: 0 })
  return sortByDigit(low, { size: 2 ** 16, shift: 16 })
}

function gatherCodes(rows: Uint32Array, codes: CodeArray): Uint32Array {
  const gathered = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) gathered[index] = codes[rows[index]!]!
  return gathered
}

/** The digit is the code shifted and cut to `size`: a power of two, or more than every code. */
function sortByDigit(
  { rows, codes }: CodedRows,
  { size, shift }: { readonly size: number; readonly shift: number },
): CodedRows {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, size))) - 1
  const next = new Uint32Array(mask + 2)
  for (let index = 0; index < codes.length; index++) {
    next[((codes[index]! >>> shift) & mask) + 1]! += 1
  }
  for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!
  const sorted = { rows: new Uint32Array(rows.length), codes: new Uint32Array(rows.length) }
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!
    const digit = (code >>> shift) & mask
    const place = next[digit]!
    next[digit] = place + 1
    sorted.rows[place] = rows[index]!
    sorted.codes[place] = code
  }
  return sorted
}
