import {
  findPresentation,
  type MetricDefinition,
  type MetricPeriod,
  type NonAdditive,
} from '@tributary/catalog'
import { describeMetric, longestGrain } from '@tributary/catalog/internal'
import type { MetricDetailData, RequestOf } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import type { VertexRef } from '@tributary/lineage'
import { toPlanResource } from '../../model/rights.ts'
import type { Session } from '../../tenant/session.ts'
import { describeMeasure } from '../attribution/describe-measure.ts'

/** One metric, with the datasets and metrics that it is computed from as far as the caller may use them. */
export async function metricDetail(
  session: Session,
  { metricName }: RequestOf<'metricDetail'>,
): Promise<MetricDetailData> {
  const { catalog, access, clock } = session
  const metric = catalog.metric(metricName, 'metricName')
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const described = describeMetric(catalog, metric, now)
  const seesAll = described.basedOn.every((resource) => access.may('USE', resource))
  const dataset = catalog.datasets.byName(described.datasets[0].name)
  const { name, code, displayName, description, category } = metric
  const { unit, format } = findPresentation(catalog.unrestricted.workspace.metrics, metric)
  return {
    name,
    code,
    displayName,
    description,
    category,
    unit,
    format,
    originDataType: described.originDataType,
    dataset: dataset?.name ?? null,
    grain: longestGrain(described.datasets),
    definition: seesAll ? toMetricDefinitionData(metric) : null,
    measures: seesAll
      ? described.measures.map((measure) => ({
          name: measure.name,
          aggregate: describeMeasure(measure),
        }))
      : null,
    form: described.form,
    refMetrics: described.references
      .filter((reference) => catalog.metrics.byName(reference.name) !== undefined)
      .map((reference) => reference.name),
    usedBy: await listMetricUsers(session, metric),
    attributable: described.reason === null,
    reason: described.reason === null || seesAll ? described.reason : NOT_SHOWN,
  }
}

const NOT_SHOWN = 'it is computed from something that your account may not use'

function toMetricDefinitionData(
  metric: MetricDefinition,
): NonNullable<MetricDetailData['definition']> {
  const nothing = {
    dataset: null,
    aggregate: null,
    fraction: null,
    expr: null,
    metric: null,
    period: null,
    nonAdditive: null,
  }
  switch (metric.type) {
    case 'ATOMIC': {
      const { type, dataset, aggregate, fraction, expr, filters } = metric
      const nonAdditive =
        metric.nonAdditive === undefined ? null : describeNonAdditive(metric.nonAdditive)
      return { ...nothing, type, dataset, aggregate, fraction, expr, filters, nonAdditive }
    }
    case 'DERIVED': {
      const { type, filters, period } = metric
      const periodText = period === undefined ? null : describePeriod(period)
      return { ...nothing, type, metric: metric.metric, filters, period: periodText }
    }
    case 'COMPOSITE': {
      const { type, dataset, expr } = metric
      return { ...nothing, type, dataset, expr, filters: [] }
    }
  }
}

function describeNonAdditive({ take, per }: NonAdditive): string {
  return per.length === 0 ? take : `${take} per ${per.join(', ')}`
}

const TAKEN = { LAST: '', FIRST: ' up to the first', AVG: ' up to each, their mean' } as const

function describePeriod(period: MetricPeriod): string {
  const takeText = 'take' in period ? TAKEN[period.take] : ''
  switch (period.kind) {
    case 'before':
    case 'trailing':
      return `${period.kind} ${period.count} ${period.grain}${takeText}`
    case 'startOf':
    case 'toDate':
      return `${period.kind} ${period.grain}${takeText}`
    case 'allTime':
      return `allTime${takeText}`
  }
}

/** The metrics and views that the lineage leads to, and the plans that hold the metric. */
async function listMetricUsers(
  { catalog, access, visibleLineage }: Session,
  metric: MetricDefinition,
): Promise<MetricDetailData['usedBy']> {
  const { view } = await visibleLineage
  const next: VertexRef[] = []
  const number = view.numberOf({ vertexType: 'METRIC', vertexId: metric.name })
  if (number >= 0) {
    const { starts, counts, words } = view.targets
    for (const word of words.subarray(starts[number], starts[number]! + counts[number]!)) {
      next.push({ ...view.refAt(word >>> 2) })
    }
  }
  const named = (type: 'METRIC' | 'ANALYSIS_VIEW'): readonly User[] =>
    next
      .filter(({ vertexType }) => vertexType === type)
      .map(({ vertexId: name }) => ({ type, name }))
  const plans = catalog.workspace.plans
    .filter((plan) =>
      plan.metrics.some((text) => catalog.unrestricted.metrics.find(text)[0] === metric),
    )
    .filter((plan) => access.may('USE', toPlanResource(plan)))
    .map(({ name }): User => ({ type: 'PLAN', name }))
  return [named('METRIC'), plans, named('ANALYSIS_VIEW')].flatMap((some) => some.toSorted(byName))
}

type User = MetricDetailData['usedBy'][number]

function byName(a: User, b: User): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
