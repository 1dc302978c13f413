import { invalidRequestError } from '../errors.ts'
import type { Session } from '../session.ts'
import { scheduleTimes } from '../tasks/schedule-times.ts'
import { sourceTrigger } from '../tasks/source-trigger.ts'
import { findSourceTable, type SourceTable } from './find-source-table.ts'
import { readLocalMoment } from './local-texts.ts'
import { timesBetween } from './times-between.ts'
import type { TriggerRangeRequest, TriggerTimesRequest } from './trigger-requests.ts'

/** Six weeks of hours, almost three years of days; each is an instance of the table and of every plan after it. */
const MOST_TIMES = 1_000

/**
 * E7: runs the instances of a source table for some times, and what depends on them when they succeed; those that
 * exist again, others for the first time, whether the schedule has the time or not. All of them, or when it rejects
 * none. Rejects as `findSourceTable` says, and with `PLATFORM_INVALID_REQUEST` for a time that does not exist.
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
  await trigger(session, source, times)
  return true
}

/**
 * E8: the same for every time of the schedule in a range, both ends included; a range without one is no error. Rejects
 * with `PLATFORM_INVALID_REQUEST` for more than 1,000.
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
  const times = timesBetween(scheduleTimes(source.crons, timeZone), { from, to }, MOST_TIMES)
  if (times === null) {
    const reason = `From ${request.startTime} to ${request.endTime} the schedule has more than ${MOST_TIMES} times; choose a shorter range.`
    throw invalidRequestError('endTime', reason)
  }
  await trigger(session, source, times)
  return true
}

async function trigger(
  { caller, lineage, tasks, wholeCatalog: catalog }: Session,
  { table }: SourceTable,
  times: readonly Date[],
): Promise<void> {
  const once = new Map(times.map((at) => [at.valueOf(), at]))
  if (once.size === 0) return
  const source = sourceTrigger(
    { catalog, lineage },
    { table, times: [...once.values()], runType: 'MANUAL' },
  )
  await tasks.trigger(caller.tenant, source)
}
