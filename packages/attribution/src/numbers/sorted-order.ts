import { runToEnd, type SlicedWork } from '@tributary/core/internal'

/**
 * The row numbers in ascending order of their doubles, NaN last, equal ones in row order: a radix sort, 11
 * bits at a time, since comparing ten million rows takes many times as long. Whole numbers that span less
 * than 2^32 are sorted by their distance from the least, others by the bits of the doubles.
 */
export function sortedOrder(values: Float64Array): Uint32Array {
  return runToEnd(sortByKeys(values.length, distances(values) ?? orderedBits(values)))
}

/** Numbers to sort by; of each the bits from 0 up to `bits`. */
export interface SortKeys {
  readonly keys: Uint32Array
  readonly bits: number
}

/** The numbers of so many rows in ascending order of their keys; of several lists the last one counts most. Equal ones stay in row order. Yields after every digit. */
export function* sortByKeys(count: number, lists: readonly SortKeys[]): SlicedWork<Uint32Array> {
  let order: Uint32Array = rowNumbers(count)
  let spare: Uint32Array = new Uint32Array(count)
  for (const { keys, bits } of lists) {
    // For few rows, counting many different digits does not pay.
    const passes = Math.ceil(bits / (count < FEW_ROWS ? 8 : 11))
    const width = Math.ceil(bits / passes)
    for (let shift = 0; shift < bits; shift += width) {
      const moved = sortDigit({ keys, order, spare, shift, width })
      if (moved) [order, spare] = [spare, order]
      yield
    }
  }
  return order
}

const FEW_ROWS = 1000

/** The numbers of so many rows, in order. */
export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

/** How far each number is from the least, NaN one further than the greatest; null when one is not whole, or too far. */
function distances(values: Float64Array): readonly SortKeys[] | null {
  let least = Infinity
  let most = -Infinity
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (value < least) least = value
    if (value > most) most = value
    if (Math.floor(value) !== value && !Number.isNaN(value)) return null
  }
  const span = most - least
  if (!(span < 2 ** 32 - 1 && Number.isSafeInteger(least) && Number.isSafeInteger(most)))
    return null
  const keys = new Uint32Array(values.length)
  for (let row = 0; row < keys.length; row++) {
    const value = values[row]!
    keys[row] = Number.isNaN(value) ? span + 1 : value - least
  }
  return [{ keys, bits: Math.ceil(Math.log2(span + 2)) }]
}

/** The lower and the upper halves of doubles, changed so that they order like the doubles. */
function orderedBits(values: Float64Array): readonly SortKeys[] {
  const bits = new Uint32Array(values.slice().buffer)
  const low = new Uint32Array(values.length)
  const high = new Uint32Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const upper = bits[row * 2 + 1]!
    // NaN of either sign is last; the bits of negative numbers are inverted.
    if ((upper & 0x7ff80000) === 0x7ff80000) high[row] = 0xffffffff
    else {
      const negative = upper >>> 31 === 1
      high[row] = negative ? ~upper : upper | 0x80000000
      low[row] = negative ? ~bits[row * 2]! : bits[row * 2]!
    }
  }
  return [
    { keys: low, bits: 32 },
    { keys: high, bits: 32 },
  ]
}

interface DigitPass {
  readonly keys: Uint32Array
  readonly order: Uint32Array
  readonly spare: Uint32Array
  readonly shift: number
  /** Bits of a digit. */
  readonly width: number
}

/** Writes the order by one digit into `spare`; false when all rows have the same digit and nothing moves. */
function sortDigit({ keys, order, spare, shift, width }: DigitPass): boolean {
  const mask = (1 << width) - 1
  const next = new Uint32Array(mask + 2)
  const length = order.length
  for (let row = 0; row < length; row++) next[((keys[row]! >>> shift) & mask) + 1]!++
  if (next.includes(length)) return false
  for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!
  for (let at = 0; at < length; at++) {
    const row = order[at]!
    const digit = (keys[row]! >>> shift) & mask
    spare[next[digit]!++] = row
  }
  return true
}

/**
 * The `count`-th largest of numbers that are neither negative nor NaN, one of them at least: by the upper bits of the doubles,
 * twelve at a time, which order like the numbers; then by sorting those few that have them in common.
 */
export function nthLargest(numbers: Float64Array, count: number): number {
  let candidates = numbers
  let remainingCount = count
  for (const shift of [20, 8]) {
    const { buffer, byteOffset, length } = candidates
    const words = new Uint32Array(buffer, byteOffset, length * 2)
    const counts = new Uint32Array(DIGITS)
    for (let upper = 1; upper < words.length; upper += 2) {
      counts[(words[upper]! >>> shift) & (DIGITS - 1)]!++
    }
    let digit = counts.length - 1
    for (; counts[digit]! < remainingCount; digit--) remainingCount -= counts[digit]!
    if (counts[digit] === candidates.length) continue
    const next = new Float64Array(counts[digit]!)
    // Every number is written and overwritten when it is not kept: this avoids a branch.
    for (let index = 0, place = 0; place < next.length; index++) {
      next[place] = candidates[index]!
      place += Number(((words[index * 2 + 1]! >>> shift) & (DIGITS - 1)) === digit)
    }
    candidates = next
  }
  if (candidates.every((candidate) => candidate === candidates[0])) return candidates[0]!
  return candidates.toSorted()[candidates.length - remainingCount]!
}

/**
 * The sum of the `count` least of numbers without NaN, one of them at least. Reorders the numbers: selects by parting them
 * in two, in linear time on average (C. A. R. Hoare, _Communications of the ACM_ 4, 1961).
 */
export function sumOfLeast(numbers: Float64Array, count: number): number {
  let [from, to] = [0, numbers.length - 1]
  while (from < to) {
    const [first, middle, last] = [numbers[from]!, numbers[(from + to) >> 1]!, numbers[to]!]
    const pivot = Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last))
    let [low, high] = [from, to]
    while (low <= high) {
      while (numbers[low]! < pivot) low++
      while (numbers[high]! > pivot) high--
      if (low > high) break
      const number = numbers[low]!
      numbers[low++] = numbers[high]!
      numbers[high--] = number
    }
    if (count <= high + 1) to = high
    else if (count > low) from = low
    else break
  }
  let sum = 0
  for (let i = 0; i < count; i++) sum += numbers[i]!
  return sum
}

/** How many different digits of twelve bits there are. */
const DIGITS = 4096

/** The numbers at the places given, in their order. */
export function pickNumbers(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = values[rows[index]!]!
  return picked
}

/** The same of row numbers. */
export function pickRows(values: Uint32Array, rows: Uint32Array): Uint32Array {
  const picked = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = values[rows[index]!]!
  return picked
}
