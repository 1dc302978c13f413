import { inSpans } from '@tributary/core/internal'
import { compareCodePoints } from '../../numbers/code-points.ts'
import type { CauseDimension, CausesInput } from './types.ts'

/** The leaves in one order, whatever the order of rows, dimensions and values was; no combination occurs twice. */
export interface Leaves {
  readonly count: number
  /** The dimensions that can tell leaves apart, by name. */
  readonly dimensions: readonly EncodedDimension[]
  readonly current: Float64Array
  readonly compare: Float64Array
  readonly currentDenominator: Float64Array | null
  readonly compareDenominator: Float64Array | null
  readonly history: readonly Float64Array[]
  readonly historyDenominators: readonly Float64Array[]
}

/** A dimension of {@link Leaves}. */
export interface EncodedDimension {
  readonly name: string
  /** The values that occur, by code point. */
  readonly values: readonly string[]
  readonly codes: Uint32Array
  /** The dimensions that have exactly the same groups. */
  readonly copies: readonly DimensionCopy[]
}

/** A dimension with the groups of another one, such as the name of an airport beside its code. */
export interface DimensionCopy {
  readonly name: string
  /** Its values by the codes of the other dimension. */
  readonly values: readonly string[]
}

const STEP = 1 << 16

/** Orders and merges the leaves; drops dimensions with one value, copies, and those that tell the windows apart. */
export function* prepareLeaves(input: CausesInput): Generator<void, Leaves> {
  const encoded: EncodedDimension[] = []
  for (const dimension of input.dimensions) {
    const encodedDimension = yield* encode(dimension)
    if (encodedDimension.values.length > 1 && !(yield* isOfOneWindow(encodedDimension, input)))
      encoded.push(encodedDimension)
  }
  encoded.sort((a, b) => compareCodePoints(a.name, b.name))
  const dimensions = yield* withoutCopies(encoded)
  const order = yield* computeLeafOrder(dimensions, input.current.length)
  const leaves: Leaves = {
    count: input.current.length,
    dimensions,
    current: input.current,
    compare: input.compare,
    currentDenominator: input.currentDenominator ?? null,
    compareDenominator: input.compareDenominator ?? null,
    history: input.history ?? [],
    historyDenominators: input.historyDenominators ?? [],
  }
  return order === null ? leaves : yield* reorderLeaves(leaves, order)
}

/** Codes that ascend with the values that occur. */
function* encode({ name, values, codes }: CauseDimension): Generator<void, EncodedDimension> {
  const occurs = new Uint8Array(values.length)
  let missing = values.length
  yield* inSpans(codes.length, (from, to) => {
    for (let i = from; i < to && missing > 0; i++) {
      const code = codes[i]!
      missing -= 1 - occurs[code]!
      occurs[code] = 1
    }
  })
  const distinct = [...new Set(values.filter((_, code) => occurs[code] === 1))].sort(
    compareCodePoints,
  )
  const rank = new Map(distinct.map((value, index) => [value, index]))
  const isSame =
    distinct.length === values.length && distinct.every((value, i) => value === values[i])
  if (isSame) return { name, values: distinct, codes, copies: [] }
  const translated = Uint32Array.from(values, (value) => rank.get(value) ?? 0)
  const result = new Uint32Array(codes.length)
  yield* inSpans(codes.length, (from, to) => {
    for (let i = from; i < to; i++) result[i] = translated[codes[i]!]!
  })
  return { name, values: distinct, codes: result, copies: [] }
}

/** Whether every value is in one of the windows only, as the city of two airports that are compared: it locates nothing. */
function* isOfOneWindow(
  { codes, values }: EncodedDimension,
  {
    current,
    compare,
    currentDenominator: below = current,
    compareDenominator: belowBefore = compare,
  }: CausesInput,
): Generator<void, boolean> {
  const windows = new Uint8Array(values.length)
  let isInBoth = false
  yield* inSpans(codes.length, (from, to) => {
    for (let i = from; i < to && !isInBoth; i++) {
      const isNow = current[i] !== 0 || below[i] !== 0
      const isBefore = compare[i] !== 0 || belowBefore[i] !== 0
      windows[codes[i]!]! |= (isNow ? 1 : 0) | (isBefore ? 2 : 0)
      isInBoth = windows[codes[i]!] === 3
    }
  })
  return windows.includes(1) && windows.includes(2) && !isInBoth
}

