import type { AttributionQuestion } from '@tributary/catalog'
import type { PeerComparisonRequest, TimeComparisonRequest } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { locatedOrNull, locateTexts } from '../../requests/located-texts.ts'

/** The two sides of a comparison. */
export type Sides = Pick<
  AttributionQuestion,
  'timeConstraint' | 'current' | 'compare' | 'compareDimension'
>

/** The sides of a comparison of two time ranges. */
export function timeSides(
  attribution: Pick<
    TimeComparisonRequest['attribution'],
    'currentTimeConstraint' | 'compareTimeConstraint'
  >,
): Sides {
  const { currentTimeConstraint, compareTimeConstraint } = attribution
  return {
    timeConstraint: null,
    compareDimension: null,
    current: timeRange(currentTimeConstraint, 'attribution.currentTimeConstraint'),
    compare: timeRange(compareTimeConstraint, 'attribution.compareTimeConstraint'),
  }
}

/** The sides of a comparison of two objects. */
export function peerSides(
  attribution: Pick<
    PeerComparisonRequest['attribution'],
    'compareDimension' | 'timeConstraint' | 'currentObject' | 'compareObject'
  >,
): Sides {
  const { compareDimension, timeConstraint, currentObject, compareObject } = attribution
  return {
    timeConstraint: locatedOrNull(timeConstraint, 'attribution.timeConstraint'),
    compareDimension: { text: compareDimension, path: 'attribution.compareDimension' },
    current: comparisonObject(currentObject, 'attribution.currentObject'),
    compare: comparisonObject(compareObject, 'attribution.compareObject'),
  }
}

/** A window that is a range of time. Throws when it is empty. */
function timeRange(constraint: string, path: string): AttributionQuestion['current'] {
  const timeConstraint = locatedOrNull(constraint, path)
  if (timeConstraint === null) {
    throw invalidRequestError(
      path,
      `${path} is empty; a time comparison needs a time range, such as DateTrunc([metric_time], "MONTH") = "2001-06".`,
    )
  }
  return { filters: [], timeConstraint }
}

/** A window that is an object. */
function comparisonObject(
  object: PeerComparisonRequest['attribution']['currentObject'],
  path: string,
): AttributionQuestion['current'] {
  return {
    filters: locateTexts(object.filters, `${path}.filters`),
    timeConstraint: locatedOrNull(object.timeConstraint, `${path}.timeConstraint`),
  }
}
