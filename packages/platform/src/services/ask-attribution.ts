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

/** What the two comparisons have in common. */
export interface CommonRequest {
  readonly metric: string
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
  readonly dimensions: readonly string[]
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
  return toData(await attribute(tenant.source, plan, options))
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
    Object.entries(definitions).map(([key, { refMetric, filters }]) => [
      key,
      {
        refMetric: { text: refMetric, path: `metricDefinitions.${key}.refMetric` },
        filters: located(filters ?? [], `metricDefinitions.${key}.filters`),
      },
    ]),
  )
}

function calculationOf(type: string): AttributionQuestion['calculation'] {
  if (type === 'ALL' || type === 'AVG') return type
  throw invalidRequestError(
    'attribution.attributionCalculateType',
    `attributionCalculateType is "${type}"; it must be ALL (overall value) or AVG (average value).`,
  )
}

function toData({ tables, warning }: AttributionAnswer): AttributionData {
  return {
    tables: tables.map((one) => ({
      dimension: one.dimension,
      table: toWireTable(one.table),
      warning: one.warning,
      empty: one.empty,
    })),
    warning,
  }
}
