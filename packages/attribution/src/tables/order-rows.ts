import { sortedOrder } from '../numbers/sorted-order.ts'
import { compareCodePoints } from './code-points.ts'

/** What rows are ordered by. */
export interface RowOrder {
  readonly rowCount: number
  /** Contribution rates; null where not defined. */
  readonly rates: readonly (number | null)[]
  readonly keys: readonly (readonly string[])[]
}

/** Row numbers by contribution rate, highest first, nulls last; then by the key texts, by code point. */
export function orderRows({ rowCount, rates, keys }: RowOrder): readonly number[] {
  const falling = new Float64Array(rowCount)
  // `0 - rate` and not `-rate`: there is one zero.
  for (let row = 0; row < rowCount; row++) falling[row] = 0 - (rates[row] ?? Number.NaN)
  if (rowCount < FEW_ROWS) {
    const rows = Array.from({ length: rowCount }, (_, row) => row)
    return rows.sort((a, b) => byNumber(falling[a]!, falling[b]!) || byKeys(keys, a, b))
  }
  const rows = Array.from(sortedOrder(falling))
  for (let begin = 0; begin < rowCount; ) {
    let end = begin + 1
    while (end < rowCount && byNumber(falling[rows[begin]!]!, falling[rows[end]!]!) === 0) end++
    if (end - begin > 1) {
      const equal = rows.slice(begin, end).sort((a, b) => byKeys(keys, a, b))
      for (let at = begin; at < end; at++) rows[at] = equal[at - begin]!
    }
    begin = end
  }
  return rows
}

/** So few are sorted by comparing; more by their bits. */
const FEW_ROWS = 1000

/** Smaller first, NaN last. */
function byNumber(a: number, b: number): number {
  if (a < b) return -1
  if (a > b) return 1
  return a === b ? 0 : Number(Number.isNaN(a)) - Number(Number.isNaN(b))
}

/**
 * Row numbers of the `count` rows with the largest weight, in no certain order; of equal weights the one
 * that comes first by its key texts.
 */
export function heaviestRows(
  weights: ArrayLike<number>,
  keys: readonly (readonly string[])[],
  count: number,
): readonly number[] {
  if (count >= weights.length) return Array.from(weights, (_, row) => row)
  const least = nthLargest(Float64Array.from(weights), count)
  const heavier: number[] = []
  const equal: number[] = []
  for (let row = 0; row < weights.length; row++) {
    if (weights[row]! > least) heavier.push(row)
    else if (weights[row] === least) equal.push(row)
  }
  const left = count - heavier.length
  if (equal.length > left) equal.sort((a, b) => byKeys(keys, a, b))
  return [...heavier, ...equal.slice(0, left)]
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

function byKeys(keys: readonly (readonly string[])[], a: number, b: number): number {
  for (const column of keys) {
    const order = compareCodePoints(column[a]!, column[b]!)
    if (order !== 0) return order
  }
  return 0
}