function* withoutCopies(
  dimensions: readonly EncodedDimension[],
): Generator<void, readonly EncodedDimension[]> {
  const distinctDimensions: EncodedDimension[] = []
  for (const dimension of dimensions) {
    if (!(yield* addAsCopy(distinctDimensions, dimension))) distinctDimensions.push(dimension)
  }
  return distinctDimensions
}

/** Adds a dimension to the copies of the one that has its groups. False when there is none. */
function* addAsCopy(
  distinctDimensions: EncodedDimension[],
  { name, values, codes }: EncodedDimension,
): Generator<void, boolean> {
  for (const [index, original] of distinctDimensions.entries()) {
    if (original.values.length !== values.length) continue
    const sameCodes = yield* mapCodes(original, codes)
    if (sameCodes === null) continue
    const copy = { name, values: Array.from(sameCodes, (code) => values[code]!) }
    distinctDimensions[index] = { ...original, copies: [...original.copies, copy] }
    return true
  }
  return false
}

/** Whether each value of the first occurs with one value of the second only. */
export function* determines(
  first: EncodedDimension,
  second: EncodedDimension,
): Generator<void, boolean> {
  return (yield* mapCodes(first, second.codes)) !== null
}

/** By code of a dimension, the code that every leaf with it has in a second one; null when there are several. */
function* mapCodes(
  { values, codes }: EncodedDimension,
  secondCodes: Uint32Array,
): Generator<void, Int32Array | null> {
  const secondByFirst = new Int32Array(values.length).fill(-1)
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    if (secondByFirst[code] === -1) secondByFirst[code] = secondCodes[i]!
    else if (secondByFirst[code] !== secondCodes[i]) return null
    if (i % STEP === STEP - 1) yield
  }
  return secondByFirst
}

/** The order of the leaves by their codes; null when they are in it and none is equal to the one before. */
function* computeLeafOrder(
  dimensions: readonly EncodedDimension[],
  count: number,
): Generator<void, Uint32Array | null> {
  if (yield* isAscending(dimensions, count)) return null
  let order = Uint32Array.from({ length: count }, (_, i) => i)
  yield
  for (const { codes, values } of dimensions.toReversed()) {
    const starts = new Uint32Array(values.length + 1)
    for (let i = 0; i < count; i++) starts[codes[i]! + 1]!++
    for (let code = 0; code < values.length; code++) starts[code + 1]! += starts[code]!
    yield
    const next = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      next[starts[codes[order[i]!]!]!++] = order[i]!
      if (i % STEP === STEP - 1) yield
    }
    order = next
  }
  return order
}

/** Whether each leaf comes after the one before it. */
function* isAscending(
  dimensions: readonly EncodedDimension[],
  count: number,
): Generator<void, boolean> {
  const columns = dimensions.map(({ codes }) => codes)
  const cards = dimensions.map(({ values }) => values.length)
  const combinations = cards.reduce((product, card) => product * card, 1)
  if (combinations === count) return yield* isEveryCombination(dimensions, count)
  const isCounted = combinations <= Number.MAX_SAFE_INTEGER
  let [isSo, last] = [true, -1]
  yield* inSpans(count, (from, to) => {
    if (!isCounted) {
      for (let i = Math.max(1, from); i < to && isSo; i++) {
        isSo = compareLeaves(dimensions, i - 1, i) < 0
      }
      return
    }
    for (let i = from; i < to && isSo; i++) {
      let key = 0
      for (let at = 0; at < columns.length; at++) key = key * cards[at]! + columns[at]![i]!
      isSo = key > last
      last = key
    }
  })
  return isSo
}

/** The same of as many leaves as there are combinations of values: then each combination occurs once, in order. */
function* isEveryCombination(
  dimensions: readonly EncodedDimension[],
  count: number,
): Generator<void, boolean> {
  let isSo = true
  let period = count
  for (const { codes, values } of dimensions) {
    const pattern = { codes, period, width: period / values.length }
    yield* inSpans(count, (from, to) => {
      isSo &&= isPeriodic(pattern, from, to)
    })
    period = pattern.width
  }
  return isSo
}

