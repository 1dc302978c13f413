import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { Decimal } from '@tributary/expression'
import { compareDecimals, negateDecimal, subtractDecimals } from '@tributary/expression/internal'
import type { Measured } from '../contribute/measure.ts'
import { compensatedSum } from '../numbers/compensated-sum.ts'
import { readExactValue } from '../numbers/exact-values.ts'
import { plainText, RATE_UNIT, roundRate } from '../numbers/growth.ts'
import { moveFirst } from '../numbers/move-first.ts'
import {
  nthLargest,
  pickNumbers,
  rowNumbers,
  sortByKeys,
  sortedOrder,
} from '../numbers/sorted-order.ts'
import { type Warning, warning } from '../request/warnings.ts'
import { type KeyOrder, keyOrder, type RowKeys } from './row-keys.ts'

/** Rows of a table and their sort keys. */
export interface RowOrder {
  readonly rows: Uint32Array
  /** The contribution rate of each of them, as `roundRate` gives it; NaN where not defined. */
  readonly rates: Float64Array
  /** Keys by row. */
  readonly keys: RowKeys
}

/** The places of rows, which ascend, by contribution rate, highest first, those without one last; then by the key texts, by code point. Yields between steps. */
export function* orderRows({ rows, rates, keys }: RowOrder): SlicedWork<Uint32Array> {
  const order = keyOrder(keys)
  const places = yield* fallingOrder(rates)
  // Equal rates have kept their order.
  if (order.ascending) return places
  const byKeys = (a: number, b: number) => order.compare(rows[a]!, rows[b]!)
  for (let begin = 0; begin < places.length; ) {
    const rate = rates[places[begin]!]!
    let end = begin + 1
    while (end < places.length && isSame(rate, rates[places[end]!]!)) end++
    if (end - begin > 1) yield* sortTies(places.subarray(begin, end), byKeys)
    begin = end
  }
  return places
}

/** The places of rates, the highest first: by their units where these are few enough, which sort much faster. */
function* fallingOrder(rates: Float64Array): SlicedWork<Uint32Array> {
  if (rates.length <= FEW_ROWS) return fallingOrderOfFew(rates)
  let least = Infinity
  let most = -Infinity
  for (let row = 0; row < rates.length; row++) {
    const units = Math.round(rates[row]! * RATE_UNIT)
    if (units < least) least = units
    if (units > most) most = units
  }
  if (most >= MAX_UNITS || least <= -MAX_UNITS) {
    // `0 - rate` and not `-rate`: there is one zero.
    return sortedOrder(rates.map((rate) => 0 - rate))
  }
  yield
  const span = Math.max(0, most - least)
  const bits = Math.ceil(Math.log2(span + 2))
  const lowBits = Math.min(bits, 32)
  const low = new Uint32Array(rates.length)
  const high = new Uint32Array(bits > 32 ? rates.length : 0)
  for (let row = 0; row < low.length; row++) {
    const units = Math.round(rates[row]! * RATE_UNIT)
    const below = Number.isNaN(units) ? span + 1 : most - units
    low[row] = below
    if (bits > 32) high[row] = below / 2 ** 32
  }
  const lists = [{ keys: low, bits: lowBits }]
  if (bits > 32) lists.push({ keys: high, bits: bits - 32 })
  yield
  return yield* sortByKeys(rates.length, lists)
}

/** For so few rows, counting digits takes longer than comparing. */
const FEW_ROWS = 48

/** By insertion: each place goes before those of lower rates. */
function fallingOrderOfFew(rates: Float64Array): Uint32Array {
  const places = rowNumbers(rates.length)
  for (let row = 1; row < rates.length; row++) {
    const rate = rates[row]!
    let to = row
    // NaN comes last, and before nothing.
    for (; to > 0 && !(rates[places[to - 1]!]! >= rate) && !Number.isNaN(rate); to--) {
      places[to] = places[to - 1]!
    }
    places[to] = row
  }
  return places
}

/** Different rates have different units below this. */
const MAX_UNITS = 1e14

function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b))
}

/** Sorts places that are in order already more often than not. */
function* sortTies(places: Uint32Array, order: (a: number, b: number) => number): SlicedWork<void> {
  if (places.length > 16) {
    places.set(yield* sortInSlices(Array.from(places), order))
    return
  }
  for (let index = 1; index < places.length; index++) {
    const moved = places[index]!
    let to = index
    for (; to > 0 && order(places[to - 1]!, moved) > 0; to--) places[to] = places[to - 1]!
    places[to] = moved
  }
}

/**
 * Row numbers of the `count` rows with the largest weight, in ascending order; of equal weights those
 * that come first in an order.
 */
