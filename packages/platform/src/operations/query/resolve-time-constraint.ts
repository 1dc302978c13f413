import type { Located } from '@tributary/catalog'
import { type RangeOptions, rangeCondition, readRange } from '@tributary/expression'
import { invalidRequestError } from '../../model/errors.ts'
import { locatedOrNull } from '../../requests/located-texts.ts'

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
  { now, calendar }: Required<Pick<RangeOptions, 'now' | 'calendar'>>,
): Located | null {
  const constraint = locatedOrNull(timeConstraint, 'timeConstraint')
  if (range == null || range.trim() === '') return constraint
  if (constraint !== null) {
    const reason = 'range stands beside timeConstraint; write the time range in one of them.'
    throw invalidRequestError('range', reason)
  }
  return { text: rangeCondition(readRange(range, { now, calendar, path: 'range' })), path: 'range' }
}
