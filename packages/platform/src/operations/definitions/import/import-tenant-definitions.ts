import type { DatasourceDefinition, Workspace } from '@tributary/catalog'
import type { ImportedDefinitionsData, RequestOf } from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { SqlTextDialect } from '@tributary/definitions'
import { openDatasourceTables } from '../../../guess/datasource-tables.ts'
import {
  definitionsChangedError,
  definitionsInFilesError,
  invalidRequestError,
  PlatformError,
} from '../../../model/errors.ts'
import type { Work } from '../../../store/database/write-queue.ts'
import {
  readDefinitionImports,
  writeDefinitionImport,
} from '../../../store/imports/definition-imports.ts'
import type { OperationSession } from '../../admission/operation.ts'
import { importInWorker } from './import-in-worker.ts'
import {
  CALENDAR,
  calendarWith,
  type ImportedList,
  type ImportJob,
  type ImportOutcome,
  type ListName,
} from './import-job.ts'

/** A file of definitions of another tool, and how it is imported. */
export type DefinitionsImport = Omit<RequestOf<'importDefinitions'>, 'at_once'>

/** The result of an import. */
export type ImportedDefinitions = Omit<
  ImportedDefinitionsData,
  'importId' | 'status' | 'step' | 'file' | 'startTime' | 'endTime' | 'msg'
>

/** The observers of an import. */
export interface ImportDefinitionsWork {
  readonly signal: AbortSignal
  /** Called when everything is read and checked. */
  readonly onStoring: () => void
  /** Prepares what is written with the definitions, or, where none change, alone: that the import did this. */
  readonly succeed: (done: ImportedDefinitions) => Promise<Work<void>>
}

/** How often an import is done again because the definitions were changed meanwhile. */
const MOST_TRIES = 3

/**
 * Imports definitions of another tool into those of the tenant, for its owners. What came from an earlier import of the file
 * and was not edited since changes, all of it or nothing. Rejects with `ACCESS_FORBIDDEN`, with
 * `PLATFORM_DEFINITIONS_IN_FILES`, with `DEFINITIONS_INVALID_IMPORT` and `DEFINITIONS_TABLES_MISSING` for the file, and with
 * the reason of the signal; nothing has changed then.
 */
export async function importTenantDefinitions(
  { caller, service }: OperationSession,
  request: DefinitionsImport,
  work: ImportDefinitionsWork,
): Promise<ImportedDefinitions> {
  if (request.dry_run !== true && service.filesOf === caller.tenant) {
    throw definitionsInFilesError(caller.tenant)
  }
  for (let tries = 1; ; tries++) {
    try {
      return await importOnce(service.openSession(caller), request, work)
    } catch (error) {
      const { code, message, details } = error instanceof PlatformError ? error : NO_ERROR
      if (code === 'PLATFORM_SOURCE_MISMATCH') throw invalidRequestError('datasource', message)
      if (code !== 'PLATFORM_DEFINITIONS_CHANGED') throw error
      if (tries === MOST_TRIES) throw definitionsChangedError(Number(details.version))
      await service.tenants.ensure(caller.tenant, Number(details.version))
    }
  }
}

const NO_ERROR = { code: null, message: '', details: {} as Readonly<Record<string, unknown>> }

async function importOnce(
  session: OperationSession,
  request: DefinitionsImport,
  { signal, onStoring, succeed }: ImportDefinitionsWork,
): Promise<ImportedDefinitions> {
  const { version, store, clock, caller, write, service } = session
  const { workspace } = session.wholeCatalog
  const datasource = findImportDatasource(workspace, request.datasource)
  const imports = await readDefinitionImports(store, caller.tenant)
  const job = await createImportJob(request, workspace, { datasource, imports, signal })
  const { timeZone } = workspace
  const tables = await openDatasourceTables(datasource, {
    timeZone,
    engineBytes: service.engineBytes,
  })
  let outcome: ImportOutcome
  try {
    outcome = await importInWorker(job, tables.find, signal)
  } finally {
    await tables.close()
  }
  const isLess = outcome.findings.some(({ status }) => status === 'LEFT_OUT')
  const applies = request.dry_run !== true && !(request.strict === true && isLess)
  const done = toImportedDefinitions(outcome, applies)
  const successWrite = await succeed(done)
  signal.throwIfAborted()
  onStoring()
  if (!applies || !isDifferent(outcome, imports[request.file])) await write(successWrite)
  else {
    const now = { file: request.file, account: caller.account, at: clock.now().toISOString() }
    const changed = await runInSlices(changedWorkspace(workspace, outcome), signal)
    signal.throwIfAborted()
    await service.tenants.apply(changed, {
      check: 'CHANGED',
      from: version,
      signal,
      alongside: async (transaction) => {
        await successWrite(transaction)
        const written = { ...now, objects: outcome.hashes }
        await writeDefinitionImport(transaction, caller.tenant, written)
      },
    })
  }
  return done
}

