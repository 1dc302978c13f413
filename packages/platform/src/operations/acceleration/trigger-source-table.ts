import type { TriggerTimesRequest } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { readLocalMoment } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { findSourceTable, MOST_TIMES, triggerTimes } from './source-table.ts'

/**
 * Runs the instances of a source table for the given times, and the instances that depend on them when they succeed.
 * An instance that exists runs again; a time that is not in the schedule gets an instance too. All of them, or none
 * when it rejects. Rejects as `findSourceTable` does, and with `PLATFORM_INVALID_REQUEST` for a time that does not exist.
 */
export async function triggerSourceTable(
  session: Session,
  request: TriggerTimesRequest,
): Promise<true> {
  const { scheduleTimes } = request
  const source = findSourceTable(session, request)
  if (scheduleTimes.length === 0 || scheduleTimes.length > MOST_TIMES) {
    const reason = `scheduleTimes has ${scheduleTimes.length} times; give 1 to ${MOST_TIMES}.`
    throw invalidRequestError('scheduleTimes', reason)
  }
  const { timeZone } = session.catalog.workspace
  const times = scheduleTimes.map((text, i) =>
    readLocalMoment(text, `scheduleTimes[${i}]`, timeZone),
  )
  await triggerTimes(session, source, times)
  return true
}
