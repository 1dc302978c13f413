import type { ImportedDefinitionsData, RequestOf } from '@tributary/contract'
import { cancelImport } from '../../requests/import-state.ts'
import { createDefinitionImportTasks } from '../../store/imports/import-tasks.ts'
import type { OperationSession } from '../operation.ts'
import { definitionsImport } from './definitions-import.ts'
import { assertOwner } from './import-task.ts'

/**
 * Ends an import of definitions that runs, in this process at once and in another within a second, and gives its state.
 * An import that has ended stays as it is.
 */
export async function cancelDefinitionsImport(
  session: OperationSession,
  { importId: id }: RequestOf<'cancelDefinitionsImport'>,
): Promise<ImportedDefinitionsData> {
  assertOwner(session)
  const { clock, write, store, caller, service } = session
  await cancelImport(createDefinitionImportTasks(store, caller.tenant, write), id, {
    account: caller.account,
    at: clock.now(),
    running: service.importRules(caller.tenant).running,
  })
  return definitionsImport(session, { import_id: id })
}
