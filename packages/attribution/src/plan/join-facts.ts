import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type {
  AggregateAnswer,
  AggregateFrame,
  AggregateOptions,
  AggregateRequest,
  AggregateSource,
  Fact,
  Measure,
  MeasureColumns,
  NumberColumn,
} from '../request/source.ts'
import { aggregateSnapshots } from './snapshots.ts'

/** An aggregate request of which measures may be over other facts than its own rows. */
export interface FactsRequest extends AggregateRequest {
  /** The facts that measures refer to by index. Each has as many groupings as the request, with as many keys. */
  readonly otherFacts?: readonly Fact[]
}

/** The answer over all facts, and what is known of each of them. */
export interface FactsAnswer extends AggregateAnswer {
  readonly facts: readonly FactReach[]
}

/** How far the rows of a fact reach. */
export interface FactReach {
  readonly frontier: AggregateAnswer['frontier']
  /** Whether a group of the first grouping has rows in the window. */
  readonly present: { readonly current: boolean; readonly compare: boolean }
}

/** A source that aggregates several facts together. */
export interface FactsSource {
  aggregate(request: FactsRequest, options?: AggregateOptions): Promise<FactsAnswer>
}

/**
 * A source that asks another one for each fact alone and joins the groups by their keys. Where a fact does not have a
 * group, its measures have their value over no rows: 0 for counts, else none. A row counts as present in a window when
 * any fact has it. Rejects with whatever the source rejects with.
 */
export function joinFacts(source: AggregateSource): FactsSource {
  return {
    async aggregate({ otherFacts = [], ...baseRequest }, options = {}) {
      for (const { groupings } of otherFacts) {
        const isSame = groupings.every(
          (keys, at) => keys.length === baseRequest.groupings[at]?.length,
        )
        if (isSame && groupings.length === baseRequest.groupings.length) continue
        throw new TypeError('A further fact must have the groupings of the request, key by key')
      }
      const places = [baseRequest, ...otherFacts].map((_, fact) =>
        placesOfFact(baseRequest.measures, fact),
      )
      const requests = [baseRequest, ...otherFacts].map((fact, index): AggregateRequest => {
        return {
          ...fact,
          measures: places[index]!.map((at) => withoutFact(baseRequest.measures[at]!)),
        }
      })
      const answers = await Promise.all(
        requests.map((request) => aggregateSnapshots(source, request, options)),
      )
      const facts = answers.map(toFactReach)
      const [only, ...remainingAnswers] = answers
      if (remainingAnswers.length === 0) return { ...only!, facts }
      const frames = await runInSlices(
        joinedFrames({ answers, places, measures: baseRequest.measures }),
        options.signal,
      )
      const executed = answers.map((answer) => answer.executed).join('; ')
      return { frames, frontier: joinFrontiers(facts), executed, facts }
    },
  }
}

function placesOfFact(measures: readonly Measure[], fact: number): readonly number[] {
  return measures.flatMap(({ otherFact = -1 }, at) => (otherFact + 1 === fact ? [at] : []))
}

function withoutFact({ otherFact: _, ...measure }: Measure): Measure {
  return measure
}

function toFactReach({ frontier, frames: [first] }: AggregateAnswer): FactReach {
  const some = (counts: Float64Array | undefined) => counts?.some((count) => count > 0) === true
  const { current, compare } = first?.present ?? {}
  return { frontier, present: { current: some(current), compare: some(compare) } }
}

/** From the earliest first to the latest last time. */
export function joinFrontiers(
  facts: readonly Pick<FactReach, 'frontier'>[],
): AggregateAnswer['frontier'] {
  const frontiers = facts.flatMap(({ frontier }) => frontier ?? [])
  if (frontiers.length === 0) return null
  const inOrder = (a: bigint, b: bigint): number => (a < b ? -1 : 1)
  return {
    first: frontiers.map(({ first }) => first).toSorted(inOrder)[0]!,
    last: frontiers
      .map(({ last }) => last)
      .toSorted(inOrder)
      .at(-1)!,
  }
}

interface Joining {
  readonly answers: readonly AggregateAnswer[]
  /** By fact, where its measures are among those of the request. */
  readonly places: readonly (readonly number[])[]
  readonly measures: readonly Measure[]
}

