import type { Grain, TypedExpr } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import type { AttributionRequest, RowTime } from '../request/request.ts'
import type { AggregateRequest, Leaf } from '../request/source.ts'

/**
 * The aggregate request of the scope: the overall row, then the groupings in order; the metric's
 * leaves, then `ownLeaves` when the scope is the root scope.
 */
export function scopeRequest(
  request: AttributionRequest,
  ownLeaves: readonly Leaf[],
): AggregateRequest {
  return {
    ...rootRequest(request, request.drillDown === null ? ownLeaves : []),
    filter: request.drillDown,
    groupings: [[], ...request.groupings.map((grouping) => grouping.keys)],
    time: request.time && frontierTime(request.time),
  }
}

/** The time whose first and last value are the frontier. */
export function frontierTime({ value, within }: RowTime): TypedExpr {
  if (within === undefined) return value
  return callNode('If', value.type, [within, value, constantNode(NULL, value.type)])
}

const NULL = { type: 'NULL', value: null } as const

/**
 * The aggregate request of the root scope: the overall row alone, without the drill-down; the
 * metric's leaves, then `ownLeaves`.
 */
export function rootRequest(
  request: AttributionRequest,
  ownLeaves: readonly Leaf[],
): AggregateRequest {
  return {
    rows: request.rows,
    filter: null,
    windows: request.windows,
    ...(request.otherWindows === undefined ? {} : { otherWindows: request.otherWindows }),
    leaves: [...requestedLeaves(request), ...ownLeaves],
    groupings: [[]],
    time: null,
  }
}

/** The metric's leaves as they are requested: for AVG, nested per base period where a mean needs it. */
export function requestedLeaves({
  metric,
  calculation,
  time,
}: AttributionRequest): readonly Leaf[] {
  if (calculation === 'ALL' || time === null) return metric.leaves
  return metric.leaves.map((leaf) => averagedLeaf(leaf, time))
}

/**
 * The leaf that a mean per base period needs. A SUM or COUNT is divided afterwards. A
 * COUNT_DISTINCT is counted per period and added up, since the distinct values of a month are not
 * those of its days; anything else is aggregated per period and averaged over the periods that have
 * a value.
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
