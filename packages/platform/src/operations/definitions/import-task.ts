import type { ImportedDefinitionsData } from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { forbiddenError } from '../../model/errors.ts'
import { toTenantResource } from '../../model/rights.ts'
import { isoLocalText } from '../../requests/read-values.ts'
import type {
  DefinitionImportRow,
  DefinitionImportTasks,
} from '../../store/imports/import-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import type { ImportedDefinitions } from './import/import-tenant-definitions.ts'

/** The result of an import that has succeeded; null for any other. */
export async function readImported(
  tasks: DefinitionImportTasks,
  { id, status }: DefinitionImportRow,
): Promise<ImportedDefinitions | null> {
  return status === 'SUCCESS' ? runInSlices(joinPieces(await tasks.answer(id))) : null
}

/** Throws `ACCESS_FORBIDDEN` for a caller who does not own the tenant. */
export function assertOwner({ access, caller }: Session): void {
  if (access.may('TRANSFER', toTenantResource(caller.tenant))) return
  throw forbiddenError('import definitions, which owners of the tenant may')
}

const NO_RESULT: ImportedDefinitions = {
  applied: false,
  format: null,
  dialect: null,
  counts: null,
  added: [],
  changed: [],
  removed: [],
  kept: [],
  findings: [],
  unread: [],
}

/** An import in the words of the API. `imported` is its result; null before it has succeeded. */
export function toImportData(
  { catalog }: Session,
  { id, file, status, step, message, started_at, ended_at }: DefinitionImportRow,
  imported: ImportedDefinitions | null,
): ImportedDefinitionsData {
  const { timeZone } = catalog.workspace
  const text = (at: string): string => isoLocalText(new Date(at), timeZone)
  return {
    importId: id,
    status,
    step,
    file,
    ...((status === 'SUCCESS' ? imported : null) ?? NO_RESULT),
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

/** A result in pieces of JSON: first all fields but the lists, then pieces of the lists with their names. */
export function* writePieces(imported: ImportedDefinitions): SlicedWork<readonly string[]> {
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

function* joinPieces([head, ...pieces]: readonly string[]): SlicedWork<ImportedDefinitions> {
  const lists: Record<keyof Lists, unknown[]> = {
    added: [],
    changed: [],
    removed: [],
    kept: [],
    findings: [],
    unread: [],
  }
  for (const piece of pieces) {
    const [name, items] = JSON.parse(piece) as [keyof Lists, unknown[]]
    lists[name].push(...items)
    yield
  }
  return { ...JSON.parse(head!), ...lists } as ImportedDefinitions
}
