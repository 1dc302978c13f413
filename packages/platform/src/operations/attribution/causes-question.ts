import type { AttributionQuestion } from '@tributary/catalog'
import { dimensionsOfQuestion } from '@tributary/catalog/internal'
import { CALCULATE_TYPES, type RankDimensionsRequest } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import { locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { peerSides, type Sides, timeSides } from './comparison-sides.ts'

/** Dimensions that are searched when none are named. */
const MOST_DIMENSIONS = 10

/** The question of a request that compares times or peers; without dimensions, by all that the metric has. `left` are those beyond the limit. */
export function toCausesQuestion(
  { catalog, clock }: Session,
  request: Pick<RankDimensionsRequest, 'metric' | 'metricDefinitions' | 'attribution'>,
  dimensions: readonly string[],
  most: number = MOST_DIMENSIONS,
): { readonly question: AttributionQuestion; readonly left: readonly string[] } {
  const { attribution } = request
  const question: AttributionQuestion = {
    metric: { text: request.metric, path: 'metric' },
    metricDefinitions: toTemporaryMetrics(request.metricDefinitions ?? {}),
    dimensions: locateTexts(dimensions, 'dimensions'),
    calculation: requireChoice(
      'attribution.attributionCalculateType',
      attribution.attributionCalculateType ?? 'ALL',
      CALCULATE_TYPES,
    ),
    filters: locateTexts(attribution.filters ?? [], 'attribution.filters'),
    now: localTime(clock.now(), catalog.workspace.timeZone),
    ...toComparisonSides(attribution),
  }
  if (dimensions.length > 0) return { question, left: [] }
  const all = dimensionsOfQuestion(catalog, question)
    .filter((dimension) => dimension.kind === 'dimension')
    .map(({ name }) => name)
    .filter((name) => name !== question.compareDimension?.text)
  if (all.length === 0) {
    const message = `The metric "${request.metric}" has no dimension that you may use, so there is nothing to search; define a dimension on its dataset.`
    throw invalidRequestError('dimensions', message)
  }
  return {
    question: { ...question, dimensions: locateTexts(all.slice(0, most), 'dimensions') },
    left: all.slice(most),
  }
}

const TIMES = ['currentTimeConstraint', 'compareTimeConstraint'] as const
const PEERS = ['compareDimension', 'currentObject', 'compareObject'] as const

function toComparisonSides(attribution: RankDimensionsRequest['attribution']): Sides {
  const { compareDimension, currentObject, compareObject, timeConstraint } = attribution
  const peers = PEERS.filter((key) => attribution[key] != null)
  const times = TIMES.filter((key) => attribution[key] != null)
  if (peers.length > 0 && times.length > 0) {
    const message = `attribution has ${times.join(' and ')}, which compare time ranges, and ${peers.join(', ')}, which compare objects; leave one of the two out.`
    throw invalidRequestError('attribution', message)
  }
  if (peers.length === 0) {
    const { currentTimeConstraint, compareTimeConstraint } = attribution
    return timeSides({
      currentTimeConstraint: currentTimeConstraint ?? '',
      compareTimeConstraint: compareTimeConstraint ?? '',
    })
  }
  if (compareDimension == null || currentObject == null || compareObject == null) {
    const missing = PEERS.filter((key) => attribution[key] == null)
    const message = `attribution compares objects, but ${missing.join(' and ')} is missing; give ${PEERS.join(', ')}.`
    throw invalidRequestError(`attribution.${missing[0]}`, message)
  }
  return peerSides({
    compareDimension,
    timeConstraint: timeConstraint ?? null,
    currentObject,
    compareObject,
  })
}
