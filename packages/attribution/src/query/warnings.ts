import type { FactReach } from '../plan/join-facts.ts'
import { findWindowIntervals, windowPeriods } from '../plan/periods.ts'
import { frontierTexts } from '../plan/read-comparison.ts'
import { NEVER } from '../request/conjunction.ts'
import type { MetricValues } from './parts/part-values.ts'
import type { QueryFact, QueryPart, QueryWarning } from './parts/query-request.ts'

/** The warnings about the rows of a part: that there are none, or that the data covers its window in part. */
export function rangeWarnings(
  part: QueryPart,
  reached: readonly FactReach[],
): readonly QueryWarning[] {
  const names = part.metrics.map(({ name }) => name)
  return [part, ...(part.otherFacts ?? [])].flatMap((fact, index) =>
    listFactRangeWarnings(fact, reached[index]!, names),
  )
}

function listFactRangeWarnings(
  { time, window }: QueryFact,
  { frontier, present }: FactReach,
  names: readonly string[],
): readonly QueryWarning[] {
  if (!present.current) {
    const range = frontier === null ? NOWHERE : frontierTexts(frontier, time)
    return [{ code: 'NO_DATA', metrics: names, ...range }]
  }
  const windows = { current: window, compare: NEVER }
  const intervals = findWindowIntervals({ time, windows }).current
  if (time === null || intervals === null || frontier === null) return []
  const { count, total } = windowPeriods(intervals, time.grain, frontier, time.timeZone)
  if (total === null || total === count) return []
  return [{ code: 'PARTIAL_RANGE', metrics: names, periods: count, of: total }]
}

const NOWHERE = { first: null, last: null }

/** That values of metrics are beyond the range of doubles. */
export function overflowWarnings(values: readonly MetricValues[]): readonly QueryWarning[] {
  return values
    .filter(({ overflows }) => overflows > 0)
    .map(({ name, overflows }) => ({ code: 'OVERFLOW', metrics: [name], groups: overflows }))
}
