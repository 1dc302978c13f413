import { knownIntervals, windowPeriods } from '../plan/periods.ts'
import { NEVER } from '../request/conjunction.ts'
import { frontierTexts } from '../tables/texts-of.ts'
import type { MetricValues, PartFrames } from './part-values.ts'
import type { QueryPart, QueryWarning } from './query-request.ts'

/** What should be known of the rows of a part: that there are none, or that the data covers its window in part. */
export function rangeWarnings(
  { metrics, time, window }: QueryPart,
  { frames, frontier }: Pick<PartFrames, 'frames' | 'frontier'>,
): readonly QueryWarning[] {
  const names = metrics.map(({ name }) => name)
  const [frame] = frames
  if (!frame!.present.current.some((count) => count > 0)) {
    const range = frontier === null ? NOWHERE : frontierTexts(frontier, time)
    return [{ code: 'NO_DATA', metrics: names, ...range }]
  }
  const windows = { current: window, compare: NEVER }
  const intervals = knownIntervals({ time, windows }).current
  if (time === null || intervals === null || frontier === null) return []
  const { count, asked } = windowPeriods(intervals, time.grain, frontier, time.timeZone)
  if (asked === null || asked === count) return []
  return [{ code: 'PARTIAL_RANGE', metrics: names, periods: count, of: asked }]
}

const NOWHERE = { first: null, last: null }

/** That values of metrics are beyond the range of doubles. */
export function overflowWarnings(values: readonly MetricValues[]): readonly QueryWarning[] {
  return values
    .filter(({ overflows }) => overflows > 0)
    .map(({ name, overflows }) => ({ code: 'OVERFLOW', metrics: [name], groups: overflows }))
}