function findImportDatasource(
  { datasources }: Workspace,
  wanted: string | undefined,
): DatasourceDefinition {
  const names = datasources.map(({ name }) => name).join(', ')
  if (wanted === undefined) {
    const [only] = datasources
    if (only !== undefined && datasources.length === 1) return only
    const reason =
      only === undefined
        ? 'The tenant has no datasource in which the tables could be; apply a workspace with one.'
        : `Say in which datasource the tables are; the tenant has ${names}.`
    throw invalidRequestError('datasource', reason)
  }
  const datasource = datasources.find(({ name }) => name === wanted)
  if (datasource !== undefined) return datasource
  throw invalidRequestError(
    'datasource',
    `The tenant has no datasource "${wanted}"${names === '' ? '' : `; it has ${names}`}.`,
  )
}

interface JobParts {
  readonly datasource: DatasourceDefinition
  readonly imports: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

async function createImportJob(
  request: DefinitionsImport,
  workspace: Workspace,
  { datasource, imports, signal }: JobParts,
): Promise<ImportJob> {
  const { file, text, from, dialect, model } = request
  const { tenant, timeZone, calendar, ...lists } = workspace
  return {
    file,
    text,
    imports,
    datasources: [datasource],
    ...(from !== undefined && { from }),
    ...(dialect !== undefined && { dialect: dialect.toUpperCase() as SqlTextDialect }),
    ...(model !== undefined && { model }),
    withoutAccessRules: request.without_access_rules === true,
    theirs: request.theirs === true,
    prune: request.prune === true,
    settings: { tenant, timeZone, calendar },
    stored: await runInSlices(serializeDefinitions(lists), signal),
  }
}

/** Definitions that are written or read between two yields: less than a millisecond of work. */
const AT_ONCE = 64

function* serializeDefinitions(
  lists: Pick<Workspace, ListName>,
): SlicedWork<Readonly<Record<ListName, readonly string[]>>> {
  const texts: [string, readonly string[]][] = []
  for (const [list, definitions] of Object.entries(lists)) {
    const bodies: string[] = []
    for (const definition of definitions) {
      bodies.push(JSON.stringify(definition))
      if (bodies.length % AT_ONCE === 0) yield
    }
    texts.push([list, bodies])
  }
  return Object.fromEntries(texts) as Record<ListName, readonly string[]>
}

function isDifferent({ changes, hashes }: ImportOutcome, before: string | undefined): boolean {
  const { added, changed, removed } = changes
  return added.length + changed.length + removed.length > 0 || hashes !== before
}

type Named = { readonly name: string }

/** The definitions with what an import changes: changed ones in their places, new ones last. */
function* changedWorkspace(
  workspace: Workspace,
  { puts, changes }: ImportOutcome,
): SlicedWork<Workspace> {
  const fresh = new Map<ImportedList, Map<string, Named>>()
  const gone = new Set(changes.removed)
  let calendar = calendarWith(workspace.calendar, gone.has(CALENDAR) ? null : undefined)
  let read = 0
  for (const [list, body] of puts) {
    if (list === CALENDAR) {
      calendar = calendarWith(calendar, body)
      continue
    }
    const definition = JSON.parse(body) as Named
    const of = fresh.get(list) ?? new Map<string, Named>()
    fresh.set(list, of.set(definition.name, definition))
    if (++read % AT_ONCE === 0) yield
  }
  const mergeImportedList = function* listOf<List extends ImportedList>(
    list: List,
  ): SlicedWork<Workspace[List]> {
    const of = fresh.get(list) ?? new Map<string, Named>()
    const before: readonly Named[] = workspace[list]
    const all: Named[] = []
    for (const definition of before) {
      if (++read % AT_ONCE === 0) yield
      if (gone.has(`${list}/${definition.name}`)) continue
      all.push(of.get(definition.name) ?? definition)
      of.delete(definition.name)
    }
    for (const definition of of.values()) all.push(definition)
    return all as unknown as Workspace[List]
  }
  return {
    ...workspace,
    calendar,
    datasets: yield* mergeImportedList('datasets'),
    dimensions: yield* mergeImportedList('dimensions'),
    metrics: yield* mergeImportedList('metrics'),
  }
}

function toImportedDefinitions(
  { report, findings, changes }: ImportOutcome,
  applied: boolean,
): ImportedDefinitions {
  const { format, dialect, counts, unread } = report
  return {
    applied,
    format,
    counts,
    ...changes,
    findings,
    unread,
    dialect: dialect.toLowerCase() as Lowercase<SqlTextDialect>,
  }
}