function* joinedFrames({
  answers,
  places,
  measures,
}: Joining): SlicedWork<readonly AggregateFrame[]> {
  const joined: AggregateFrame[] = []
  for (const grouping of answers[0]!.frames.keys()) {
    const frames = answers.map(({ frames: all }) => all[grouping]!)
    const { keys, rows, rowCount } = yield* joinGroups(frames)
    const columns: MeasureColumns[] = []
    for (const [fact, frame] of frames.entries()) {
      for (const [index, at] of places[fact]!.entries()) {
        columns[at] = measureAt(frame.measures[index]!, {
          rows: rows[fact]!,
          measure: measures[at]!,
        })
        yield
      }
    }
    const present = (window: 'current' | 'compare') => {
      const counts = new Float64Array(rowCount)
      for (const [fact, frame] of frames.entries()) {
        for (const [group, row] of rows[fact]!.entries()) {
          if (row >= 0) counts[group]! += frame.present[window][row]!
        }
      }
      return counts
    }
    joined.push({
      rowCount,
      keys,
      measures: columns,
      present: { current: present('current'), compare: present('compare') },
    })
    yield
  }
  return joined
}

/** Rows of a frame in another order; -1 stands for a group that the frame does not have. */
interface Place {
  readonly rows: Int32Array
  readonly measure: Measure
}

/** The columns of a measure in the rows of a place. */
export function measureAt(
  { current, compare, texts }: MeasureColumns,
  place: Place,
): MeasureColumns {
  const textsAt = (values: readonly (string | null)[]) =>
    Array.from(place.rows, (row) => (row < 0 ? null : values[row]!))
  return {
    current: columnAt(current, place),
    compare: columnAt(compare, place),
    ...(texts && { texts: { current: textsAt(texts.current), compare: textsAt(texts.compare) } }),
  }
}

function columnAt(column: NumberColumn, { rows, measure }: Place): NumberColumn {
  const isCount = COUNTS.has(measure.nested?.aggregate ?? measure.aggregate)
  const none = isCount ? 0 : Number.NaN
  const doubles = (values: Float64Array) =>
    Float64Array.from(rows, (row) => (row < 0 ? none : values[row]!))
  switch (column.kind) {
    case 'exact': {
      const noUnits = isCount ? 0n : null
      const units = Array.from(rows, (row) => (row < 0 ? noUnits : column.units[row]!))
      return { ...column, units }
    }
    case 'safe':
      return { ...column, units: doubles(column.units) }
    case 'double':
      return { ...column, values: doubles(column.values) }
  }
}

const COUNTS: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT'])

/** The groups of several frames, each once. */
export interface JoinedGroups {
  readonly rowCount: number
  /** A column per key. */
  readonly keys: AggregateFrame['keys']
  /** By frame, the row of each group; -1 where the frame does not have it. */
  readonly rows: readonly Int32Array[]
}

const SLICE_ROWS = 1024

/** Joins the groups of frames by their keys, in the order in which they are found. Yields between groups. */
export function* joinGroups(
  frames: readonly Pick<AggregateFrame, 'rowCount' | 'keys'>[],
): SlicedWork<JoinedGroups> {
  const keys: (string | null)[][] = frames[0]!.keys.map(() => [])
  const groups = new Map<string, number>()
  const placesByFrame: Int32Array[] = []
  for (const frame of frames) {
    const places = new Int32Array(frame.rowCount)
    for (let row = 0; row < frame.rowCount; row++) {
      if (row % SLICE_ROWS === 0) yield
      const values = frame.keys.map((key) => key[row] ?? null)
      const identity = JSON.stringify(values)
      const groupIndex = groups.get(identity)
      places[row] = groupIndex ?? groups.size
      if (groupIndex !== undefined) continue
      groups.set(identity, groups.size)
      for (const [index, value] of values.entries()) keys[index]!.push(value)
    }
    placesByFrame.push(places)
  }
  const rows = placesByFrame.map((places) => {
    const row = new Int32Array(groups.size).fill(-1)
    for (const [at, group] of places.entries()) row[group] = at
    return row
  })
  return { keys, rows, rowCount: groups.size }
}
