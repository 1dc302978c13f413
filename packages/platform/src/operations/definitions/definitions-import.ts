import type { ImportedDefinitionsData, RequestOf } from '@tributary/contract'
import { readImportState } from '../../requests/import-state.ts'
import { createDefinitionImportTasks } from '../../store/imports/import-tasks.ts'
import type { OperationSession } from '../admission/operation.ts'
import { assertOwner, readImported, toImportData } from './import-task.ts'

/** The state of an import of definitions, for owners. One whose process does not answer is declared failed. */
export async function definitionsImport(
  session: OperationSession,
  { import_id: id }: RequestOf<'definitionsImport'>,
): Promise<ImportedDefinitionsData> {
  assertOwner(session)
  const { clock, write, store, caller, service } = session
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  const { lease } = service.importRules(caller.tenant)
  const row = await readImportState(tasks, id, { now: clock.now(), lease })
  return toImportData(session, row, await readImported(tasks, row))
}