interface Repeated {
  readonly codes: Uint32Array
  /** The codes repeat after so many leaves. */
  readonly period: number
  /** So many successive leaves have the same code. */
  readonly width: number
}

function isPeriodic({ codes, period, width }: Repeated, from: number, to: number): boolean {
  let leaf = from
  for (; leaf < to && leaf < period; leaf++) {
    if (codes[leaf] !== Math.floor(leaf / width)) return false
  }
  while (leaf < to && codes[leaf] === codes[leaf - period]) leaf++
  return leaf === to
}

function compareLeaves(dimensions: readonly EncodedDimension[], a: number, b: number): number {
  for (const { codes } of dimensions) {
    if (codes[a] !== codes[b]) return codes[a]! - codes[b]!
  }
  return 0
}

/** The leaves in the given order, equal ones added up. */
function* reorderLeaves(leaves: Leaves, order: Uint32Array): Generator<void, Leaves> {
  const { dimensions } = leaves
  const starts: number[] = []
  yield* inSpans(order.length, (from, to) => {
    for (let i = from; i < to; i++) {
      if (i === 0 || compareLeaves(dimensions, order[i - 1]!, order[i]!) !== 0) starts.push(i)
    }
  })
  const count = starts.length
  starts.push(order.length)
  const added = (values: Float64Array) => addedUp(values, order, starts)
  const addedOrNull = function* (values: Float64Array | null) {
    return values === null ? null : yield* added(values)
  }
  const addedAll = function* (columns: readonly Float64Array[]) {
    const all: Float64Array[] = []
    for (const column of columns) all.push(yield* added(column))
    return all
  }
  return {
    count,
    dimensions: dimensions.map((dimension) => ({
      ...dimension,
      codes: Uint32Array.from(
        { length: count },
        (_, leaf) => dimension.codes[order[starts[leaf]!]!]!,
      ),
    })),
    current: yield* added(leaves.current),
    compare: yield* added(leaves.compare),
    currentDenominator: yield* addedOrNull(leaves.currentDenominator),
    compareDenominator: yield* addedOrNull(leaves.compareDenominator),
    history: yield* addedAll(leaves.history),
    historyDenominators: yield* addedAll(leaves.historyDenominators),
  }
}

/** From so many numbers on, sorting them by insertion takes longer than the sort of typed arrays. */
const MANY = 32

/** Sums of equal leaves, taken in ascending order of size, so that the order of rows does not matter. */
function* addedUp(
  values: Float64Array,
  order: Uint32Array,
  starts: readonly number[],
): Generator<void, Float64Array> {
  const result = new Float64Array(starts.length - 1)
  const equal = new Float64Array(countLargestGroup(starts))
  yield* inSpans(result.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      const [start, end] = [starts[leaf]!, starts[leaf + 1]!]
      if (end - start === 1) {
        result[leaf] = values[order[start]!]!
        continue
      }
      const count = end - start
      for (let at = 0; at < count; at++) equal[at] = values[order[start + at]!]!
      sortNumbers(equal, count)
      let sum = 0
      for (let at = 0; at < count; at++) sum += equal[at]!
      result[leaf] = sum
    }
  })
  return result
}

function countLargestGroup(starts: readonly number[]): number {
  let most = 0
  for (let leaf = 0; leaf + 1 < starts.length; leaf++) {
    most = Math.max(most, starts[leaf + 1]! - starts[leaf]!)
  }
  return most
}

/** Sorts the first numbers of an array in place. */
function sortNumbers(numbers: Float64Array, count: number): void {
  if (count >= MANY) {
    numbers.subarray(0, count).sort()
    return
  }
  for (let at = 1; at < count; at++) {
    const number = numbers[at]!
    let place = at
    while (place > 0 && numbers[place - 1]! > number) {
      numbers[place] = numbers[place - 1]!
      place--
    }
    numbers[place] = number
  }
}
