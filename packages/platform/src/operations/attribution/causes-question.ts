import type { AttributionQuestion } from '@tributary/catalog'
import { dimensionsOfQuestion } from '@tributary/catalog/internal'
import { CALCULATE_TYPES, type RankDimensionsRequest } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import { locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { peerSides, type ReadSides, timeSides } from './comparison-sides.ts'

/** Dimensions that are searched when none are named. */
const MOST_DIMENSIONS = 10

/** The question of a request, and what its words mean. */
export interface CausesQuestion extends Pick<ReadSides, 'ranges'> {
  readonly question: AttributionQuestion
  readonly left: readonly string[]
}

/** The question of a request that compares times or peers; without dimensions, by all that the metric has. `left` are those beyond the limit. */
export function toCausesQuestion(
  session: Session,
  request: Pick<RankDimensionsRequest, 'metric' | 'metricDefinitions' | 'attribution'>,
  dimensions: readonly string[],
  most: number = MOST_DIMENSIONS,
): CausesQuestion {
  const { catalog, clock } = session
  const { attribution } = request
  const { sides, ranges } = toComparisonSides(session, attribution)
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
    ...sides,
  }
  if (dimensions.length > 0) return { question, left: [], ranges }
  const all = dimensionsOfQuestion(catalog, question)
    .filter((dimension) => dimension.kind === 'dimension')
    .filter(({ dimension }) => dimension.explain !== false)
    .map(({ name }) => name)
    .filter((name) => name !== question.compareDimension?.text)
  if (all.length === 0) {
    const message = `The metric "${request.metric}" has no dimension that you may use and that explains changes (explain: true), so there is nothing to search; define one on its dataset, or name dimensions.`
    throw invalidRequestError('dimensions', message)
  }
  return {
    question: { ...question, dimensions: locateTexts(all.slice(0, most), 'dimensions') },
    left: all.slice(most),
    ranges,
  }
}

const TIMES = ['currentTimeConstraint', 'compareTimeConstraint'] as const
const PEERS = ['compareDimension', 'currentObject', 'compareObject'] as const

function toComparisonSides(
  session: Session,
  attribution: RankDimensionsRequest['attribution'],
): ReadSides {
  const { compareDimension, currentObject, compareObject } = attribution
  const peers = PEERS.filter((key) => attribution[key] != null)
  const times = TIMES.filter((key) => attribution[key] != null)
  if (peers.length > 0 && times.length > 0) {
    const message = `attribution has ${times.join(' and ')}, which compare time ranges, and ${peers.join(', ')}, which compare objects; leave one of the two out.`
    throw invalidRequestError('attribution', message)
  }
  if (peers.length === 0) return timeSides(session, attribution)
  if (compareDimension == null || currentObject == null || compareObject == null) {
    const missing = PEERS.filter((key) => attribution[key] == null)
    const message = `attribution compares objects, but ${missing.join(' and ')} is missing; give ${PEERS.join(', ')}.`
    throw invalidRequestError(`attribution.${missing[0]}`, message)
  }
  const { timeConstraint, currentRange, compareRange, attributionCalculateType } = attribution
  return peerSides(session, {
    compareDimension,
    attributionCalculateType: attributionCalculateType ?? null,
    currentObject,
    compareObject,
    ...(timeConstraint != null && { timeConstraint }),
    ...(currentRange != null && { currentRange }),
    ...(compareRange != null && { compareRange }),
  })
}
