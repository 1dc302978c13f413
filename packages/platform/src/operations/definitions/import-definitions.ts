import { randomUUID } from 'node:crypto'
import type { ImportedDefinitionsData, RequestOf } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import { abandonedImportError } from '../../model/errors.ts'
import {
  answerTask,
  type KeptTask,
  type TaskCallOptions,
  type TaskRules,
  TaskStopped,
} from '../../requests/kept-task.ts'
import { assertStorable } from '../../requests/read-values.ts'
import {
  createDefinitionImportTasks,
  type DefinitionImportRow,
} from '../../store/imports/import-tasks.ts'
import type { OperationSession } from '../admission/operation.ts'
import {
  type ImportedDefinitions,
  importTenantDefinitions,
} from './import/import-tenant-definitions.ts'
import { assertOwner, readImported, toImportData, writePieces } from './import-task.ts'

/**
 * Imports definitions of another tool into those of the tenant, for its owners, as a task: the answer is its end or,
 * after `answerWithin` and with `at_once`, its state. Rejects as {@link importTenantDefinitions} does.
 */
export async function importDefinitions(
  session: OperationSession,
  { at_once, ...request }: RequestOf<'importDefinitions'>,
  options: TaskCallOptions & TaskRules,
): Promise<ImportedDefinitionsData> {
  assertOwner(session)
  assertStorable(request.file, 'file')
  const { clock, write, store, caller } = session
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  const id = randomUUID()
  const begun = {
    id,
    account: caller.account,
    file: request.file,
    started_at: clock.now().toISOString(),
  }
  let step: DefinitionImportRow['step'] = 'READING'
  let imported: ImportedDefinitions | null = null
  const importTask: KeptTask<DefinitionImportRow> = {
    id,
    work: async (signal) => {
      imported = await importTenantDefinitions(session, request, {
        signal,
        onStoring: () => {
          step = 'STORING'
        },
        succeed: async (done) => {
          const answer = await runInSlices(writePieces(done), signal)
          return async (transaction) => {
            const ending = { at: clock.now(), answer }
            if (!(await tasks.succeed(transaction, begun, ending))) throw abandonedImportError()
          }
        },
      })
    },
    begin: () => tasks.begin(begun, { step }, clock.now()),
    beat: async () => {
      if (!(await tasks.beat(id, { step }, clock.now()))) throw new TaskStopped()
    },
    fail: (message) => tasks.end(id, { status: 'FAILED', message, at: clock.now() }),
    read: () => tasks.read(id),
    statusOf: ({ status }) => status,
  }
  const row = await answerTask(
    importTask,
    at_once === true ? { ...options, answerWithin: 0 } : options,
  )
  // The store may know of the success while the definitions are still being opened.
  return toImportData(session, row, imported ?? (await readImported(tasks, row)))
}
