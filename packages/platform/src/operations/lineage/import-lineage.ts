import { randomUUID } from 'node:crypto'
import type { ImportedLineageData, ImportProgressData, RequestOf } from '@tributary/contract'
import { abandonedImportError } from '../../model/errors.ts'
import { toTenantResource } from '../../model/rights.ts'
import {
  answerTask,
  type KeptTask,
  type TaskCallOptions,
  type TaskRules,
  TaskStopped,
} from '../../requests/kept-task.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { createLineageImports, type LineageImportRow } from '../../store/imports/import-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import { toImportData } from './lineage-import.ts'
import { type DbtCatalog, type LineageText, takeInLineage } from './take-in-lineage.ts'

/** Options of an import of lineage. */
export interface LineageImportOptions extends TaskCallOptions {
  /** The `catalog.json` beside a dbt manifest, for the columns that the tables really have. @defaultValue none */
  readonly dbtCatalog?: DbtCatalog
}

/**
 * Imports lineage from a text as a task: the answer is its end or, after `answerWithin` and with `at_once`, its state. An
 * error in the text, an abort, and the end of the process before the import is stored import nothing; until then
 * questions see the lineage as it was. Rejects with `PLATFORM_TOO_MANY_IMPORTS` when too many run.
 */
export async function importLineage(
  session: Session,
  { at_once, file = 'body', ...request }: RequestOf<'importLineage'>,
  { dbtCatalog, ...options }: LineageImportOptions & TaskRules,
): Promise<ImportedLineageData> {
  const { access, caller } = session
  access.require('EDIT', toTenantResource(caller.tenant))
  assertStorable(file, 'file')
  const text = { ...request, file, ...(dbtCatalog && { dbtCatalog }) }
  const task = createImportTask(session, text)
  return toImportData(
    session,
    await answerTask(task, at_once === true ? { ...options, answerWithin: 0 } : options),
  )
}

function createImportTask(session: Session, request: LineageText): KeptTask<LineageImportRow> {
  const { clock, write, store, caller } = session
  const imports = createLineageImports(store, caller.tenant, write)
  const id = randomUUID()
  const started_at = clock.now().toISOString()
  const begun = { id, account: caller.account, file: request.file, started_at }
  let progress: ImportProgressData = { step: 'READING', done: 0, total: null }
  return {
    id,
    work: (signal) =>
      takeInLineage(session, caller.account, request, {
        signal,
        onProgress: (now) => {
          progress = now
        },
        succeed: (counts) => async (transaction) => {
          const done = { ...counts, at: clock.now() }
          if (!(await imports.succeed(transaction, begun, done))) throw abandonedImportError()
        },
      }),
    begin: () => imports.begin(begun, progress, clock.now()),
    beat: async () => {
      if (!(await imports.beat(id, progress, clock.now()))) throw new TaskStopped()
    },
    fail: (message) => imports.end(id, { status: 'FAILED', message, at: clock.now() }),
    read: () => imports.read(id),
    statusOf: ({ status }) => status,
  }
}
