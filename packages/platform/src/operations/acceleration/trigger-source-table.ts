import { datasetTable } from '@tributary/catalog/internal'
import type { TriggerRangeRequest, TriggerTimesRequest } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import { forbiddenError, invalidRequestError, unknownSourceTableError } from '../../model/errors.ts'
import type { TableName } from '../../model/instance.ts'
import { createScheduleTimes, listTimesBetween } from '../../queue/schedule-times.ts'
import { createSourceTrigger } from '../../queue/schedules.ts'
import { readLocalMoment } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'

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
  const times = listTimesBetween(
    createScheduleTimes(source.crons, timeZone),
    { from, to },
    MOST_TIMES,
  )
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
  const source = createSourceTrigger(
    { catalog, lineage },
    { table, times: [...once.values()], runType: 'MANUAL' },
  )
  await tasks.trigger(caller.tenant, source)
}

/** A file whose datasets have a schedule. */
interface SourceTable {
  readonly table: TableName
  /** The schedules of the datasets that read it, each once. */
  readonly crons: readonly string[]
}

/**
 * The source table that a request names. Throws `PLATFORM_INVALID_REQUEST` for another tenant than the caller's,
 * `PLATFORM_UNKNOWN_SOURCE_TABLE`, also when the caller may use none of the datasets that read it, and `ACCESS_FORBIDDEN`
 * when he may edit none of them.
 */
function findSourceTable(
  { access, caller, catalog, wholeCatalog }: Session,
  { tableName, tenantId }: { readonly tableName: string; readonly tenantId: string },
): SourceTable {
  if (tenantId !== caller.tenant) {
    const reason = `tenantId is not the tenant of the header tenant-id, "${caller.tenant}"; give the same.`
    throw invalidRequestError('tenantId', reason)
  }
  const scheduled = catalog.datasets.all.filter(({ cron }) => cron !== undefined)
  const readers = scheduled.filter((dataset) => datasetTable(dataset).join('.') === tableName)
  const [first] = readers
  if (first === undefined) {
    const listTableNames = (some: typeof scheduled): readonly string[] => [
      ...new Set(some.map((dataset) => datasetTable(dataset).join('.'))),
    ]
    // The name of a dataset is taken for its table in the suggestions.
    const tableNames = listTableNames(scheduled.filter(({ name }) => name === tableName))
    const suggestions =
      tableNames.length > 0 ? tableNames : nearNames(tableName, listTableNames(scheduled))
    throw unknownSourceTableError(tableName, suggestions)
  }
  if (!readers.some(({ name }) => access.may('EDIT', { type: 'DATASET', name }))) {
    throw forbiddenError(`edit a dataset that reads the table "${tableName}"`)
  }
  const table = datasetTable(first)
  const all = wholeCatalog.datasets.all.filter(
    (dataset) => datasetTable(dataset).join('.') === tableName,
  )
  const crons = all.flatMap(({ cron }) => cron ?? [])
  return { table, crons: [...new Set(crons)] }
}
