import type { AttributionRequest } from '../request.ts'
import type { AggregateRequest, Leaf } from '../source.ts'
import { averagedLeaf } from './averaged-leaf.ts'

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
    leaves: [...askedLeaves(request), ...ownLeaves],
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
    ...(request.otherWindows === undefined ? {} : { otherWindows: request.otherWindows }),
    leaves: askedLeaves(request),
    groupings: [[]],
    time: null,
  }
}

/** The leaves as the source is asked for them: those of the metric, in the steps that its means need. */
export function askedLeaves({ metric, calculation, time }: AttributionRequest): readonly Leaf[] {
  if (calculation === 'ALL' || time === null) return metric.leaves
  return metric.leaves.map((leaf) => averagedLeaf(leaf, time))
}
