import type { GroupKey, ResolvedMetric } from '@tributary/attribution'
import { NEVER, type QueryPart } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import { constantNode } from '@tributary/expression/internal'
import type { PlanContext } from '../plan/attribution-question.ts'
import { leafExpressions, type PlanAttributionOptions, timeOf } from '../plan/plan-attribution.ts'
import {
  moveWindows,
  type PlannedWindow,
  planFilters,
  planTime,
  present,
} from '../plan/plan-window.ts'
import { allOf, identityOf } from '../resolve/conjunction.ts'
import { rowConditions } from '../resolve/row-conditions.ts'
import { rowSetFor } from '../resolve/row-set.ts'
import type { QueryQuestion } from './query-question.ts'

/** What all parts of a query share. */
export interface PartsOptions extends Pick<PlanAttributionOptions, 'user' | 'limited'> {
  readonly question: Pick<QueryQuestion, 'filters' | 'timeConstraint' | 'now'>
  /** The names that the metrics have in the answer. */
  readonly names: readonly string[]
  /** What the rows of a metric are grouped by. */
  keysOf(context: PlanContext): readonly GroupKey[]
}

/** Plans the metrics of a query: those with the same rows and row conditions are one part. Yields after each filter. */
export function* planParts(
  contexts: readonly PlanContext[],
  options: PartsOptions,
): SlicedWork<readonly QueryPart[]> {
  const shared = new Map<string, Member[]>()
  for (const [index, context] of contexts.entries()) {
    const member = yield* memberOf(context, options.names[index]!, options)
    const { dataset, grain } = context.metric
    const identity = identityOf([dataset.name, grain, member.condition])
    shared.set(identity, [...(shared.get(identity) ?? []), member])
  }
  return [...shared.values()].map((members) => partOf(members, options))
}

/** A metric with what it is aggregated over. */
interface Member {
  readonly context: PlanContext
  readonly name: string
  readonly keys: readonly GroupKey[]
  readonly window: PlannedWindow
  readonly filter: TypedExpr | null
  /** The row condition of everything that it reads. */
  readonly condition: TypedExpr | null
}

function* memberOf(
  context: PlanContext,
  name: string,
  { question, keysOf, user = new Map(), limited }: PartsOptions,
): SlicedWork<Member> {
  const { catalog, metric } = context
  const keys = keysOf(context)
  const window = windowOf(context)
  const filter = allOf(yield* planFilters(context, question.filters))
  const planned = { context, name, keys, window, filter, condition: null }
  if (!catalog.hasRowConditions) return planned
  const conditions = rowConditions({
    catalog: catalog.whole,
    metric: { text: metric.name, path: 'metrics' },
    dataset: metric.dataset,
    metrics: metric.metrics,
    rows: rowSetFor(catalog, metric.dataset, expressionsOf(planned)),
    user,
    now: question.now,
  })
  if (limited !== undefined) for (const { of } of conditions) limited(of)
  return { ...planned, condition: allOf(conditions.map((one) => one.condition)) }
}

/** The window of a query: the filter of the dataset and the time constraint; every row without both. */
function windowOf(context: PlanContext): PlannedWindow {
  const { own, question } = context
  const constraint = present(question.timeConstraint)
  const time = constraint === null ? EVERY_ROW : planTime(context, constraint)
  const filters = own === null ? [] : [own]
  const condition = allOf([...filters, ...(constraint === null ? [] : [time])]) ?? EVERY_ROW
  return { condition, filters, time, path: 'timeConstraint' }
}

const EVERY_ROW: TypedExpr = constantNode({ type: 'BOOLEAN', value: true })

/** Everything that the rows of a metric must have a column for. */
function expressionsOf({
  context,
  keys,
  window,
  filter,
}: Pick<Member, 'context' | 'keys' | 'window' | 'filter'>): readonly TypedExpr[] {
  const time = timeOf(context.catalog, context.metric, context.own)
  return [
    ...leafExpressions(context.metric),
    ...keys.map(({ value }) => value),
    window.condition,
    filter,
    time?.value,
  ].filter((one) => one != null)
}

function partOf(members: readonly Member[], { question }: PartsOptions): QueryPart {
  const [{ context, keys, window, filter, condition }] = members as [Member]
  const { catalog, metric, own } = context
  const time = timeOf(catalog, metric, own)
  const leaves = members.flatMap((member) => member.context.metric.leaves)
  const never: PlannedWindow = { ...window, condition: NEVER, filters: [NEVER] }
  const moved = moveWindows(leaves, {
    metric: movedName(members) ?? metric.name,
    calendar: catalog.workspace.calendar,
    current: question.timeConstraint === null ? { ...window, path: 'timeConstraint' } : window,
    compare: never,
    time: time?.value ?? null,
  })
  const expressions = members.flatMap(expressionsOf)
  const limitedTo = (one: TypedExpr) => allOf([one, condition])!
  return {
    metrics: metricsOf(members, moved.leaves),
    rows: rowSetFor(catalog, metric.dataset, [
      ...expressions,
      ...(condition === null ? [] : [condition]),
    ]),
    keys,
    window: limitedTo(window.condition),
    otherWindows: moved.otherWindows.map(({ current }) => limitedTo(current)),
    filter,
    time: time && {
      ...time,
      ...(condition && { within: limitedTo(time.within ?? condition) }),
    },
  }
}

function movedName(members: readonly Member[]): string | undefined {
  const isMoved = ({ context }: Member) =>
    context.metric.leaves.some(({ moves }) => moves.length > 0)
  return members.find(isMoved)?.name
}

/** The metrics under their names in the answer, each with its own of the leaves. */
function metricsOf(
  members: readonly Member[],
  leaves: QueryPart['metrics'][number]['leaves'],
): readonly ResolvedMetric[] {
  let next = 0
  return members.map(({ context: { metric }, name }) => {
    const begin = next
    next += metric.leaves.length
    return { name, leaves: leaves.slice(begin, next), formula: metric.formula }
  })
}
