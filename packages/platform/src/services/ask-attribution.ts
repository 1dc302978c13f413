import { type AttributionAnswer, attribute, toWireTable } from '@tributary/attribution'
import { type AttributionQuestion, planAttribution } from '@tributary/catalog'
import { invalidRequestError } from '../errors.ts'
import { localTime } from '../local-time.ts'
import type { CallOptions } from '../platform.ts'
import type { Session } from '../session.ts'
import { assertMayAsk } from './assert-may-ask.ts'
import type { AttributionData, TemporaryMetricInput } from './attribution-requests.ts'
import { explanationOf } from './explanation-of.ts'
import { temporaryMetricsOf } from './located-temporary-metrics.ts'
import { located } from './located-texts.ts'

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

/** Holds the question against the caller's rights, plans it on the tenant's catalog, runs it on the tenant's engine, and writes the answer as §2.5. */
export async function askAttribution(
  session: Session,
  request: CommonRequest,
  sides: Sides,
  options: CallOptions = {},
): Promise<AttributionData> {
  const { catalog, clock, maxRows, source } = session
  const question: AttributionQuestion = {
    metric: { text: request.metric, path: 'metric' },
    metricDefinitions: temporaryMetricsOf(request.metricDefinitions ?? {}),
    dimensions: located(request.dimensions, 'dimensions'),
    calculation: calculationOf(request.attribution.attributionCalculateType),
    filters: located(request.attribution.filters ?? [], 'attribution.filters'),
    now: localTime(clock.now(), catalog.workspace.timeZone),
    ...(maxRows === undefined ? {} : { maxRows }),
    ...sides,
  }
  assertMayAsk(session, question, request.explain === true)
  const plan = planAttribution(catalog, question)
  return toData(await attribute(source, plan, options), request.explain === true)
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
