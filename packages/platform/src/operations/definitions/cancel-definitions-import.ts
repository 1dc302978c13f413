import type { ImportedDefinitionsData, RequestOf } from '@tributary/contract'
import { TaskStopped } from '../../requests/kept-task.ts'
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
  const { clock, write, store, caller } = session
  const message = `The account "${caller.account}" cancelled it; nothing was imported.`
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  await tasks.end(id, { status: 'CANCELLED', message, at: clock.now() })
  const state = await definitionsImport(session, { import_id: id })
  if (state.status === 'CANCELLED') {
    const { running } = session.service.importRules(caller.tenant)
    running.get(id)?.(new TaskStopped())
  }
  return state
}
