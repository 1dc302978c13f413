import { RATE_UNIT } from '../numbers/rate.ts'
import { sortedOrder } from '../numbers/sorted-order.ts'
import { keyOrder, type RowKeys } from './row-keys.ts'

/** Rows of a table, and what they are ordered by. */
export interface RowOrder {
  readonly rows: Uint32Array
  /** The contribution rate of each of them, as `roundRate` gives it; NaN where not defined. */
  readonly rates: Float64Array
  /** Keys by row. */
  readonly keys: RowKeys
}

/** The places of rows, which ascend, by contribution rate, highest first, those without one last; then by the key texts, by code point. */
export function orderRows({ rows, rates, keys }: RowOrder): Uint32Array {
  const order = keyOrder(keys)
  const falling = fallingUnits(rates)
  const byKeys = (a: number, b: number) => order.compare(rows[a]!, rows[b]!)
  if (rows.length < FEW_ROWS) {
    return rowNumbers(rows.length).sort(
      (a, b) => byNumber(falling[a]!, falling[b]!) || byKeys(a, b),
    )
  }
  const places = sortedOrder(falling)
  // Equal rates have kept their order.
  if (order.ascending) return places
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
    const units = Math.round(rates[row]! * RATE_UNIT)
    // Different rates have different units below this.
    if (Math.abs(units) > 1e14) return rates.map((one) => 0 - one)
    // `0 - units` and not `-units`: there is one zero.
    falling[row] = 0 - units
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
  const chosen = firstByKeys(equal, keys, count - heavier)
  const rows = new Uint32Array(count)
  for (let row = 0, place = 0, next = 0; row < weights.length; row++) {
    const equalAndChosen = chosen[next] === row
    if (equalAndChosen) next++
    if (weights[row]! > least || equalAndChosen) rows[place++] = row
  }
  return rows
}

/** So many of rows that ascend by number, those that come first by key; ascending too. */
function firstByKeys(rows: number[], keys: RowKeys, count: number): readonly number[] {
  if (rows.length <= count) return rows
  const { ascending, compare } = keyOrder(keys)
  if (ascending) return rows.slice(0, count)
  return rows
    .sort(compare)
    .slice(0, count)
    .sort((a, b) => a - b)
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
