/** Numbers in a row of memory: row `i` of a block has `values[at + i]`. */
export interface Numbers {
  readonly values: Float64Array
  readonly at: number
}

/** The group of every row of a block. */
export type Codes = Uint32Array

/**
 * Accumulators of groups: group `g` has its row count at `g · stride`, followed by its sums and then its extremes, so
 * that one cache line serves a row. A sum without values stays -0, which no sum of values is.
 */
export interface Accumulators {
  readonly records: Float64Array
  readonly stride: number
}

/** Accumulators, of which those at `offset` behind the count are meant. */
export interface AccumulatorsAt extends Accumulators {
  readonly offset: number
}

// Math.imul: a plain product of two variables is computed in doubles and makes the loops 2.5 times
// as slow.

/** Counts the rows of a block in their groups and adds up to three numbers of each. */
export function addRows(
  codes: Codes,
  count: number,
  numbers: readonly Numbers[],
  { records, stride }: Accumulators,
): void {
  const [first, second, third] = numbers
  if (first === undefined) {
    for (let row = 0; row < count; row++) records[Math.imul(codes[row]!, stride)]! += 1
    return
  }
  const { values: firstValues, at: firstAt } = first
  if (second === undefined) {
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[row]!, stride)
      records[place]! += 1
      records[place + 1]! += firstValues[firstAt + row]!
    }
    return
  }
  const { values: secondValues, at: secondAt } = second
  if (third === undefined) {
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[row]!, stride)
      records[place]! += 1
      records[place + 1]! += firstValues[firstAt + row]!
      records[place + 2]! += secondValues[secondAt + row]!
    }
    return
  }
  const { values: thirdValues, at: thirdAt } = third
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[row]!, stride)
    records[place]! += 1
    records[place + 1]! += firstValues[firstAt + row]!
    records[place + 2]! += secondValues[secondAt + row]!
    records[place + 3]! += thirdValues[thirdAt + row]!
  }
}

/**
 * The same for two groupings at once and one number: it is read once for both, and the two additions do
 * not wait for one another.
 */
export function addRowsTwice(
  [left, right]: readonly [Codes, Codes],
  count: number,
  { values, at }: Numbers,
  [leftAccumulators, rightAccumulators]: readonly [Accumulators, Accumulators],
): void {
  const { records: leftRecords, stride: leftStride } = leftAccumulators
  const { records: rightRecords, stride: rightStride } = rightAccumulators
  for (let row = 0; row < count; row++) {
    const value = values[at + row]!
    const leftPlace = Math.imul(left[row]!, leftStride)
    const rightPlace = Math.imul(right[row]!, rightStride)
    leftRecords[leftPlace]! += 1
    leftRecords[leftPlace + 1]! += value
    rightRecords[rightPlace]! += 1
    rightRecords[rightPlace + 1]! += value
  }
}

/** Adds up to three more numbers of each row of a block. */
export function addNumbers(
  codes: Codes,
  count: number,
  numbers: readonly Numbers[],
  { records, stride, offset }: AccumulatorsAt,
): void {
  const [first, second, third] = numbers
  if (first === undefined) return
  const { values: firstValues, at: firstAt } = first
  if (second === undefined) {
    for (let row = 0; row < count; row++) {
      records[Math.imul(codes[row]!, stride) + offset]! += firstValues[firstAt + row]!
    }
    return
  }
  const { values: secondValues, at: secondAt } = second
  if (third === undefined) {
    for (let row = 0; row < count; row++) {
      const place = Math.imul(codes[row]!, stride) + offset
      records[place]! += firstValues[firstAt + row]!
      records[place + 1]! += secondValues[secondAt + row]!
    }
    return
  }
  const { values: thirdValues, at: thirdAt } = third
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[row]!, stride) + offset
    records[place]! += firstValues[firstAt + row]!
    records[place + 1]! += secondValues[secondAt + row]!
    records[place + 2]! += thirdValues[thirdAt + row]!
  }
}

/** Lowers the least number of every group to those of a block's rows; NaN changes nothing. */
export function keepLeast(
  codes: Codes,
  count: number,
  { values, at }: Numbers,
  { records, stride, offset }: AccumulatorsAt,
): void {
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[row]!, stride) + offset
    const value = values[at + row]!
    if (value < records[place]!) records[place] = value
  }
}

/** Raises the greatest number of every group to those of a block's rows; NaN changes nothing. */
export function keepGreatest(
  codes: Codes,
  count: number,
  { values, at }: Numbers,
  { records, stride, offset }: AccumulatorsAt,
): void {
  for (let row = 0; row < count; row++) {
    const place = Math.imul(codes[row]!, stride) + offset
    const value = values[at + row]!
    if (value > records[place]!) records[place] = value
  }
}
