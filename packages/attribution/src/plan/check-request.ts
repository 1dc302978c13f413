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
import {
  type AggregateFrame,
  isTextExtreme,
  type Measure,
  type WindowPair,
} from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'
import { type KnownIntervals, knownIntervals } from './periods.ts'

/** Throws {@link AttributionError} when a request cannot be answered, before anything is aggregated. */
export function checkRequest(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const grouping of request.groupings) {
    const reservedNames = new Set<string>([...MEASURES, CONTRIBUTION, ...CONTRIBUTION_PARTS])
    for (const { name } of grouping.keys) {
      if (reservedNames.has(name)) throw keyNameError(grouping.name, name)
      reservedNames.add(name)
    }
  }
  if (request.calculation === 'AVG') checkAverage(request, intervals)
}

function checkAverage(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const measure of request.metric.measures) {
    if (measure.nested !== undefined) {
      throw averageUnsupportedError(measure.name, 'is aggregated in two steps already')
    }
    if (measure.snapshot !== undefined) {
      throw averageUnsupportedError(measure.name, 'is the value at one time')
    }
    if (isTextExtreme(measure)) throw averageUnsupportedError(measure.name, 'is no number')
  }
  const { time, otherFacts = [] } = request
  for (const window of ['current', 'compare'] as const) {
    if (time === null || otherFacts.some((fact) => fact.time === null)) {
      throw averageNeedsIntervalError(window, 'the rows have no time')
    }
    if (intervals[window] === null) {
      throw averageNeedsIntervalError(window, 'its condition does not name one')
    }
  }
}

/**
 * A measure for each fact that counts the rows of both windows: its compare column counts the compare window's rows that are
 * in the current one too. None where the windows are apart in time, so that there is nothing to count.
 */
export function overlapMeasures(
  { windows, otherFacts = [] }: Pick<AttributionRequest, 'windows' | 'otherFacts'>,
  intervals: KnownIntervals,
): readonly Measure[] {
  const otherMeasures = otherFacts.map((fact, otherFact) =>
    createOverlapMeasures(fact.windows, knownIntervals(fact)).map((measure): Measure => {
      return { ...measure, name: `${measure.name} ${otherFact}`, otherFact }
    }),
  )
  return [createOverlapMeasures(windows, intervals), ...otherMeasures].flat()
}

function createOverlapMeasures(
  { current: filter }: WindowPair,
  intervals: KnownIntervals,
): readonly Measure[] {
  const { current, compare } = intervals
  if (current !== null && compare !== null && areApart(current, compare)) return []
  return [{ name: '@overlap', aggregate: 'COUNT', argument: null, filter }]
}

/** The warning of an overall frame whose last measures are those of {@link overlapMeasures}. */
export function overlapWarnings(overall: AggregateFrame, count: number): readonly Warning[] {
  const rows = overall.measures.slice(overall.measures.length - count).map(({ compare }) => {
    return Number(compare.kind === 'double' ? compare.values[0] : compare.units[0])
  })
  const all = rows.reduce((sum, rowCount) => sum + rowCount, 0)
  return all > 0 ? [warning('OBJECTS_OVERLAP', { rows: all })] : []
}

/** Whether no moment is in both of two lists of intervals. */
export function areApart(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.every((first) =>
    b.every((second) => endsBefore(first, second) || endsBefore(second, first)),
  )
}

function endsBefore(a: Interval, b: Interval): boolean {
  return a.to !== null && b.from !== null && a.to <= b.from
}
