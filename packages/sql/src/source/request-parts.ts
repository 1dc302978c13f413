import type { AggregateFrame, AggregateRequest, MeasureColumns } from '@tributary/attribution'
import { isTotal, separateWindows, serializeMeasure } from '../compile/compile-window-totals.ts'
import { isAddedExactly } from '../compile/exact-sums.ts'

/**
 * The aggregates of one statement. Engines cut all that it reads down to the rows of each filter, so time and memory grow
 * with the square of their number, and a statement of a thousand filters takes gigabytes. One that groups rows by their
 * window has no filters.
 */
const MOST = { filtered: 40, grouped: 100 }

/** Some measures of a request, by their positions in it. */
export interface RequestPart {
  readonly positions: readonly number[]
  readonly request: AggregateRequest
}

/** Splits a request for the totals of many measures into several; any other request is one part. */
export function splitRequest(request: AggregateRequest): readonly RequestPart[] {
  const { measures } = request
  const all = [...measures.keys()]
  if (2 * measures.length <= MOST.filtered || !isTotal(request)) {
    return [{ positions: all, request }]
  }
  const isSeparate = separateWindows(request) !== null
  const parts: number[][] = []
  let room = 0
  // The copies of a measure in several windows are one aggregate where the rows are grouped by their window.
  for (const positions of Map.groupBy(all, (at) => serializeMeasure(measures[at]!)).values()) {
    const first = measures[positions[0]!]!
    const isGrouped = isSeparate && first.nested === undefined
    // A double is added up in two numbers.
    const sums = isAddedExactly(first) ? 2 : 1
    const part =
      (sums * (isGrouped ? 1 : 2 * positions.length)) / MOST[isGrouped ? 'grouped' : 'filtered']
    if (part > room) {
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

/** The frames of a request from those of its parts. */
export function mergeParts(
  parts: readonly RequestPart[],
  answers: readonly (readonly AggregateFrame[])[],
): readonly AggregateFrame[] {
  if (parts.length === 1) return answers[0]!
  return answers[0]!.map((first, grouping) => {
    const measures: MeasureColumns[] = []
    for (const [part, { positions }] of parts.entries()) {
      for (const [i, at] of positions.entries()) {
        measures[at] = answers[part]![grouping]!.measures[i]!
      }
    }
    return { ...first, measures }
  })
}
