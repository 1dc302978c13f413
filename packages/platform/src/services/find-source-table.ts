import type { DatasetDefinition } from '@tributary/catalog'
import { fileTable } from '@tributary/catalog/internal'
import { nearNames } from '@tributary/core'
import { forbiddenError, invalidRequestError, unknownSourceTableError } from '../errors.ts'
import type { Session } from '../session.ts'
import type { TableName } from '../tasks/instance.ts'

/** A file whose datasets have a schedule. */
export interface SourceTable {
  readonly table: TableName
  /** The schedules of the datasets that read it, each once. */
  readonly crons: readonly string[]
}

/**
 * The source table that a request names. Throws `PLATFORM_INVALID_REQUEST` for another tenant than the caller's,
 * `PLATFORM_UNKNOWN_SOURCE_TABLE`, and `ACCESS_FORBIDDEN` for a caller who may edit none of the datasets that read it.
 */
export function findSourceTable(
  { access, caller, catalog }: Session,
  { tableName, tenantId }: { readonly tableName: string; readonly tenantId: string },
): SourceTable {
  if (tenantId !== caller.tenant) {
    const reason = `tenantId is not the tenant of the header tenant-id, "${caller.tenant}"; give the same.`
    throw invalidRequestError('tenantId', reason)
  }
  const scheduled = catalog.workspace.datasets.filter(({ cron }) => cron !== undefined)
  const readers = scheduled.filter((one) => tableOf(one).join('.') === tableName)
  const [first] = readers
  if (first === undefined) {
    const shown = scheduled.filter(({ name }) => access.may('USE', { type: 'DATASET', name }))
    const namesOf = (some: typeof shown): readonly string[] => [
      ...new Set(some.map((one) => tableOf(one).join('.'))),
    ]
    // A dataset is not its table, but whoever names it means that.
    const meant = namesOf(shown.filter(({ name }) => name === tableName))
    const suggestions = meant.length > 0 ? meant : nearNames(tableName, namesOf(shown))
    throw unknownSourceTableError(tableName, suggestions)
  }
  if (!readers.some(({ name }) => access.may('EDIT', { type: 'DATASET', name }))) {
    throw forbiddenError(`edit a dataset that reads the table "${tableName}"`)
  }
  const crons = readers.flatMap(({ cron }) => cron ?? [])
  return { table: tableOf(first), crons: [...new Set(crons)] }
}

function tableOf({ source }: DatasetDefinition): TableName {
  return fileTable(source.datasource, source.file)
}
