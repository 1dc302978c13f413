import { type AttributionAnswer, attribute, toWireTable } from '@tributary/attribution'
import {
  type AttributionQuestion,
  type Located,
  planAttribution,
  type TemporaryMetric,
} from '@tributary/catalog'
import { invalidRequestError } from '../errors.ts'
import { localTime } from '../local-time.ts'
import type { CallOptions } from '../platform.ts'
import type { Tenant } from '../tenant.ts'
import type { AttributionData, TemporaryMetricInput } from './attribution-requests.ts'
import { explanationOf } from './explanation-of.ts'

/** What the two comparisons have in common. */
export interface CommonRequest {
  readonly metric: string
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
  readonly dimensions: readonly string[]
  readonly explain?: boolean | null
  readonly attribution: {
    readonly attributionCalculateType: string
    readonly filters?: readonly string[] | null
  }
}

/** The part of a question that differs between the comparisons. */
export type Sides = Pick<
  AttributionQuestion,
  'timeConstraint' | 'current' | 'compare' | 'compareDimension'
>

/** Plans the question on the tenant's catalog, runs it on the tenant's engine, and writes the answer as §2.5. */
export async function askAttribution(
  tenant: Tenant,
  request: CommonRequest,
  sides: Sides,
  options: CallOptions = {},
): Promise<AttributionData> {
  const plan = planAttribution(tenant.catalog, {
    metric: { text: request.metric, path: 'metric' },
    metricDefinitions: temporaryMetrics(request.metricDefinitions ?? {}),
    dimensions: located(request.dimensions, 'dimensions'),
    calculation: calculationOf(request.attribution.attributionCalculateType),
    filters: located(request.attribution.filters ?? [], 'attribution.filters'),
    now: localTime(tenant.clock.now(), tenant.catalog.workspace.timeZone),
    ...(tenant.maxRows === undefined ? {} : { maxRows: tenant.maxRows }),
    ...sides,
  })
  return toData(await attribute(tenant.source, plan, options), request.explain === true)
}

/** The texts of a list, each with its place in the request. */
export function located(texts: readonly string[], path: string): readonly Located[] {
  return texts.map((text, index) => ({ text, path: `${path}[${index}]` }))
}

/** A text with its place, or null when it is absent or blank. */
export function locatedOrNull(text: string | null | undefined, path: string): Located | null {
  return text === null || text === undefined || text.trim() === '' ? null : { text, path }
}

function temporaryMetrics(
  definitions: Readonly<Record<string, TemporaryMetricInput>>,
): ReadonlyMap<string, TemporaryMetric> {
  return new Map(
    Object.entries(definitions).map(([key, input]) => [
      key,
      temporaryMetric(input, `metricDefinitions.${key}`),
    ]),
  )
}

function temporaryMetric(input: TemporaryMetricInput, path: string): TemporaryMetric {
  const optional = (name: 'period' | 'metricGrain' | 'onlyContainsDateTag' | 'expr') =>
    locatedOrNull(input[name], `${path}.${name}`)
  const { specifyDimension, preAggs } = input
  return {
    refMetric: { text: input.refMetric, path: `${path}.refMetric` },
    filters: located(input.filters ?? [], `${path}.filters`),
    period: optional('period'),
    metricGrain: optional('metricGrain'),
    onlyContainsDateTag: optional('onlyContainsDateTag'),
    expr: optional('expr'),
    indirections: located(input.indirections ?? [], `${path}.indirections`),
    specifyDimension: specifyDimension
      ? {
          type: { text: specifyDimension.type, path: `${path}.specifyDimension.type` },
          dimensions: {
            text: specifyDimension.dimensions,
            path: `${path}.specifyDimension.dimensions`,
          },
        }
      : null,
    preAggs: (preAggs ?? []).map(({ granularity, calculateType }, index) => ({
      granularity: { text: granularity, path: `${path}.preAggs[${index}].granularity` },
      calculateType: { text: calculateType, path: `${path}.preAggs[${index}].calculateType` },
    })),
  }
}

function calculationOf(type: string): AttributionQuestion['calculation'] {
  if (type === 'ALL' || type === 'AVG') return type
  throw invalidRequestError(
    'attribution.attributionCalculateType',
    `attributionCalculateType is "${type}"; it must be ALL (overall value) or AVG (average value).`,
  )
}

function toData(answer: AttributionAnswer, explained: boolean): AttributionData {
  const { tables, warning } = answer
  return {
    tables: tables.map((one) => ({
      dimension: one.dimension,
      table: toWireTable(one.table),
      warning: one.warning,
      empty: one.empty,
    })),
    warning,
    ...(explained ? { explanation: explanationOf(answer) } : {}),
  }
}
