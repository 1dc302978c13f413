import { RATE_UNIT } from '../numbers/rate.ts'
import { sortedOrder } from '../numbers/sorted-order.ts'
import { compareKeys, type RowKeys } from './row-keys.ts'

/** Rows of a table, and what they are ordered by. */
export interface RowOrder {
  readonly rows: Uint32Array
  /** The contribution rate of each of them; NaN where not defined. */
  readonly rates: Float64Array
  /** Keys by row. */
  readonly keys: RowKeys
}

/** The places of rows by contribution rate, highest first, those without one last; then by the key texts, by code point. */
export function orderRows({ rows, rates, keys }: RowOrder): Uint32Array {
  const falling = fallingUnits(rates)
  const byKeys = (a: number, b: number) => compareKeys(keys, rows[a]!, rows[b]!)
  if (rows.length < FEW_ROWS) {
    return rowNumbers(rows.length).sort(
      (a, b) => byNumber(falling[a]!, falling[b]!) || byKeys(a, b),
    )
  }
  const places = sortedOrder(falling)
  for (let begin = 0; begin < places.length; ) {
    const rate = falling[places[begin]!]!
    let end = begin + 1
    while (end < places.length && byNumber(rate, falling[places[end]!]!) === 0) end++
    if (end - begin > 1) sortTies(places.subarray(begin, end), byKeys)
    begin = end
  }
  return places
}

/**
 * The rates with their order turned round: in units of their last digit, which whole numbers sort much faster by, or as
 * they are where one of them is too large for that.
 */
function fallingUnits(rates: Float64Array): Float64Array {
  const falling = new Float64Array(rates.length)
  for (let row = 0; row < rates.length; row++) {
    const rate = rates[row]!
    const units = Math.round(rate * RATE_UNIT)
    const exact = units / RATE_UNIT === rate && Number.isSafeInteger(units)
    // `0 - units` and not `-units`: there is one zero.
    if (exact || Number.isNaN(rate)) falling[row] = 0 - units
    else return rates.map((one) => 0 - one)
  }
  return falling
}

/** Sorts places that are in order already more often than not. */
function sortTies(places: Uint32Array, order: (a: number, b: number) => number): void {
  if (isAscending(places, order)) return
  if (places.length > 16) {
    places.set(Array.from(places).sort(order))
    return
  }
  for (let index = 1; index < places.length; index++) {
    const moved = places[index]!
    let to = index
    for (; to > 0 && order(places[to - 1]!, moved) > 0; to--) places[to] = places[to - 1]!
    places[to] = moved
  }
}

function isAscending(places: Uint32Array, order: (a: number, b: number) => number): boolean {
  for (let index = 1; index < places.length; index++) {
    if (order(places[index - 1]!, places[index]!) > 0) return false
  }
  return true
}

/** The numbers of so many rows, in order. */
export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

/** So few are sorted by comparing; more by their bits. */
const FEW_ROWS = 200

/** Smaller first, NaN last. */
function byNumber(a: number, b: number): number {
  if (a < b) return -1
  if (a > b) return 1
  return a === b ? 0 : Number(Number.isNaN(a)) - Number(Number.isNaN(b))
}

/**
 * Row numbers of the `count` rows with the largest weight, in ascending order; of equal weights those
 * that come first by their key texts.
 */
export function heaviestRows(weights: Float64Array, keys: RowKeys, count: number): Uint32Array {
  if (count >= weights.length) return rowNumbers(weights.length)
  const least = nthLargest(weights.slice(), count)
  let heavier = 0
  const equal: number[] = []
  for (let row = 0; row < weights.length; row++) {
    if (weights[row]! > least) heavier++
    else if (weights[row] === least) equal.push(row)
  }
  const left = count - heavier
  const first = equal.length <= left ? equal : equal.sort((a, b) => compareKeys(keys, a, b))
  const others = new Set(first.slice(left))
  const rows = new Uint32Array(count)
  for (let row = 0, place = 0; row < weights.length; row++) {
    if (weights[row]! >= least && !others.has(row)) rows[place++] = row
  }
  return rows
}

/** The `count`-th largest number, by partitioning (Hoare's selection); reorders the numbers. */
function nthLargest(numbers: Float64Array, count: number): number {
  let low = 0
  let high = numbers.length - 1
  const wanted = count - 1
  while (low < high) {
    const pivot = numbers[(low + high) >>> 1]!
    let left = low
    let right = high
    while (left <= right) {
      while (numbers[left]! > pivot) left++
      while (numbers[right]! < pivot) right--
      if (left > right) break
      const moved = numbers[left]!
      numbers[left++] = numbers[right]!
      numbers[right--] = moved
    }
    if (wanted <= right) high = right
    else if (wanted >= left) low = left
    else break
  }
  return numbers[wanted]!
}
