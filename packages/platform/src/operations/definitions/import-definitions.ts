import { randomUUID } from 'node:crypto'
import type { ImportedDefinitionsData } from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { abandonedImportError, forbiddenError } from '../../model/errors.ts'
import { toTenantResource } from '../../model/rights.ts'
import { readImportState } from '../../requests/import-state.ts'
import {
  answerTask,
  type KeptTask,
  type TaskCallOptions,
  type TaskRules,
  TaskStopped,
} from '../../requests/kept-task.ts'
import { assertStorable, isoLocalText } from '../../requests/read-values.ts'
import {
  createDefinitionImportTasks,
  type DefinitionImportRow,
  type DefinitionImportTasks,
} from '../../store/imports/import-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import {
  type DefinitionsImport,
  type ImportDefinitionsDeps,
  type ImportedDefinitions,
  importTenantDefinitions,
} from './import/import-tenant-definitions.ts'

/**
 * Imports definitions of another tool into those of the tenant, for its owners, as a task that is answered with its end or as
 * it runs. Rejects as {@link importTenantDefinitions} does.
 */
export async function importDefinitionsAsTask(
  deps: ImportDefinitionsDeps,
  request: DefinitionsImport,
  options: TaskCallOptions & TaskRules,
): Promise<ImportedDefinitionsData> {
  const session = deps.session()
  assertOwner(session)
  assertStorable(request.file, 'file')
  const { clock, write, store, caller } = session
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  const id = randomUUID()
  const begun = {
    ...{ id, account: caller.account, file: request.file },
    started_at: clock.now().toISOString(),
  }
  let step: DefinitionImportRow['step'] = 'READING'
  let imported: ImportedDefinitions | null = null
  const importTask: KeptTask<DefinitionImportRow> = {
    id,
    work: async (signal) => {
      imported = await importTenantDefinitions(deps, request, {
        signal,
        onStoring: () => {
          step = 'STORING'
        },
        succeed: async (done) => {
          const answer = await runInSlices(answerPieces(done), signal)
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
  const row = await answerTask(importTask, options)
  // The store may know of the success while the definitions are still being opened.
  return toData(session, row, imported ?? (await importedBy(tasks, row)))
}

/** What an import did that has succeeded; null of another. */
async function importedBy(
  tasks: DefinitionImportTasks,
  { id, status }: DefinitionImportRow,
): Promise<ImportedDefinitions | null> {
  return status === 'SUCCESS' ? runInSlices(joinAnswerPieces(await tasks.answer(id))) : null
}

/** The state of an import of definitions, for owners. One whose process does not answer is declared failed. */
export async function definitionsImportState(
  session: Session,
  id: string,
  { lease }: Pick<TaskRules, 'lease'>,
): Promise<ImportedDefinitionsData> {
  assertOwner(session)
  const { clock, write, store, caller } = session
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  const row = await readImportState(tasks, id, { now: clock.now(), lease })
  return toData(session, row, await importedBy(tasks, row))
}

/**
 * Ends an import of definitions that runs, in this process at once and in another within a second, and gives its state; one that has
 * ended stays as it is.
 */
export async function cancelDefinitionsImport(
  session: Session,
  id: string,
  rules: Pick<TaskRules, 'lease' | 'running'>,
): Promise<ImportedDefinitionsData> {
  assertOwner(session)
  const { clock, write, store, caller } = session
  const message = `The account "${caller.account}" cancelled it; nothing was imported.`
  const tasks = createDefinitionImportTasks(store, caller.tenant, write)
  await tasks.end(id, { status: 'CANCELLED', message, at: clock.now() })
  const state = await definitionsImportState(session, id, rules)
  if (state.status === 'CANCELLED') rules.running.get(id)?.(new TaskStopped())
  return state
}

function assertOwner({ access, caller }: Session): void {
  if (access.may('TRANSFER', toTenantResource(caller.tenant))) return
  throw forbiddenError('import definitions, which owners of the tenant may')
}

const NOTHING_YET: ImportedDefinitions = {
  ...{ applied: false, format: null, dialect: null, counts: null },
  ...{ added: [], changed: [], removed: [], kept: [], findings: [], unread: [] },
}

function toData(
  { catalog }: Session,
  { id, file, status, step, message, started_at, ended_at }: DefinitionImportRow,
  imported: ImportedDefinitions | null,
): ImportedDefinitionsData {
  const { timeZone } = catalog.workspace
  const text = (at: string): string => isoLocalText(new Date(at), timeZone)
  return {
    ...{ importId: id, status, step, file },
    ...((status === 'SUCCESS' ? imported : null) ?? NOTHING_YET),
    startTime: text(started_at),
    endTime: ended_at === null ? null : text(ended_at),
    msg: message,
  }
}

/** Entries of one piece of an answer: less than a millisecond of work. */
const PIECE = 500

type Lists = Pick<
  ImportedDefinitions,
  'added' | 'changed' | 'removed' | 'kept' | 'findings' | 'unread'
>

/** An answer in pieces of JSON: what is no list, then pieces of the lists with their names. */
function* answerPieces(imported: ImportedDefinitions): SlicedWork<readonly string[]> {
  const { added, changed, removed, kept: retainedDefinitions, findings, unread, ...head } = imported
  const pieces = [JSON.stringify(head)]
  for (const [name, list] of Object.entries({
    added,
    changed,
    removed,
    kept: retainedDefinitions,
    findings,
    unread,
  })) {
    for (let start = 0; start < list.length; start += PIECE) {
      pieces.push(JSON.stringify([name, list.slice(start, start + PIECE)]))
      yield
    }
  }
  return pieces
}

function* joinAnswerPieces([head, ...pieces]: readonly string[]): SlicedWork<ImportedDefinitions> {
  const lists: Record<keyof Lists, unknown[]> = {
    ...{ added: [], changed: [], removed: [], kept: [], findings: [], unread: [] },
  }
  for (const piece of pieces) {
    const [name, items] = JSON.parse(piece) as [keyof Lists, unknown[]]
    lists[name].push(...items)
    yield
  }
  return { ...JSON.parse(head!), ...lists } as ImportedDefinitions
}
