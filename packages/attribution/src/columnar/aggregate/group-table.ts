import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { isTextExtreme, type NumberColumn } from '../../request/source.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { createKeyNumbers } from '../kernels/key-numbers.ts'
import { type GroupTotals, mergeTotals, numberedBy, wholeTotals } from './group-totals.ts'
import { extremeTexts, leafNumbers } from './leaf-numbers.ts'
import type { GroupValues } from './ordered-job.ts'
import type { JobResult, Pass } from './pass.ts'

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

/**
 * Makes the group table of a grouping from the results of a pass's jobs. Yields between steps. `assertRoom` is called with the
 * number of groups before anything is made of them; what it throws ends the work.
 */
export function* groupTable(
  pass: Pass,
  results: readonly JobResult[],
  {
    grouping,
    assertRoom,
  }: { readonly grouping: number; readonly assertRoom?: (groups: number) => void },
): SlicedWork<GroupTable> {
  const totals: (GroupTotals | null)[] = []
  for (const window of pass.windows.keys()) {
    totals.push(yield* windowTotals(pass, results, { window, grouping }))
    yield
  }
  const { keys, places } = yield* keysOf(totals, pass.groupings[grouping]!)
  assertRoom?.(keys.length)
  const present: Float64Array[] = []
  for (const [window, one] of totals.entries()) {
    present.push(yield* rowCounts(one, places[window] ?? null, keys.length))
  }
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
        slots: plans.slots,
        places: places[window] ?? null,
        ordered: values && { values: values.values, places: valuePlaces! },
        count: keys.length,
      }
      if (isTextExtreme(pass.leaves[leaf]!)) {
        foundTexts.set(leaf, yield* extremeTexts(plans.leaves[index]!, numbersOf))
        const none = new Float64Array(keys.length).fill(Number.NaN)
        found.set(leaf, { kind: 'double', values: none })
      } else found.set(leaf, yield* leafNumbers(plans.leaves[index]!, numbersOf))
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
function* windowTotals(
  pass: Pass,
  results: readonly JobResult[],
  at: GroupingAt,
): SlicedWork<GroupTotals | null> {
  const { plans } = pass.windows[at.window]!
  const found = yield* mergeTotals(totalsOf(pass, results, at), plans)
  if (found !== null || pass.groupings[at.grouping]!.dimensions.length > 0) return found
  const job = pass.jobs.find(({ kind, window }) => kind === 'sums' && window === at.window)
  if (job?.kind !== 'sums') return null
  const groupings = job.combinations.flat()
  const sizes = groupings.map((index) => pass.groupings[index]!.size)
  const smallest = groupings[sizes.indexOf(Math.min(...sizes))]!
  const parts = totalsOf(pass, results, { ...at, grouping: smallest })
  const groups = yield* mergeTotals(parts, plans)
  return groups && (yield* wholeTotals(groups, plans))
}

function totalsOf(
  { jobs }: Pass,
  results: readonly JobResult[],
  { window, grouping }: GroupingAt,
): readonly GroupTotals[] {
  return jobs.flatMap((job, index) => {
    const result = results[index]!
    if (job.kind !== 'sums' || result.kind !== 'sums' || job.window !== window) return []
    const at = job.combinations.flat().indexOf(grouping)
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

/** The groups that have a row in any window. */
interface FoundKeys {
  readonly keys: Float64Array
  /** Per window the place of each key in its totals, -1 for none; null for a window without totals. */
  readonly places: readonly (Int32Array | null)[]
}

/** Numbers the keys of all windows. The grouping without dimensions always has one. */
function* keysOf(
  totals: readonly (GroupTotals | null)[],
  { dimensions, dense, size }: GroupSpace,
): Generator<void, FoundKeys> {
  const known = totals.filter((one) => one !== null)
  if (dense) {
    const keys = dimensions.length === 0 ? Float64Array.of(0) : denseKeys(known, size)
    const places = new Int32Array(keys)
    yield
    const placesAmong = ({ keys: own }: GroupTotals) =>
      own === null ? places : densePlaces(own, keys, size)
    return { keys, places: totals.map((one) => one && placesAmong(one)) }
  }
  const numbers = createKeyNumbers(known.reduce((sum, one) => sum + one.keys!.length, 0))
  const numbered: (Uint32Array | null)[] = []
  for (const one of totals) numbered.push(one && (yield* numberedBy(numbers, one.keys!)))
  const places: (Int32Array | null)[] = []
  for (const one of numbered) places.push(one && (yield* placesIn(one, numbers.size())))
  return { keys: numbers.keys(), places }
}

/** Turns the numbers of places into the place of each number below `count`. */
function* placesIn(numbered: Uint32Array, count: number): SlicedWork<Int32Array> {
  const places = new Int32Array(count).fill(-1)
  yield* inSpans(numbered.length, (from, to) => {
    for (let place = from; place < to; place++) places[numbered[place]!] = place
  })
  return places
}

/** The keys below `size` that have rows, in order. */
function denseKeys(totals: readonly GroupTotals[], size: number): Float64Array {
  const seen = new Uint8Array(size)
  for (const one of totals) markSeen(one, seen)
  return new Float64Array(markedKeys(seen))
}

/** Marks the keys that have rows. */
function markSeen({ keys, records, stride }: GroupTotals, seen: Uint8Array): void {
  if (keys !== null) {
    for (let place = 0; place < keys.length; place++) seen[keys[place]!] = 1
    return
  }
  for (let key = 0, at = 0; key < seen.length; key++, at += stride) {
    seen[key]! |= Number(records[at]! > 0)
  }
}

/** The place of each of some keys below `size` among those of totals; -1 for none. */
function densePlaces(own: Float64Array, keys: Float64Array, size: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1)
  for (let place = 0; place < own.length; place++) placeOf[own[place]!] = place
  const places = new Int32Array(keys.length)
  for (let group = 0; group < keys.length; group++) places[group] = placeOf[keys[group]!]!
  return places
}

function markedKeys(marks: Uint8Array): Uint32Array {
  const keys = new Uint32Array(marks.length + 1)
  let count = 0
  for (let key = 0; key < marks.length; key++) {
    keys[count] = key
    count += marks[key]!
  }
  return keys.subarray(0, count)
}

/** The place of each key in a result whose keys are known, once each; -1 when it has none. */
function* placesOf(known: Float64Array | null, keys: Float64Array): SlicedWork<Int32Array> {
  const places = new Int32Array(keys)
  if (known === null) return places
  const numbers = createKeyNumbers(known.length)
  yield* numberedBy(numbers, known)
  yield* inSpans(keys.length, (from, to) => {
    for (let group = from; group < to; group++) places[group] = numbers.placeOf(keys[group]!)
  })
  return places
}

function* rowCounts(
  totals: GroupTotals | null,
  places: Int32Array | null,
  count: number,
): SlicedWork<Float64Array> {
  const counts = new Float64Array(count)
  if (totals === null || places === null) return counts
  const { records, stride } = totals
  yield* inSpans(count, (from, to) => {
    for (let group = from; group < to; group++) {
      const place = places[group]!
      // `+ 0`: the sum of no rows is -0.
      if (place !== -1) counts[group] = records[place * stride]! + 0
    }
  })
  return counts
}
