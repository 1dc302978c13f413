import { randomUUID } from 'node:crypto'
import type { ImportedLineageData, ImportProgressData } from '@tributary/contract'
import { abandonedImportError } from '../../model/errors.ts'
import { readImportState } from '../../requests/import-state.ts'
import { answerTask, type KeptTask, type TaskRules } from '../../requests/kept-task.ts'
import { assertStorable, isoLocalText } from '../../requests/read-values.ts'
import { createLineageImports, type LineageImportRow } from '../../store/imports/import-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import type { ImportCallOptions, LineageImport } from './lineage-answers.ts'
import { importLineage } from './take-in-lineage.ts'

/** Imports lineage, as a task that is answered with its end or as it runs. */
export async function importAsTask(
  session: Session,
  request: LineageImport,
  options: ImportCallOptions & TaskRules,
): Promise<ImportedLineageData> {
  assertStorable(request.file, 'file')
  return toData(session, await answerTask(keptImport(session, request), options))
}

/** The state of an import of the tenant. One whose process does not answer is declared failed, and cannot be stored then. */
export async function importState(
  session: Session,
  id: string,
  { lease }: Pick<TaskRules, 'lease'>,
): Promise<ImportedLineageData> {
  const { clock, write, store, caller } = session
  const imports = createLineageImports(store, caller.tenant, write)
  return toData(session, await readImportState(imports, id, { now: clock.now(), lease }))
}

function keptImport(session: Session, request: LineageImport): KeptTask<LineageImportRow> {
  const { clock, write, store, caller } = session
  const imports = createLineageImports(store, caller.tenant, write)
  const id = randomUUID()
  const started_at = clock.now().toISOString()
  const begun = { id, account: caller.account, file: request.file, started_at }
  let progress: ImportProgressData = { step: 'READING', done: 0, total: null }
  return {
    id,
    work: (signal) =>
      importLineage(session, caller.account, request, {
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
      await imports.beat(id, progress, clock.now())
    },
    fail: (message) => imports.end(id, { status: 'FAILED', message, at: clock.now() }),
    read: () => imports.read(id),
    statusOf: ({ status }) => status,
  }
}

function toData({ catalog }: Session, row: LineageImportRow): ImportedLineageData {
  const { timeZone } = catalog.workspace
  const text = (at: string): string => isoLocalText(new Date(at), timeZone)
  const { id, status, file, format, vertices, edges, step, done, total } = row
  return {
    importId: id,
    status,
    file,
    format,
    vertices,
    edges,
    newVertices: row.new_vertices,
    newEdges: row.new_edges,
    progress: step === null ? null : { step, done: done ?? 0, total },
    startTime: text(row.started_at),
    endTime: row.ended_at === null ? null : text(row.ended_at),
    msg: row.message,
  }
}
