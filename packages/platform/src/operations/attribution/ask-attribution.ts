import { type AttributionAnswer, type AttributionRequest, attribute } from '@tributary/attribution'
import { wireTable } from '@tributary/attribution/internal'
import type { AttributionQuestion, PlanAttributionOptions, ResourceRef } from '@tributary/catalog'
import { attributionPlan, toOriginDataType } from '@tributary/catalog/internal'
import {
  type AttributionData,
  CALCULATE_TYPES,
  type ExplanationData,
  type PeerComparisonRequest,
  type TimeComparisonRequest,
} from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { type Interval, toText } from '@tributary/expression'
import { localTime } from '@tributary/expression/internal'
import { forbiddenError, questionTooLargeError } from '../../model/errors.ts'
import type { QuestionLimits } from '../../model/limits.ts'
import type { CallOptions, QuestionOptions } from '../../model/options.ts'
import { listRowSets, tagAnswer } from '../../requests/answer-tag.ts'
import { locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'
import { assertCount, requireChoice } from '../../requests/read-values.ts'
import { suggestComparison } from '../../requests/suggest-comparison.ts'
import { withTimeZone } from '../../requests/with-time-zone.ts'
import { readCallerAttributes } from '../../tenant/membership/caller-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import type { ReadSides } from './comparison-sides.ts'
import { describeMeasure } from './describe-measure.ts'
import { nameMissingValues } from './missing-values.ts'

/** Checks the caller's rights to the question, plans it on the tenant's catalog, runs it on the tenant's engine, and writes the answer. */
export async function askAttribution(
  session: Session,
  request: TimeComparisonRequest | PeerComparisonRequest,
  { sides, ranges }: ReadSides,
  { revalidation, ...options }: QuestionOptions = {},
): Promise<AttributionData> {
  const { catalog, clock, maxRows, source } = session
  const question: AttributionQuestion = {
    metric: { text: request.metric, path: 'metric' },
    metricDefinitions: toTemporaryMetrics(request.metricDefinitions ?? {}),
    dimensions: locateTexts(request.dimensions, 'dimensions'),
    calculation: requireChoice(
      'attribution.attributionCalculateType',
      request.attribution.attributionCalculateType,
      CALCULATE_TYPES,
    ),
    filters: locateTexts(request.attribution.filters ?? [], 'attribution.filters'),
    now: localTime(clock.now(), catalog.workspace.timeZone),
    contributions: request.contributions === true,
    ...(request.rowLimit != null && { rowLimit: request.rowLimit }),
    ...(maxRows === undefined ? {} : { maxRows }),
    ...sides,
  }
  if (question.rowLimit !== undefined) assertCount('rowLimit', question.rowLimit, MOST_ROWS)
  assertFits(question, session.questionLimits)
  const limitedBy: ResourceRef[] = []
  const work = attributionPlan(catalog, question, {
    ...(request.explain === true && createRightsCheck(session, request)),
    user: await readCallerAttributes(session),
    limited: (by) => limitedBy.push(by),
  })
  const plan = await withTimeZone(session, await runInSlices(work, options.signal))
  // An explanation is not the same each time.
  const tagged = request.explain === true ? undefined : revalidation
  await tagAnswer(session, { request, plan, rows: listRowSets([plan]) }, tagged)
  const answer = await attribute(source, plan, options)
  const tables = await runInSlices(toData(answer, request), options.signal)
  const isEmpty = sides.compareDimension === null && LACKS_ROWS.test(answer.warning ?? '')
  const suggestion = isEmpty
    ? await suggestComparison(session, { metric: request.metric, plan }, options)
    : null
  const data = {
    ...tables,
    ...(ranges !== null && { ranges }),
    ...(suggestion !== null && { suggestion }),
  }
  if (request.explain !== true) return data
  const isOwner = limitedBy.every((resource) => session.access.may('TRANSFER', resource))
  return { ...data, explanation: toExplanationData(answer, isOwner) }
}

/** The warnings of a time range without rows. */
const LACKS_ROWS = /\bNO_DATA_(?:CURRENT|COMPARE)\b/

/** Holds a question against the limits, and plans it with the row conditions of the caller. */
export async function planQuestion(
  session: Session,
  question: AttributionQuestion,
  {
    signal,
    overallOnly = false,
    basedOn,
  }: CallOptions & Pick<PlanAttributionOptions, 'overallOnly' | 'basedOn'>,
): Promise<AttributionRequest> {
  assertFits(question, session.questionLimits)
  const user = await readCallerAttributes(session)
  const work = attributionPlan(session.catalog, question, {
    user,
    overallOnly,
    ...(basedOn && { basedOn }),
  })
  return withTimeZone(session, await runInSlices(work, signal))
}

/** Throws `PLATFORM_QUESTION_TOO_LARGE` for a question with more dimensions or filters than are allowed. */
function assertFits(question: AttributionQuestion, limits: QuestionLimits): void {
  const { dimensions, filters, current, compare, metricDefinitions } = question
  if (dimensions.length > limits.dimensions) {
    const of = { path: 'dimensions', found: dimensions.length, limit: limits.dimensions }
    throw questionTooLargeError(of, 'dimensions')
  }
  const places = [
    { path: 'attribution.filters', filters },
    { path: 'attribution.currentObject.filters', filters: current.filters },
    { path: 'attribution.compareObject.filters', filters: compare.filters },
    ...Array.from(metricDefinitions, ([key, definition]) => {
      return { path: `metricDefinitions.${key}.filters`, filters: definition.filters }
    }),
  ]
  const filterCount = places.reduce((sum, place) => sum + place.filters.length, 0)
  if (filterCount <= limits.filters) return
  const [longest] = places.toSorted((a, b) => b.filters.length - a.filters.length)
  throw questionTooLargeError(
    { path: longest!.path, found: filterCount, limit: limits.filters },
    'filters',
  )
}

/** The answer in the words of the API, with the further fields that the request asks for. */
function* toData(
  answer: AttributionAnswer,
  { contributions, details }: Pick<TimeComparisonRequest, 'contributions' | 'details'>,
): SlicedWork<AttributionData> {
  const tables: AttributionData['tables'][number][] = []
  for (const { dimension, table, warning, empty, ...extras } of answer.tables) {
    const columns = yield* wireTable(table)
    const { residual, missingRow, missingRows, rest: remainderRow, keyTypes, warnings } = extras
    nameMissingValues(columns, extras)
    tables.push({
      dimension,
      table: columns,
      warning,
      empty,
      ...(remainderRow !== null && { rest: remainderRow }),
      ...(details === true && { types: toOriginTypes(keyTypes), warnings }),
      ...(contributions === true && { residual, missingRow, missingRows }),
    })
  }
  const { warning, warnings } = answer
  return { tables, warning, ...(details === true && { warnings }) }
}

function toOriginTypes(
  types: AttributionAnswer['tables'][number]['keyTypes'],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, toOriginDataType(type)]),
  )
}

