import type { Grain, TypedExpr } from '@tributary/expression'
import type { AttributionRequest } from '../request/request.ts'
import type { AggregateRequest, Leaf } from '../request/source.ts'

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
    leaves: [...requestedLeaves(request), ...ownLeaves],
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
    leaves: requestedLeaves(request),
    groupings: [[]],
    time: null,
  }
}

/** The leaves as the source is asked for them: those of the metric, in the steps that its means need. */
export function requestedLeaves({
  metric,
  calculation,
  time,
}: AttributionRequest): readonly Leaf[] {
  if (calculation === 'ALL' || time === null) return metric.leaves
  return metric.leaves.map((leaf) => averagedLeaf(leaf, time))
}

/**
 * A leaf as the mean per base period needs it. A SUM or COUNT is divided afterwards. A COUNT_DISTINCT is counted period by
 * period and added up, since the distinct values of a month are not those of its days; anything else is taken
 * period by period and averaged over the periods that have a value.
 */
export function averagedLeaf(
  leaf: Leaf,
  time: { readonly value: TypedExpr; readonly grain: Grain },
): Leaf {
  if (leaf.aggregate === 'SUM' || leaf.aggregate === 'COUNT') return leaf
  const aggregate = leaf.aggregate === 'COUNT_DISTINCT' ? 'SUM' : 'AVG'
  return { ...leaf, nested: { per: [periodOf(time)], aggregate } }
}

function periodOf({
  value,
  grain,
}: {
  readonly value: TypedExpr
  readonly grain: Grain
}): TypedExpr {
  const unit: TypedExpr = {
    kind: 'constant',
    type: 'STRING',
    constant: { type: 'STRING', value: grain },
  }
  return { kind: 'call', type: value.type, function: 'DateTrunc', args: [value, unit] }
}
