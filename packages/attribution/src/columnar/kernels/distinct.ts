import type { CodeArray } from './code-array.ts'

/** Per group the number of distinct codes so far, and the last code plus one. */
export interface DistinctCounts {
  readonly counts: Uint32Array
  readonly stamps: Uint32Array
}

/** Creates counts of zero for `size` groups. */
export function distinctCounts(size: number): DistinctCounts {
  return { counts: new Uint32Array(size), stamps: new Uint32Array(size) }
}

/**
 * Counts the distinct codes of every group. Rows must be ordered by code: a group has met a code
 * exactly when its stamp says so, and no set of values is needed. Row `i` is in group `groups[i]`.
 */
export function countDistinct(
  groups: CodeArray,
  codes: Uint32Array,
  { counts, stamps }: DistinctCounts,
): void {
  for (let index = 0; index < codes.length; index++) {
    // The code plus one: 0 is the stamp of a group that has met no code.
    const stamp = codes[index]! + 1
    const group = groups[index]!
    if (stamps[group] === stamp) continue
    stamps[group] = stamp
    counts[group]! += 1
  }
}

/** Codes of all rows, and the one that stands for NULL. */
export interface NullableCodes {
  readonly codes: CodeArray
  readonly nullCode: number
}

/**
 * Appends the rows of a range that have a value to a list of length `at`, which needs room for one
 * row more; returns its new length.
 */
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

/** The same for listed rows. */
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

/** Rows and the codes that they have, side by side. */
export interface CodedRows {
  readonly rows: Uint32Array
  readonly codes: Uint32Array
}

/** This many positions are written to in turn and stay in the first-level cache. */
const DIGIT_BITS = 11

/**
 * Sorts rows by their code, which must be below `size`; rows of one code keep their order. A radix
 * sort from the lowest digit on, which overwrites the given lists.
 */
export function orderByCode(codedRows: CodedRows, size: number): CodedRows {
  const bits = Math.max(1, Math.ceil(Math.log2(size)))
  const digit = Math.ceil(bits / Math.ceil(bits / DIGIT_BITS))
  const { length } = codedRows.codes
  let sorted = codedRows
  let spare: CodedRows = { rows: new Uint32Array(length), codes: new Uint32Array(length) }
  for (let shift = 0; shift < bits; shift += digit) {
    sortByDigit(sorted, spare, { shift, size: 2 ** digit })
    ;[sorted, spare] = [spare, sorted]
  }
  return sorted
}

function sortByDigit(
  { rows, codes }: CodedRows,
  to: CodedRows,
  { shift, size }: { readonly shift: number; readonly size: number },
): void {
  const mask = size - 1
  const next = new Uint32Array(size + 1)
  for (let index = 0; index < codes.length; index++) {
    next[((codes[index]! >>> shift) & mask) + 1]! += 1
  }
  for (let digit = 1; digit < size; digit++) next[digit]! += next[digit - 1]!
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!
    const digit = (code >>> shift) & mask
    const place = next[digit]!
    next[digit] = place + 1
    to.rows[place] = rows[index]!
    to.codes[place] = code
  }
}