/** The most that `rowLimit` may be. */
const MOST_ROWS = 10_000

const NOT_SHOWN = '-- not shown: only an owner of what limits the rows sees how they are limited'

/** The computation of an answer, in the words of the API. */
function toExplanationData(
  { executed, explanation }: AttributionAnswer,
  showsSql: boolean,
): ExplanationData {
  const { measures, windows, periods, form, residuals } = explanation
  return {
    executed: showsSql ? executed : executed.map(() => NOT_SHOWN),
    measures: measures.map((measure) => ({
      name: measure.name,
      aggregate: describeMeasure(measure),
    })),
    windows: { current: ranges(windows.current), compare: ranges(windows.compare) },
    periods,
    form,
    residuals,
  }
}

function ranges(intervals: readonly Interval[] | null): ExplanationData['windows']['current'] {
  const text = (time: bigint | null) => toText(time, 'TIMESTAMP')
  return intervals?.map(({ from, to }) => ({ from: text(from), to: text(to) })) ?? null
}

/**
 * For an explanation: throws `ACCESS_FORBIDDEN` when the caller may not use what the metric is computed from, which SQL
 * and measures show. The message names the metric as the request does, and nothing else.
 */
function createRightsCheck(
  { access }: Session,
  request: { readonly metric: string },
): PlanAttributionOptions {
  if (access.usesEverything) return {}
  return {
    basedOn: (resource) => {
      if (access.may('USE', resource)) return
      throw forbiddenError(
        `see what the metric "${request.metric}" is computed from; ask without explain`,
      )
    },
  }
}
