import type { AttributionData, PeerComparisonRequest } from '@tributary/contract'
import type { QuestionOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { askAttribution } from './ask-attribution.ts'
import { peerSides } from './comparison-sides.ts'

/** Explains the difference of a metric between two comparison objects. */
export async function comparePeers(
  session: Session,
  request: PeerComparisonRequest,
  options?: QuestionOptions,
): Promise<AttributionData> {
  return askAttribution(session, request, peerSides(session, request.attribution), options)
}
