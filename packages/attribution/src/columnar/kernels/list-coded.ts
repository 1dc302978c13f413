import type { CodeArray } from '../columns/code-array.ts'
import type { CodedRows } from './order-by-code.ts'

/** Codes of all rows, and the one that stands for NULL. */
export interface NullableCodes {
  readonly codes: CodeArray
  readonly nullCode: number
}

/** Puts those of `count` rows from `from` on that have a value behind the first `at` of a list, which has room for one more; its length then. */
export function listStretch(
  { codes, nullCode }: NullableCodes,
  { from, count }: { readonly from: number; readonly count: number },
  list: CodedRows,
  at: number,
): number {
  let length = at
  for (let row = from; row < from + count; row++) {
    const code = codes[row]!
    list.rows[length] = row
    list.codes[length] = code
    length += Number(code !== nullCode)
  }
  return length
}

/** The same of rows that are given. */
export function listRows(
  { codes, nullCode }: NullableCodes,
  rows: Uint32Array,
  list: CodedRows,
  at: number,
): number {
  let length = at
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    const code = codes[row]!
    list.rows[length] = row
    list.codes[length] = code
    length += Number(code !== nullCode)
  }
  return length
}
