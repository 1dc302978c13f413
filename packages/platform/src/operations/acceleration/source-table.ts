import { datasetTable } from '@tributary/catalog/internal'
import { nearNames } from '@tributary/core'
import { forbiddenError, invalidRequestError, unknownSourceTableError } from '../../model/errors.ts'
import type { TableName } from '../../model/instance.ts'
import { createSourceTrigger } from '../../queue/schedules.ts'
import type { Session } from '../../tenant/session.ts'

/** Six weeks of hours, almost three years of days; each is an instance of the table and of every plan after it. */
export const MOST_TIMES = 1_000

/** Creates the instances of a source table for the times, each once, and the instances that depend on them. */
export async function triggerTimes(
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
export interface SourceTable {
  readonly table: TableName
  /** The schedules of the datasets that read it, each once. */
  readonly crons: readonly string[]
}

/**
 * The source table that a request names. Throws `PLATFORM_INVALID_REQUEST` for another tenant than the caller's,
 * `PLATFORM_UNKNOWN_SOURCE_TABLE`, also when the caller may use none of the datasets that read it, and `ACCESS_FORBIDDEN`
 * when the caller may edit none of them.
 */
export function findSourceTable(
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
