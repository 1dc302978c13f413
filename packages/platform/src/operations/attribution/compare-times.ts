import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import type { QuestionOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { askAttribution } from './ask-attribution.ts'
import { timeSides } from './comparison-sides.ts'

/** Explains the difference of a metric between two time ranges. */
export async function compareTimes(
  session: Session,
  request: TimeComparisonRequest,
  options?: QuestionOptions,
): Promise<AttributionData> {
  return askAttribution(session, request, timeSides(session, request.attribution), options)
}
