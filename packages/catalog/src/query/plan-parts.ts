import type { GroupKey, Measure, ResolvedMetric, VisibleRows } from '@tributary/attribution'
import { NEVER, type QueryFact, type QueryPart } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import { constantNode } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import {
  type FactContexts,
  nameFactDataset,
  type PlanContext,
} from '../plan/attribution-question.ts'
import {
  findMoveUnits,
  findRowTime,
  listFactMeasures,
  listMeasureExpressions,
  listMetricsOver,
  type PlanAttributionOptions,
} from '../plan/plan-attribution.ts'
import {
  moveWindows,
  nullIfBlank,
  type PlannedWindow,
  planFilters,
  planTime,
} from '../plan/plan-window.ts'
import { toPlaceKey } from '../resolve/catalog/dataset-time.ts'
import { combineConditions, toIdentity } from '../resolve/rows/conjunction.ts'
import { type RestrictedRows, restrictRows } from '../resolve/rows/row-conditions.ts'
import { createRowSet } from '../resolve/rows/row-set.ts'
import { addRowCounts } from './add-row-counts.ts'
import { planPeriodFill } from './part-fill.ts'
import {
  collectWindowMoves,
  findQueriedTimes,
  hasMean,
  hasOtherPeriods,
  isStock,
  type MovedFact,
  partPeriods,
  splitTime,
  timeGrains,
} from './part-periods.ts'
import type { QueryQuestion } from './query-question.ts'
import { type QueriedRows, shiftRowsLater } from './shift-rows-later.ts'

/** Options that all parts of a query share. */
export interface PartsOptions extends Pick<PlanAttributionOptions, 'user' | 'limited'> {
  readonly question: Pick<QueryQuestion, 'filters' | 'timeConstraint' | 'now'>
  /** The names that the metrics have in the answer. */
  readonly names: readonly string[]
  /** The keys by which the rows of a metric are grouped. */
  keysOf(context: PlanContext): readonly GroupKey[]
}

/**
 * Plans the metrics of a query, each given by the contexts of its facts: those with the same rows and row conditions are
 * one part. Yields after each filter.
 */
export function* planParts(
  metrics: readonly FactContexts[],
  options: PartsOptions,
): SlicedWork<readonly QueryPart[]> {
  const shared = new Map<string, Member[]>()
  for (const [index, contexts] of metrics.entries()) {
    const facts: MemberFact[] = []
    for (const context of contexts) facts.push(yield* memberFact(context, options))
    const { grain } = contexts[0].metric
    const rows = facts.map(({ context, visible }) => [toPlaceKey(context.dataset), visible])
    const { context, keys } = facts[0]!
    const kinds = [
      context !== contexts[0] && facts[0]!.time,
      isByPeriod(facts[0]!),
      isStock(context),
      planPeriodFill(context, keys, facts[0]!) !== null,
    ]
    const identity = toIdentity([grain, rows, ...kinds])
    const member = { name: options.names[index]!, facts }
    shared.set(identity, [...(shared.get(identity) ?? []), member])
  }
  const datasets = metrics.flatMap((contexts) => contexts.map(({ dataset }) => dataset))
  return [...shared.values()].map((members) => planQueryPart(members, { ...options, datasets }))
}

/** Whether a metric looks at other times than those of its rows, and is asked by time, or is a mean over periods. */
function isByPeriod({ context, keys }: MemberFact): boolean {
  if (!hasOtherPeriods(context)) return false
  return timeGrains(context, keys).some((grain) => grain !== null) || hasMean(context)
}

/** A metric with what it is aggregated over. */
interface Member {
  readonly name: string
  readonly facts: readonly MemberFact[]
}

/** One fact of a metric. */
interface MemberFact extends QueriedRows {
  /** The rows of its dataset that the user may see; null for all. */
  readonly visible: VisibleRows | null
}

function* memberFact(context: PlanContext, options: PartsOptions): SlicedWork<MemberFact> {
  const { question, keysOf, limited } = options
  const keys = keysOf(context)
  const window = planQueryWindow(context)
  const filter = combineConditions(yield* planFilters(context, question.filters))
  const rows = shiftRowsLater({ context, keys, window, filter, time: findRowTime(context) })
  const { rows: restricted, limitedBy } = planRowSet(rows, collectRowExpressions(rows), options)
  if (limited !== undefined) for (const of of limitedBy) limited(of)
  return { ...rows, visible: restricted.base.visible ?? null }
}

/** The rows that expressions over the fact of a metric need, as the user may see them. */
function planRowSet(
  { context }: QueriedRows,
  expressions: readonly TypedExpr[],
  { question, user = new Map() }: Pick<PartsOptions, 'question' | 'user'>,
): RestrictedRows {
  const { catalog, metric, dataset } = context
  const rows = createRowSet(catalog, dataset, expressions)
  if (!catalog.hasRowConditions) return { rows, limitedBy: [] }
  return restrictRows({
    catalog: catalog.unrestricted,
    metric: { text: metric.name, path: 'metrics' },
    dataset,
    metrics: listMetricsOver(context),
    rows,
    user,
    now: question.now,
  })
}

/** The window of a query: the filter of the dataset and the time constraint; every row without both. */
function planQueryWindow(context: PlanContext): PlannedWindow {
  const { datasetCondition: baseFilter, question } = context
  const constraint = nullIfBlank(question.timeConstraint)
  const time = constraint === null ? EVERY_ROW : planTime(context, constraint)
  const filters = baseFilter === null ? [] : [baseFilter]
  const condition =
    combineConditions([...filters, ...(constraint === null ? [] : [time])]) ?? EVERY_ROW
  return { condition, filters, datasetFilters: filters, time, path: 'timeConstraint' }
}

