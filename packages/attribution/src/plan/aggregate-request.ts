import type { AttributionRequest } from '../request.ts'
import type { AggregateRequest, Leaf } from '../source.ts'

/**
 * What to ask the source for the scope: the overall row first, then the groupings in their order; the
 * metric's leaves first, then those of the attribution itself.
 */
export function scopeRequest(
  request: AttributionRequest,
  ownLeaves: readonly Leaf[],
): AggregateRequest {
  return {
    ...rootRequest(request),
    leaves: [...request.metric.leaves, ...ownLeaves],
    filter: request.drillDown,
    groupings: [[], ...request.groupings.map((grouping) => grouping.keys)],
    time: request.time?.value ?? null,
  }
}

/** What to ask the source for the root scope: the overall row alone, without the drill-down. */
export function rootRequest(request: AttributionRequest): AggregateRequest {
  return {
    rows: request.rows,
    filter: null,
    windows: request.windows,
    leaves: request.metric.leaves,
    groupings: [[]],
    time: null,
  }
}
