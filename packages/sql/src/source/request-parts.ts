import type {
  AggregateFrame,
  AggregateRequest,
  Measure,
  MeasureColumns,
} from '@tributary/attribution'
import type { SlicedWork } from '@tributary/core/internal'
import { countOuterLimbs } from '../compile/compile-nested.ts'
import { isTotal, separateWindows, serializeMeasure } from '../compile/compile-window-totals.ts'
import { type BitsOf, isAddedExactly, USUAL_BITS } from '../compile/exact-sums.ts'
import { arrangeLike } from './result-frames.ts'

/**
 * The aggregates of one statement. Engines cut all that it reads down to the rows of each filter, so time and memory grow
 * with the square of their number, and a statement of a thousand filters takes gigabytes, which the memory limits of
 * engines do not count. One that groups rows by their window has no filters. One with groups is split late: each part
 * forms all groups anew.
 */
const MOST = { filtered: 40, grouped: 100, keyed: 300 }

/** Some measures of a request, by their positions in it. */
export interface RequestPart {
  readonly positions: readonly number[]
  readonly request: AggregateRequest
}

/** Splits a request for many measures, or for sums of many bits, into several; any other request is one part. */
export function splitRequest(request: AggregateRequest, bitsOf: BitsOf): readonly RequestPart[] {
  const { measures } = request
  const all = [...measures.keys()]
  const most = isTotal(request) ? MOST.filtered : MOST.keyed
  const numbers = measures.map((measure) => countNumbers(measure, bitsOf))
  const sum = (positions: readonly number[]) =>
    positions.reduce((total, at) => total + 2 * numbers[at]!, 0)
  if (sum(all) <= most) return [{ positions: all, request }]
  const isSeparate = isTotal(request) && separateWindows(request) !== null
  const isGrouped = (at: number) => isSeparate && measures[at]!.nested === undefined
  // The copies of a measure in several windows are one aggregate where the rows are grouped by their window.
  const units = Map.groupBy(all, (at) => (isGrouped(at) ? serializeMeasure(measures[at]!) : at))
  const parts: number[][] = []
  let room = 0
  for (const positions of units.values()) {
    const [first] = positions
    const part = isGrouped(first!) ? numbers[first!]! / MOST.grouped : sum(positions) / most
    if (parts.length === 0 || part > room) {
      parts.push([])
      room = 1
    }
    parts.at(-1)!.push(...positions)
    room -= part
  }
  return parts.map((unordered) => {
    const positions = unordered.toSorted((a, b) => a - b)
    return { positions, request: { ...request, measures: positions.map((at) => measures[at]!) } }
  })
}

/** The numbers that a measure adds up in a window: a double is added up in several. */
function countNumbers(measure: Measure, bitsOf: BitsOf): number {
  const inner = isAddedExactly(measure) ? bitsOf(measure.argument!).limbs : 1
  return inner + Math.max(0, countOuterLimbs(measure, bitsOf) - USUAL_BITS.limbs)
}

/** The frames of a request from those of its parts, which have the same groups. */
export function* mergeParts(
  parts: readonly RequestPart[],
  answers: readonly (readonly AggregateFrame[])[],
): SlicedWork<readonly AggregateFrame[]> {
  if (parts.length === 1) return answers[0]!
  const frames: AggregateFrame[] = []
  for (const [grouping, first] of answers[0]!.entries()) {
    const measures: MeasureColumns[] = []
    for (const [part, { positions }] of parts.entries()) {
      const frame = yield* arrangeLike(first, answers[part]![grouping]!)
      for (const [i, at] of positions.entries()) measures[at] = frame.measures[i]!
    }
    frames.push({ ...first, measures })
  }
  return frames
}
