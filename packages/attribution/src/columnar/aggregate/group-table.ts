import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { isTextExtreme, type NumberColumn } from '../../request/source.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { createKeyNumbers } from '../kernels/key-numbers.ts'
import { type GroupTotals, mergeTotals, numberedBy, wholeTotals } from './group-totals.ts'
import { extremeTexts, measureNumbers } from './measure-numbers.ts'
import type { GroupValues } from './ordered-job.ts'
import type { JobResult, Pass } from './pass.ts'

/** The groups of one grouping that have a row in a window of the pass, with their keys and aggregates. */
export interface GroupTable {
  readonly keys: Float64Array
  /** Per window of the pass, the row count of each group. */
  readonly present: readonly Float64Array[]
  /** Per window of the pass, the numbers of the measures that the window has. */
  readonly numbers: readonly ReadonlyMap<number, NumberColumn>[]
  /** Per window of the pass, the values of those of its measures that have no numbers. */
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
  const { keys, places } = yield* numberWindowKeys(totals, pass.groupings[grouping]!)
  assertRoom?.(keys.length)
  const present: Float64Array[] = []
  for (const [window, groupTotals] of totals.entries()) {
    present.push(yield* rowCounts(groupTotals, places[window] ?? null, keys.length))
  }
  const numbers: Map<number, NumberColumn>[] = []
  const texts: Map<number, readonly (string | null)[]>[] = []
  for (const [window, { measures, plans }] of pass.windows.entries()) {
    const numbersByMeasure = new Map<number, NumberColumn>()
    const foundTexts = new Map<number, readonly (string | null)[]>()
    for (const [index, measure] of measures.entries()) {
      const values = orderedValues(pass, results, { window, measure: index, grouping })
      const valuePlaces = values === null ? null : yield* findKeyPlaces(values.keys, keys)
      const numbersOf = {
        rows: present[window]!,
        totals: totals[window] ?? null,
        slots: plans.slots,
        places: places[window] ?? null,
        ordered: values && { values: values.values, places: valuePlaces! },
        count: keys.length,
      }
      if (isTextExtreme(pass.measures[measure]!)) {
        foundTexts.set(measure, yield* extremeTexts(plans.measures[index]!, numbersOf))
        const none = new Float64Array(keys.length).fill(Number.NaN)
        numbersByMeasure.set(measure, { kind: 'double', values: none })
      } else numbersByMeasure.set(measure, yield* measureNumbers(plans.measures[index]!, numbersOf))
      yield
    }
    numbers.push(numbersByMeasure)
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
  const mergedTotals = yield* mergeTotals(listGroupingTotals(pass, results, at), plans)
  if (mergedTotals !== null || pass.groupings[at.grouping]!.dimensions.length > 0)
    return mergedTotals
  const job = pass.jobs.find(({ kind, window }) => kind === 'sums' && window === at.window)
  if (job?.kind !== 'sums') return null
  const groupings = job.combinations.flat()
  const sizes = groupings.map((index) => pass.groupings[index]!.size)
  const smallest = groupings[sizes.indexOf(Math.min(...sizes))]!
  const parts = listGroupingTotals(pass, results, { ...at, grouping: smallest })
  const groups = yield* mergeTotals(parts, plans)
  return groups && (yield* wholeTotals(groups, plans))
}

function listGroupingTotals(
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
  { window, measure, grouping }: GroupingAt & { readonly measure: number },
): GroupValues | null {
  const at = jobs.findIndex(
    (job) => job.kind === 'ordered' && job.window === window && job.measure === measure,
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
function* numberWindowKeys(
  totals: readonly (GroupTotals | null)[],
  { dimensions, dense, size }: GroupSpace,
): Generator<void, FoundKeys> {
  const presentTotals = totals.filter((groupTotals) => groupTotals !== null)
  if (dense) {
    const keys = dimensions.length === 0 ? Float64Array.of(0) : denseKeys(presentTotals, size)
    const places = new Int32Array(keys)
    yield
    const placesAmong = ({ keys: windowKeys }: GroupTotals) =>
      windowKeys === null ? places : densePlaces(windowKeys, keys, size)
    return { keys, places: totals.map((groupTotals) => groupTotals && placesAmong(groupTotals)) }
  }
  const numbers = createKeyNumbers(
    presentTotals.reduce((sum, groupTotals) => sum + groupTotals.keys!.length, 0),
  )
  const numbered: (Uint32Array | null)[] = []
  for (const groupTotals of totals)
    numbered.push(groupTotals && (yield* numberedBy(numbers, groupTotals.keys!)))
  const places: (Int32Array | null)[] = []
  for (const keyNumbers of numbered)
    places.push(keyNumbers && (yield* placesIn(keyNumbers, numbers.size())))
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
  const marks = new Uint8Array(size)
  for (const groupTotals of totals) markSeen(groupTotals, marks)
  return new Float64Array(markedKeys(marks))
}

/** Marks the keys that have rows. */
function markSeen({ keys, records, stride }: GroupTotals, marks: Uint8Array): void {
  if (keys !== null) {
    for (let place = 0; place < keys.length; place++) marks[keys[place]!] = 1
    return
  }
  for (let key = 0, at = 0; key < marks.length; key++, at += stride) {
    marks[key]! |= Number(records[at]! > 0)
  }
}

/** The place of each of some keys below `size` among those of totals; -1 for none. */
function densePlaces(presentKeys: Float64Array, keys: Float64Array, size: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1)
  for (let place = 0; place < presentKeys.length; place++) placeOf[presentKeys[place]!] = place
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
function* findKeyPlaces(
  resultKeys: Float64Array | null,
  keys: Float64Array,
): SlicedWork<Int32Array> {
  const places = new Int32Array(keys)
  if (resultKeys === null) return places
  const numbers = createKeyNumbers(resultKeys.length)
  yield* numberedBy(numbers, resultKeys)
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