const EVERY_ROW: TypedExpr = constantNode({ type: 'BOOLEAN', value: true })

/** Everything that the rows of a fact must have a column for. */
function collectRowExpressions({
  context,
  keys,
  window,
  filter,
  time,
}: QueriedRows): readonly TypedExpr[] {
  return [
    ...listMeasureExpressions(context),
    ...keys.map(({ value }) => value),
    window.condition,
    filter,
    time?.value,
  ].filter((expression) => expression != null)
}

/** Options of a part. */
interface PartOptions extends PartsOptions {
  /** The datasets of all parts. */
  readonly datasets: readonly DatasetDefinition[]
}

function planQueryPart(members: readonly Member[], options: PartOptions): QueryPart {
  const plans = members[0]!.facts.map((_, fact) =>
    planFact(
      members.map(({ name, facts }) => ({ name, ...facts[fact]! })),
      options,
    ),
  )
  const [firstFact, ...remainingFacts] = plans.map(({ fact }) => fact)
  const moved = plans.flatMap((plan) => plan.moved ?? [])
  const [first] = members[0]!.facts
  const fills = planPeriodFill(first!.context, first!.keys, first!)
  return {
    ...firstFact!,
    ...(moved.length > 0 && {
      byPeriod: partPeriods(moved, findQueriedTimes(moved[0]!.context, moved[0]!)),
    }),
    ...(remainingFacts.length > 0 && { otherFacts: remainingFacts }),
    ...(fills !== null && { fills }),
    metrics: members.map(({ name, facts }, index): ResolvedMetric => {
      const { metric } = facts[0]!.context
      const planned = plans.flatMap(({ measures }) => measures[index]!)
      const byName = new Map(planned.map((measure) => [measure.name, measure]))
      const metricMeasures = metric.measures.map((measure) => byName.get(measure.name)!)
      for (const { name: measureName } of metricMeasures) byName.delete(measureName)
      return { name, measures: [...metricMeasures, ...byName.values()], formula: metric.formula }
    }),
  }
}

interface FactPlan {
  readonly fact: QueryFact
  /** By metric, its measures over the fact. */
  readonly measures: readonly (readonly Measure[])[]
  /** Of metrics that are aggregated by period, with the conditions on the time of rows. */
  readonly moved: (MovedFact & { readonly timed: readonly TypedExpr[] }) | null
}

/** One fact of metrics that have the same rows of it. */
function planFact(
  members: readonly (MemberFact & { readonly name: string })[],
  options: PartOptions,
): FactPlan {
  const { question } = options
  if (isByPeriod(members[0]!)) return planMovedFact(members, options)
  const { context, keys, time } = members[0]!
  const { window, filter } = narrowStockWindow(members[0]!)
  const { metric } = context
  const memberMeasures = members.map((member) => addRowCounts(listFactMeasures(member.context)))
  const never: PlannedWindow = {
    ...window,
    condition: NEVER,
    filters: [NEVER],
    datasetFilters: [NEVER],
  }
  const moved = memberMeasures.findIndex((measures) =>
    measures.some(({ moves }) => moves.length > 0),
  )
  const { measures, otherWindows } = moveWindows(memberMeasures.flat(), {
    metric: members[moved]?.context.metric.name ?? metric.name,
    units: findMoveUnits(context),
    current: question.timeConstraint === null ? { ...window, path: 'timeConstraint' } : window,
    compare: never,
    time: time?.value ?? null,
  })
  const expressions = members.flatMap(collectRowExpressions)
  let next = 0
  return {
    fact: {
      rows: planRowSet(members[0]!, expressions, options).rows,
      ...nameFactDataset(context, options.datasets),
      keys,
      window: window.condition,
      otherWindows: otherWindows.map(({ current }) => current),
      filter,
      time,
    },
    measures: memberMeasures.map(({ length }) => {
      next += length
      return measures.slice(next - length, next)
    }),
    moved: null,
  }
}

/** The window and filter of a fact. What is taken at one time of the window is taken at a time that the filter asks for. */
function narrowStockWindow({
  context,
  window,
  filter,
}: MemberFact): Pick<MemberFact, 'window' | 'filter'> {
  if (!isStock(context)) return { window, filter }
  const { timed, untimed: untimedFilter } = splitTime(context, filter)
  if (timed.length === 0) return { window, filter }
  const condition = combineConditions([window.condition, ...timed])!
  return {
    window: { ...window, condition, time: combineConditions([window.time, ...timed])! },
    filter: untimedFilter,
  }
}

/** One fact of metrics that are aggregated by period. */
function planMovedFact(members: readonly MemberFact[], options: PartOptions): FactPlan {
  const { context, keys, window, filter, time } = members[0]!
  const contexts = members.map((member) => member.context)
  const { timed, untimed: untimedFilter } = splitTime(context, filter)
  const moves = collectWindowMoves(contexts)
  const indexes = new Map(moves.map((windowMoves, index) => [toIdentity(windowMoves), index]))
  const expressions = members.flatMap(collectRowExpressions)
  return {
    fact: {
      rows: planRowSet(members[0]!, expressions, options).rows,
      ...nameFactDataset(context, options.datasets),
      keys,
      window: window.condition,
      otherWindows: [],
      filter: untimedFilter,
      time,
    },
    measures: contexts.map((memberContext) =>
      addRowCounts(listFactMeasures(memberContext)).map(
        ({ moves: measureMoves, isNullWhenEmpty: _, ...measure }): Measure => {
          return measureMoves.length === 0
            ? measure
            : { ...measure, otherWindow: indexes.get(toIdentity(measureMoves))! }
        },
      ),
    ),
    moved: {
      context,
      keys,
      moves,
      timed: [window.time, ...timed],
      conditions: window.filters,
    },
  }
}
