import type { CodeArray } from './code-array.ts'

/** Numbers in a row of memory: row `i` of a block has `values[at + i]`. */
export interface Numbers {
  readonly values: Float64Array
  readonly at: number
}

/** The groups of a block's rows: row `i` is in group `codes[at + i]`. */
export interface Codes {
  readonly codes: CodeArray
  readonly at: number
}

/**
 * Accumulators of groups: group `g` has its row count at `g · stride`, followed by its sums, so
 * that one cache line serves a row. A sum without values stays -0, which no sum of values is.
 */
export interface Accumulators {
  readonly sums: Float64Array
  readonly stride: number
}

// Math.imul: a plain product of two variables is computed in doubles and makes the loops 2.5 times
// as slow.

/** Counts the rows of a block in their groups and adds up to three numbers of each. */
export function addRows(
  { codes, at }: Codes,
  count: number,
  numbers: readonly Numbers[],
  { sums, stride }: Accumulators,
): void {
  const [first, second, third] = numbers
  if (first === undefined) {
    for (let row = 0; row < count; row++) sums[Math.imul(codes[at + row]!, stride)]! += 1
    return
  }
  if (second === undefined) {
    const { values, at: from } = first
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[at + row]!, stride)
      sums[place]! += 1
      sums[place + 1]! += values[from + row]!
    }
    return
  }
  const { values: one, at: oneAt } = first
  const { values: two, at: twoAt } = second
  if (third === undefined) {
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[at + row]!, stride)
      sums[place]! += 1
      sums[place + 1]! += one[oneAt + row]!
      sums[place + 2]! += two[twoAt + row]!
    }
    return
  }
  const { values: three, at: threeAt } = third
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[at + row]!, stride)
    sums[place]! += 1
    sums[place + 1]! += one[oneAt + row]!
    sums[place + 2]! += two[twoAt + row]!
    sums[place + 3]! += three[threeAt + row]!
  }
}

/**
 * The same for two groupings at once and one number: it is read once for both, and the two additions do
 * not wait for one another.
 */
export function addRowsTwice(
  [a, b]: readonly [Codes, Codes],
  count: number,
  { values, at: from }: Numbers,
  [left, right]: readonly [Accumulators, Accumulators],
): void {
  const { codes: leftCodes, at: leftAt } = a
  const { codes: rightCodes, at: rightAt } = b
  const { sums: leftSums, stride: leftStride } = left
  const { sums: rightSums, stride: rightStride } = right
  for (let row = 0; row < count; row++) {
    const value = values[from + row]!
    const leftPlace = Math.imul(leftCodes[leftAt + row]!, leftStride)
    const rightPlace = Math.imul(rightCodes[rightAt + row]!, rightStride)
    leftSums[leftPlace]! += 1
    leftSums[leftPlace + 1]! += value
    rightSums[rightPlace]! += 1
    rightSums[rightPlace + 1]! += value
  }
}

/** Adds up to three more numbers of each row of a block, at `offset` behind the count. */
export function addNumbers(
  { codes, at }: Codes,
  count: number,
  numbers: readonly Numbers[],
  { sums, stride, offset }: Accumulators & { readonly offset: number },
): void {
  const [first, second, third] = numbers
  if (first === undefined) return
  const { values: one, at: oneAt } = first
  if (second === undefined) {
    for (let row = 0; row < count; row++) {
      sums[Math.imul(codes[at + row]!, stride) + offset]! += one[oneAt + row]!
    }
    return
  }
  const { values: two, at: twoAt } = second
  if (third === undefined) {
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[at + row]!, stride) + offset
      sums[place]! += one[oneAt + row]!
      sums[place + 1]! += two[twoAt + row]!
    }
    return
  }
  const { values: three, at: threeAt } = third
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[at + row]!, stride) + offset
    sums[place]! += one[oneAt + row]!
    sums[place + 1]! += two[twoAt + row]!
    sums[place + 2]! += three[threeAt + row]!
  }
}

/** Lowers the least number of every group to those of a block's rows; NaN changes nothing. */
export function keepLeast(
  { codes, at }: Codes,
  count: number,
  { values, at: from }: Numbers,
  least: Float64Array,
): void {
  for (let row = 0; row < count; row++) {
    const group = codes[at + row]!
    const value = values[from + row]!
    if (value < least[group]!) least[group] = value
  }
}

/** Raises the greatest number of every group to those of a block's rows; NaN changes nothing. */
export function keepGreatest(
  { codes, at }: Codes,
  count: number,
  { values, at: from }: Numbers,
  greatest: Float64Array,
): void {
  for (let row = 0; row < count; row++) {
    const group = codes[at + row]!
    const value = values[from + row]!
    if (value > greatest[group]!) greatest[group] = value
  }
}
