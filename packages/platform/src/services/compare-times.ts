import { invalidRequestError } from '../errors.ts'
import type { CallOptions } from '../platform.ts'
import type { Session } from '../session.ts'
import { askAttribution } from './ask-attribution.ts'
import type { AttributionData, TimeComparisonRequest } from './attribution-requests.ts'
import { locatedOrNull } from './located-texts.ts'

/** E5: why the metric differs between two time ranges. */
export async function compareTimes(
  session: Session,
  request: TimeComparisonRequest,
  options?: CallOptions,
): Promise<AttributionData> {
  const { currentTimeConstraint, compareTimeConstraint } = request.attribution
  return askAttribution(
    session,
    request,
    {
      timeConstraint: null,
      compareDimension: null,
      current: side(currentTimeConstraint, 'attribution.currentTimeConstraint'),
      compare: side(compareTimeConstraint, 'attribution.compareTimeConstraint'),
    },
    options,
  )
}

function side(constraint: string, path: string) {
  const timeConstraint = locatedOrNull(constraint, path)
  if (timeConstraint === null) {
    throw invalidRequestError(
      path,
      `${path} is empty; a time comparison needs a time range, such as DateTrunc([metric_time], "MONTH") = "2001-06".`,
    )
  }
  return { filters: [], timeConstraint }
}
