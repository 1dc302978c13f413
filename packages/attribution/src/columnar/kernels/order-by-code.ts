/** Rows and the codes that they have, side by side. */
export interface CodedRows {
  readonly rows: Uint32Array
  readonly codes: Uint32Array
}

/** So many places are written to by turns and all stay in the nearest cache. */
const DIGIT_BITS = 11

/**
 * The rows ordered by their code, which must be below `size`; rows of one code as they were. Sorts by one digit of the
 * code after the other, the lowest first, from one memory to another and back: the given lists are used up.
 */
export function orderByCode(given: CodedRows, size: number): CodedRows {
  const bits = Math.max(1, Math.ceil(Math.log2(size)))
  const digit = Math.ceil(bits / Math.ceil(bits / DIGIT_BITS))
  const { length } = given.codes
  let sorted = given
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
