import { averageNeedsInterval, averageUnsupported, keyNameTaken } from '../errors.ts'
import { MEASURES } from '../measures.ts'
import type { AttributionRequest } from '../request.ts'
import type { KnownIntervals } from './known-periods.ts'

/** Throws {@link AttributionError} when a request cannot be answered, before anything is aggregated. */
export function checkRequest(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const grouping of request.groupings) {
    const taken = new Set<string>(MEASURES)
    for (const { name } of grouping.keys) {
      if (taken.has(name)) throw keyNameTaken(grouping.name, name)
      taken.add(name)
    }
  }
  if (request.calculation === 'AVG') checkAverage(request, intervals)
}

function checkAverage(request: AttributionRequest, intervals: KnownIntervals): void {
  for (const { name, nested } of request.metric.leaves) {
    if (nested !== undefined) throw averageUnsupported(name)
  }
  for (const window of ['current', 'compare'] as const) {
    if (request.time === null) throw averageNeedsInterval(window, 'the rows have no time')
    if (intervals[window] === null) {
      throw averageNeedsInterval(window, 'its condition does not name one')
    }
  }
}
