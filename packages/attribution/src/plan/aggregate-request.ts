import type { Grain, TypedExpr } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import type { AttributionRequest, FactRows, RowTime } from '../request/request.ts'
import type { Fact, Measure } from '../request/source.ts'
import type { FactsRequest } from './join-facts.ts'

/**
 * The aggregate request of the scope: the overall row, then the groupings in order; the metric's
 * measures, then `ownMeasures` when the scope is the root scope.
 */
export function scopeRequest(
  request: AttributionRequest,
  ownMeasures: readonly Measure[],
): FactsRequest {
  const rootMeasures = request.drillDown === null ? ownMeasures : []
  return {
    ...toScopeFact(request),
    measures: [...requestedMeasures(request), ...rootMeasures],
    ...(request.otherFacts && { otherFacts: request.otherFacts.map(toScopeFact) }),
  }
}

function toScopeFact(fact: FactRows): Fact {
  return {
    ...toRootFact(fact),
    filter: fact.drillDown,
    groupings: [[], ...fact.groupings.map((grouping) => grouping.keys)],
    time: fact.time && frontierTime(fact.time),
  }
}

/** The time whose first and last value are the frontier. */
export function frontierTime({ value, within: condition }: RowTime): TypedExpr {
  if (condition === undefined) return value
  return callNode('If', value.type, [condition, value, constantNode(NULL, value.type)])
}

const NULL = { type: 'NULL', value: null } as const

/**
 * The aggregate request of the root scope: the overall row alone, without the drill-down; the
 * metric's measures, then `ownMeasures`.
 */
export function rootRequest(
  request: AttributionRequest,
  ownMeasures: readonly Measure[],
): FactsRequest {
  return {
    ...toRootFact(request),
    measures: [...requestedMeasures(request), ...ownMeasures],
    ...(request.otherFacts && { otherFacts: request.otherFacts.map(toRootFact) }),
  }
}

function toRootFact({ rows, windows, otherWindows }: FactRows): Fact {
  return {
    rows,
    filter: null,
    windows,
    ...(otherWindows && { otherWindows }),
    groupings: [[]],
    time: null,
  }
}

/** The metric's measures as they are requested: for AVG, nested per base period where a mean needs it. */
export function requestedMeasures(request: AttributionRequest): readonly Measure[] {
  const { metric, calculation } = request
  if (calculation === 'ALL') return metric.measures
  return metric.measures.map((measure) => {
    const { time } = getMeasureFact(request, measure)
    return time === null ? measure : averagedMeasure(measure, time)
  })
}

/** The fact that a measure is aggregated over. */
export function getMeasureFact(request: AttributionRequest, { otherFact }: Measure): FactRows {
  return otherFact === undefined ? request : request.otherFacts![otherFact]!
}

/**
 * The measure that a mean per base period needs. A SUM or COUNT is divided afterwards. A
 * COUNT_DISTINCT is counted per period and added up, since the distinct values of a month are not
 * those of its days; anything else is aggregated per period and averaged over the periods that have
 * a value.
 */
export function averagedMeasure(
  measure: Measure,
  time: { readonly value: TypedExpr; readonly grain: Grain },
): Measure {
  if (measure.aggregate === 'SUM' || measure.aggregate === 'COUNT') return measure
  const aggregate = measure.aggregate === 'COUNT_DISTINCT' ? 'SUM' : 'AVG'
  return { ...measure, nested: { per: [createPeriodNode(time)], aggregate } }
}

function createPeriodNode({
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
