import type { AttributionQuestion } from '@tributary/catalog'
import type { CallOptions } from '../platform.ts'
import type { Session } from '../session.ts'
import { askAttribution } from './ask-attribution.ts'
import type { AttributionData, PeerComparisonRequest, PeerObject } from './attribution-requests.ts'
import { located, locatedOrNull } from './located-texts.ts'

/** E4: why the metric differs between two comparison objects. */
export async function comparePeers(
  session: Session,
  request: PeerComparisonRequest,
  options?: CallOptions,
): Promise<AttributionData> {
  const { compareDimension, timeConstraint, currentObject, compareObject } = request.attribution
  return askAttribution(
    session,
    request,
    {
      timeConstraint: locatedOrNull(timeConstraint, 'attribution.timeConstraint'),
      compareDimension: { text: compareDimension, path: 'attribution.compareDimension' },
      current: side(currentObject, 'attribution.currentObject'),
      compare: side(compareObject, 'attribution.compareObject'),
    },
    options,
  )
}

function side(object: PeerObject, path: string): AttributionQuestion['current'] {
  return {
    filters: located(object.filters, `${path}.filters`),
    timeConstraint: locatedOrNull(object.timeConstraint, `${path}.timeConstraint`),
  }
}