export function* rowsOfLargestSize(
  weights: Float64Array,
  ties: KeyOrder,
  count: number,
): SlicedWork<Uint32Array> {
  if (count >= weights.length) return rowNumbers(weights.length)
  if (count === 0) return new Uint32Array(0)
  const least = nthLargest(weights, count)
  yield
  const { rows, found: candidateCount, lightest } = heaviest(weights, least)
  if (candidateCount === count) return rows.subarray(0, count)
  yield
  const chosen = yield* firstInOrder(lightest, ties, lightest.length - (candidateCount - count))
  const largestRows = new Uint32Array(count + 1)
  let place = 0
  for (let index = 0, next = 0; index < candidateCount; index++) {
    const row = rows[index]!
    const isChosen = next < chosen.length && chosen[next] === row
    largestRows[place] = row
    place += Number(weights[row]! > least || isChosen)
    next += Number(isChosen)
  }
  return largestRows.subarray(0, count)
}

/** The rows that weigh at least so much, the first `found` of `rows`, and those that weigh exactly that. */
function heaviest(
  weights: Float64Array,
  least: number,
): { readonly rows: Uint32Array; readonly found: number; readonly lightest: Uint32Array } {
  let candidateCount = 0
  let light = 0
  for (let row = 0; row < weights.length; row++) {
    candidateCount += Number(weights[row]! >= least)
    light += Number(weights[row]! === least)
  }
  const rows = new Uint32Array(candidateCount + 1)
  const lightest = new Uint32Array(light + 1)
  // Every row is written and overwritten when it is not kept: this avoids a branch.
  for (let row = 0, place = 0, next = 0; row < weights.length; row++) {
    const weight = weights[row]!
    rows[place] = row
    lightest[next] = row
    place += Number(weight >= least)
    next += Number(weight === least)
  }
  return { rows, found: candidateCount, lightest: lightest.subarray(0, light) }
}

/** So many of rows that ascend by number, those that come first in an order; ascending too. */
function* firstInOrder(
  rows: Uint32Array,
  { ascending, compare }: KeyOrder,
  count: number,
): SlicedWork<Uint32Array> {
  if (!ascending) yield* moveFirst(rows, count, compare)
  const first = rows.subarray(0, count)
  return ascending ? first : first.sort()
}

/**
 * Keeps at most `maxRows` rows: those with the largest absolute contributions, or growths where
 * contributions are not defined. A warning tells how many rows there were and what share the kept
 * ones explain.
 */
export function* keepRows(
  measured: Measured,
  order: KeyOrder,
  maxRows: number,
): SlicedWork<{ readonly rows: Uint32Array; readonly warnings: readonly Warning[] }> {
  const count = measured.contribution.length
  if (count <= maxRows) return { rows: rowNumbers(count), warnings: [] }
  const weights = computeRowWeights(measured)
  yield
  const rows = yield* rowsOfLargestSize(weights, order, maxRows)
  yield
  const coveredWeight = compensatedSum(pickNumbers(weights, rows))
  const explained = roundRate(coveredWeight / compensatedSum(weights))
  const share = Number.isNaN(explained) ? '1' : plainText(explained)
  return { rows, warnings: [warning('TRUNCATED', { rows: count, explained: share })] }
}

/** Rows of a table by the size of their contributions, the largest first, then in an order. */
export function* orderBySize(
  measured: Measured,
  rows: Uint32Array,
  { compare }: KeyOrder,
): SlicedWork<Uint32Array> {
  const weights = computeRowWeights(measured)
  const places = yield* sortInSlices([...rows.keys()], (a, b) => {
    const [left, right] = [rows[a]!, rows[b]!]
    return weights[right]! - weights[left]! || compare(left, right)
  })
  return Uint32Array.from(places)
}

/** The order of rows of one weight: by the size of their exact changes, which doubles may not tell apart, then by key. */
export function createTieOrder({ current, compare, exact }: Measured, keys: RowKeys): KeyOrder {
  const byKeys = keyOrder(keys)
  if (exact.current.size === 0 && exact.compare.size === 0) return byKeys
  const readSize = (row: number): Decimal => {
    const now = readExactValue({ values: current, exact: exact.current }, row)
    const before = readExactValue({ values: compare, exact: exact.compare }, row)
    const change = now && before ? subtractDecimals(now, before) : NO_CHANGE
    return change.units < 0n ? negateDecimal(change) : change
  }
  return {
    ascending: false,
    compare: (a, b) => compareDecimals(readSize(b), readSize(a)) || byKeys.compare(a, b),
  }
}

const NO_CHANGE: Decimal = { units: 0n, scale: 0 }

function computeRowWeights({ current, compare, contribution }: Measured): Float64Array {
  const weights = new Float64Array(contribution.length)
  for (let row = 0; row < weights.length; row++) {
    const value = contribution[row]!
    weights[row] = Math.abs(
      Number.isNaN(value) ? (current[row]! || 0) - (compare[row]! || 0) : value,
    )
  }
  return weights
}
