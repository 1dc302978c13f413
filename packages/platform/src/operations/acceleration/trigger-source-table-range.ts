import type { TriggerRangeRequest } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { createScheduleTimes, listTimesBetween } from '../../queue/schedule-times.ts'
import { readLocalMoment } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { findSourceTable, MOST_TIMES, triggerTimes } from './source-table.ts'

/**
 * Runs the instances of a source table for every time of its schedule in a range, both ends included. A range without
 * such a time is no error. Rejects as `findSourceTable` does, and with `PLATFORM_INVALID_REQUEST` for more than 1,000 times.
 */
export async function triggerSourceTableRange(
  session: Session,
  request: TriggerRangeRequest,
): Promise<true> {
  const source = findSourceTable(session, request)
  const { timeZone } = session.catalog.workspace
  const from = readLocalMoment(request.startTime, 'startTime', timeZone)
  const to = readLocalMoment(request.endTime, 'endTime', timeZone)
  if (from > to) {
    const reason = `startTime ${request.startTime} is after endTime ${request.endTime}; exchange them.`
    throw invalidRequestError('startTime', reason)
  }
  const times = listTimesBetween(
    createScheduleTimes(source.crons, timeZone),
    { from, to },
    MOST_TIMES,
  )
  if (times === null) {
    const reason = `From ${request.startTime} to ${request.endTime} the schedule has more than ${MOST_TIMES} times; choose a shorter range.`
    throw invalidRequestError('endTime', reason)
  }
  await triggerTimes(session, source, times)
  return true
}
