import type { Interval } from '@tributary/expression'
import {
  averageNeedsIntervalError,
  averageUnsupportedError,
  keyNameError,
} from '../request/errors.ts'
import {
  type AttributionRequest,
  CONTRIBUTION,
  CONTRIBUTION_PARTS,
  MEASURES,
} from '../request/request.ts'
import { type AggregateFrame, isTextExtreme, type Leaf } from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'
import type { KnownIntervals } from './periods.ts'

/** Throws {@link AttributionError} when a request cannot be answered, before anything is aggregated. */
export function checkRequest(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const grouping of request.groupings) {
    const taken = new Set<string>([...MEASURES, CONTRIBUTION, ...CONTRIBUTION_PARTS])
    for (const { name } of grouping.keys) {
      if (taken.has(name)) throw keyNameError(grouping.name, name)
      taken.add(name)
    }
  }
  if (request.calculation === 'AVG') checkAverage(request, intervals)
}

function checkAverage(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const leaf of request.metric.leaves) {
    if (leaf.nested !== undefined) {
      throw averageUnsupportedError(leaf.name, 'is aggregated in two steps already')
    }
    if (isTextExtreme(leaf)) throw averageUnsupportedError(leaf.name, 'is no number')
  }
  for (const window of ['current', 'compare'] as const) {
    if (request.time === null) throw averageNeedsIntervalError(window, 'the rows have no time')
    if (intervals[window] === null) {
      throw averageNeedsIntervalError(window, 'its condition does not name one')
    }
  }
}

/**
 * A leaf that counts the rows of both windows: its compare column counts the compare window's rows that
 * are in the current one too. Null when the windows are apart in time, so that there is nothing to count.
 */
export function overlapLeaf(
  { windows }: Pick<AttributionRequest, 'windows'>,
  { current, compare }: KnownIntervals,
): Leaf | null {
  if (current !== null && compare !== null && areApart(current, compare)) return null
  return { name: '@overlap', aggregate: 'COUNT', argument: null, filter: windows.current }
}

/** The warning of an overall frame whose last leaf is the {@link overlapLeaf}. */
export function overlapWarnings(overall: AggregateFrame): readonly Warning[] {
  const column = overall.leaves.at(-1)!.compare
  const rows = column.kind === 'double' ? column.values[0] : column.units[0]
  return rows ? [warning('OBJECTS_OVERLAP', { rows: Number(rows) })] : []
}

function areApart(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.every((one) => b.every((other) => endsBefore(one, other) || endsBefore(other, one)))
}

function endsBefore(a: Interval, b: Interval): boolean {
  return a.to !== null && b.from !== null && a.to <= b.from
}
