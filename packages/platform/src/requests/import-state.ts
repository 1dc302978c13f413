import { abandonedImportError, unknownImportError } from '../model/errors.ts'
import type { ImportTasks } from '../store/imports/import-tasks.ts'
import type { ImportTaskTable } from '../store/schema.ts'
import { formatFailureMessage, type RunningTasks, TaskStopped } from './kept-task.ts'

/**
 * An import of the tenant as it is now. One whose process was not heard of for `lease` milliseconds is declared failed, and
 * cannot be stored then. Rejects with `PLATFORM_UNKNOWN_IMPORT`.
 */
export async function readImportState<Row extends Pick<ImportTaskTable, 'status' | 'beat_at'>>(
  imports: Pick<ImportTasks<Row, never, never>, 'read' | 'end'>,
  id: string,
  { now, lease }: { readonly now: Date; readonly lease: number },
): Promise<Row> {
  let row = await imports.read(id)
  if (row?.status === 'RUNNING' && now.getTime() - Date.parse(row.beat_at) > lease) {
    const message = formatFailureMessage(abandonedImportError())
    await imports.end(id, { status: 'FAILED', message, at: now, lastBeat: row.beat_at })
    row = await imports.read(id)
  }
  if (row === null) throw unknownImportError(id)
  return row
}

/**
 * Ends an import of the tenant that runs: in this process at once, and in another when it next says that it runs. An import
 * that has ended stays as it is.
 */
export async function cancelImport<Row extends Pick<ImportTaskTable, 'status'>>(
  imports: Pick<ImportTasks<Row, never, never>, 'read' | 'end'>,
  id: string,
  {
    account,
    at,
    running,
  }: { readonly account: string; readonly at: Date; readonly running: RunningTasks },
): Promise<void> {
  const message = `The account "${account}" cancelled it; nothing was imported.`
  await imports.end(id, { status: 'CANCELLED', message, at })
  const row = await imports.read(id)
  if (row?.status === 'CANCELLED') running.get(id)?.(new TaskStopped())
}
