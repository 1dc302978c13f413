import type { Grain, TypedExpr } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import {
  averageNeedsIntervalError,
  averageUnsupportedError,
  keyNameError,
} from '../request/errors.ts'
import {
  type AttributionRequest,
  CONTRIBUTION,
  CONTRIBUTION_PARTS,
  type FactRows,
  MEASURES,
  type RowTime,
  VALUE_TEXTS,
} from '../request/request.ts'
import { type Fact, isTextExtreme, type Measure, type WindowPair } from '../request/source.ts'
import type { FactsRequest } from './join-facts.ts'
import { type MetricForm, requestForm } from './metric-form.ts'
import { areApart, findWindowIntervals, WINDOWS, type WindowIntervals } from './periods.ts'

/** A comparison before anything is aggregated: its formula and its windows, each analysed once, and what to ask a source for. */
export interface ComparisonPlan {
  readonly request: AttributionRequest
  readonly form: MetricForm
  readonly intervals: WindowIntervals
  /** The metric's measures as they are requested: for AVG, nested per base period where a mean needs it. */
  readonly measures: readonly Measure[]
  /** Counts of the rows of each window that is not one of the question and that a measure looks at; they follow the measures. */
  readonly windowCounts: readonly Measure[]
  /** Counts of the rows that both windows have; they come last. */
  readonly overlapCounts: readonly Measure[]
  /** The overall row, then the groupings in order. */
  readonly scope: FactsRequest
  /** The overall row without the drill-down; null without one: then the scope has the counts. */
  readonly root: FactsRequest | null
}

/** Plans a comparison. Throws {@link AttributionError} when it cannot be answered. */
export function planComparison(request: AttributionRequest): ComparisonPlan {
  const intervals = findWindowIntervals(request)
  checkRequest(request, intervals)
  const form = requestForm(request)
  const measures = requestedMeasures(request)
  const windowCounts = countOtherWindows(request)
  const overlapCounts = overlapMeasures(request, intervals)
  const counted = [...measures, ...windowCounts, ...overlapCounts]
  const isRootScope = request.drillDown === null
  return {
    request,
    form,
    intervals,
    measures,
    windowCounts,
    overlapCounts,
    scope: scopeRequest(request, isRootScope ? counted : measures),
    root: isRootScope ? null : toFactsRequest(request, counted, toRootFact),
  }
}

/** Throws {@link AttributionError} when a request cannot be answered, before anything is aggregated. */
function checkRequest(request: AttributionRequest, intervals: WindowIntervals): void {
  for (const grouping of request.groupings) {
    const reservedNames = new Set<string>([
      ...MEASURES,
      ...Object.values(VALUE_TEXTS),
      CONTRIBUTION,
      ...CONTRIBUTION_PARTS,
    ])
    for (const { name } of grouping.keys) {
      if (reservedNames.has(name)) throw keyNameError(grouping.name, name)
      reservedNames.add(name)
    }
  }
  if (request.calculation === 'AVG') checkAverage(request, intervals)
}

function checkAverage(request: AttributionRequest, intervals: WindowIntervals): void {
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
  for (const window of WINDOWS) {
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
  intervals: WindowIntervals,
): readonly Measure[] {
  const otherMeasures = otherFacts.map((fact, otherFact) =>
    createOverlapMeasures(fact.windows, findWindowIntervals(fact)).map((measure): Measure => {
      return { ...measure, name: `${measure.name} ${otherFact}`, otherFact }
    }),
  )
  return [createOverlapMeasures(windows, intervals), ...otherMeasures].flat()
}

function createOverlapMeasures(
  { current: filter }: WindowPair,
  intervals: WindowIntervals,
): readonly Measure[] {
  const { current, compare } = intervals
  if (current !== null && compare !== null && areApart(current, compare)) return []
  return [{ name: '@overlap', aggregate: 'COUNT', argument: null, filter }]
}

function countOtherWindows({ metric }: Pick<AttributionRequest, 'metric'>): readonly Measure[] {
  const counts = new Map<string, Measure>()
  for (const { otherWindow, otherFact } of metric.measures) {
    if (otherWindow === undefined) continue
    const name = `@rows ${otherFact ?? ''} ${otherWindow}`
    counts.set(name, {
      name,
      aggregate: 'COUNT',
      argument: null,
      filter: null,
      otherWindow,
      ...(otherFact !== undefined && { otherFact }),
    })
  }
  return [...counts.values()]
}

/** The aggregate request for some measures of the scope: the overall row, then the groupings in order. */
export function scopeRequest(
  request: AttributionRequest,
  measures: readonly Measure[],
): FactsRequest {
  return toFactsRequest(request, measures, toScopeFact)
}

function toFactsRequest(
  request: AttributionRequest,
  measures: readonly Measure[],
  toFact: (fact: FactRows) => Fact,
): FactsRequest {
  return {
    ...toFact(request),
    measures,
    ...(request.otherFacts && { otherFacts: request.otherFacts.map(toFact) }),
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
  const unit = constantNode({ type: 'STRING', value: grain })
  return callNode('DateTrunc', value.type, [value, unit])
}
