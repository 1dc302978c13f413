import type { AttributionQuestion } from '@tributary/catalog'
import type { CallOptions } from '../platform.ts'
import type { Tenant } from '../tenant.ts'
import { askAttribution, located, locatedOrNull } from './ask-attribution.ts'
import type { AttributionData, PeerComparisonRequest, PeerObject } from './attribution-requests.ts'

/** E4: why the metric differs between two comparison objects. */
export async function comparePeers(
  tenant: Tenant,
  request: PeerComparisonRequest,
  options?: CallOptions,
): Promise<AttributionData> {
  const { compareDimension, timeConstraint, currentObject, compareObject } = request.attribution
  return askAttribution(
    tenant,
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
