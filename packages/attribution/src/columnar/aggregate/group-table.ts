import { isTextExtreme, type NumberColumn } from '../../request/source.ts'
import { createKeyNumbers, type KeyNumbers } from '../kernels/key-numbers.ts'
import { extremeTexts, leafNumbers } from './leaf-numbers.ts'
import type { GroupValues } from './ordered-job.ts'
import type { JobResult, Pass } from './pass.ts'
import { type GroupTotals, mergeTotals, wholeTotals } from './sums-job.ts'

/** The groups of one grouping that have a row in a window of the pass, with their keys and aggregates. */
export interface GroupTable {
  readonly keys: Float64Array
  /** Per window of the pass, the row count of each group. */
  readonly present: readonly Float64Array[]
  /** Per window of the pass, the numbers of the leaves that the window has. */
  readonly numbers: readonly ReadonlyMap<number, NumberColumn>[]
  /** Per window of the pass, the values of those of its leaves that have no numbers. */
  readonly texts: readonly ReadonlyMap<number, readonly (string | null)[]>[]
}

/** Makes the group table of a grouping from the results of a pass's jobs. Yields between steps. */
export function* groupTable(
  pass: Pass,
  results: readonly JobResult[],
  grouping: number,
): Generator<void, GroupTable> {
  const totals: (GroupTotals | null)[] = []
  for (const window of pass.windows.keys()) {
    totals.push(windowTotals(pass, results, { window, grouping }))
    yield
  }
  const keys = yield* keysOf(totals, pass.groupings[grouping]!.dimensions.length === 0)
  const places: (Int32Array | null)[] = []
  for (const one of totals) places.push(one && (yield* placesOf(one.keys, keys)))
  const present = totals.map((one, window) => rowCounts(one, places[window] ?? null, keys.length))
  yield
  const numbers: Map<number, NumberColumn>[] = []
  const texts: Map<number, readonly (string | null)[]>[] = []
  for (const [window, { leaves, plans }] of pass.windows.entries()) {
    const found = new Map<number, NumberColumn>()
    const foundTexts = new Map<number, readonly (string | null)[]>()
    for (const [index, leaf] of leaves.entries()) {
      const values = orderedValues(pass, results, { window, leaf: index, grouping })
      const valuePlaces = values === null ? null : yield* placesOf(values.keys, keys)
      const numbersOf = {
        rows: present[window]!,
        totals: totals[window] ?? null,
        places: places[window] ?? null,
        ordered: values && { values: values.values, places: valuePlaces! },
        count: keys.length,
      }
      if (isTextExtreme(pass.leaves[leaf]!)) {
        foundTexts.set(leaf, extremeTexts(plans.leaves[index]!, numbersOf))
        const none = new Float64Array(keys.length).fill(Number.NaN)
        found.set(leaf, { kind: 'double', values: none })
      } else found.set(leaf, leafNumbers(plans.leaves[index]!, numbersOf))
      yield
    }
    numbers.push(found)
    texts.push(foundTexts)
  }
  return { keys, present, numbers, texts }
}

interface GroupingAt {
  readonly window: number
  readonly grouping: number
}

/**
 * The totals of a grouping in a window. Those of the grouping without dimensions are the sum of any
 * other grouping's.
 */
function windowTotals(
  pass: Pass,
  results: readonly JobResult[],
  at: GroupingAt,
): GroupTotals | null {
  const { extremes } = pass.windows[at.window]!.plans
  const found = mergeTotals(totalsOf(pass, results, at), extremes)
  if (found !== null || pass.groupings[at.grouping]!.dimensions.length > 0) return found
  const job = pass.jobs.find(({ kind, window }) => kind === 'sums' && window === at.window)
  if (job?.kind !== 'sums') return null
  const sizes = job.groupings.map((index) => pass.groupings[index]!.size)
  const smallest = job.groupings[sizes.indexOf(Math.min(...sizes))]!
  const groups = mergeTotals(totalsOf(pass, results, { ...at, grouping: smallest }), extremes)
  return groups && wholeTotals(groups, extremes)
}

function totalsOf(
  { jobs }: Pass,
  results: readonly JobResult[],
  { window, grouping }: GroupingAt,
): readonly GroupTotals[] {
  return jobs.flatMap((job, index) => {
    const result = results[index]!
    if (job.kind !== 'sums' || result.kind !== 'sums' || job.window !== window) return []
    const at = job.groupings.indexOf(grouping)
    return at === -1 ? [] : [result.totals[at]!]
  })
}

function orderedValues(
  { jobs }: Pass,
  results: readonly JobResult[],
  { window, leaf, grouping }: GroupingAt & { readonly leaf: number },
): GroupValues | null {
  const at = jobs.findIndex(
    (job) => job.kind === 'ordered' && job.window === window && job.leaf === leaf,
  )
  const result = results[at]
  return result?.kind === 'ordered' ? result.values[grouping]! : null
}

/** The keys that have a row in any window. The grouping without dimensions always has one. */
/** Keys that are looked up between two yields. */
const BLOCK = 8_192

function* keysOf(
  totals: readonly (GroupTotals | null)[],
  keyless: boolean,
): Generator<void, Float64Array> {
  if (keyless) return Float64Array.of(0)
  const known = totals.filter((one) => one !== null)
  const [first] = known
  if (first === undefined) return new Float64Array(0)
  if (first.keys === null) return denseKeys(known)
  const numbers = createKeyNumbers()
  for (const { keys } of known) yield* numberKeys(keys!, numbers)
  return numbers.keys()
}

function* numberKeys(keys: Float64Array, numbers: KeyNumbers): Generator<void, void> {
  for (let from = 0; from < keys.length; from += BLOCK) {
    const to = Math.min(keys.length, from + BLOCK)
    for (let at = from; at < to; at++) numbers.numberOf(keys[at]!)
    yield
  }
}

function denseKeys(totals: readonly GroupTotals[]): Float64Array {
  const [first] = totals
  const size = first!.sums.length / first!.stride
  const seen = new Uint8Array(size)
  for (const { sums, stride } of totals) {
    for (let key = 0; key < size; key++) seen[key]! |= Number(sums[key * stride]! > 0)
  }
  const keys = new Float64Array(size)
  let count = 0
  for (let key = 0; key < size; key++) {
    keys[count] = key
    count += seen[key]!
  }
  return keys.slice(0, count)
}

/** The place of each key in a result; -1 when it has none. */
function* placesOf(known: Float64Array | null, keys: Float64Array): Generator<void, Int32Array> {
  const places = new Int32Array(keys)
  if (known === null) return places
  // Keys are known once each, so their numbers are their places.
  const numbers = createKeyNumbers()
  yield* numberKeys(known, numbers)
  for (let from = 0; from < keys.length; from += BLOCK) {
    const to = Math.min(keys.length, from + BLOCK)
    for (let group = from; group < to; group++) places[group] = numbers.placeOf(keys[group]!)
    yield
  }
  return places
}

function rowCounts(
  totals: GroupTotals | null,
  places: Int32Array | null,
  count: number,
): Float64Array {
  const counts = new Float64Array(count)
  if (totals === null || places === null) return counts
  const { sums, stride } = totals
  for (let group = 0; group < count; group++) {
    const place = places[group]!
    // `+ 0`: the sum of no rows is -0.
    if (place !== -1) counts[group] = sums[place * stride]! + 0
  }
  return counts
}
