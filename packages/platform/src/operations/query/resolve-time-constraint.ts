import type { Located } from '@tributary/catalog'
import { pickTimeField, type RangeMoment, toTimeCondition } from '../../requests/read-ranges.ts'

/** The time range of a request: a condition, or a range in words. */
export interface TimeRangeRequest {
  readonly timeConstraint?: string | null
  readonly range?: string | null
}

/**
 * The time constraint of a request, of which `range` is another way to write it; null for none. `now` is the present in
 * the tenant's local time, `calendar` says what weeks and fiscal years are. Throws for both at once, and an `ExpressionError` for a range that cannot be read.
 */
export function resolveTimeConstraint(
  { timeConstraint, range }: TimeRangeRequest,
  moment: RangeMoment,
): Located | null {
  const time = pickTimeField(
    {
      condition: { text: timeConstraint, path: 'timeConstraint' },
      range: { text: range, path: 'range' },
    },
    moment,
  )
  return time && toTimeCondition(time, moment)
}
