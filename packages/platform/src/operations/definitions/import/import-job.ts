import { isDeepStrictEqual } from 'node:util'
import type { Workspace } from '@tributary/catalog'
import { checkWorkspace } from '@tributary/catalog/internal'
import {
  type DefinitionsFormat,
  type Finding,
  type ImportReport,
  importDefinitions,
  type SqlTextDialect,
  type TableLookup,
} from '@tributary/definitions'
import { invalidImportError, type MergePlan, planMerge } from '@tributary/definitions/internal'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'

/** The lists of a workspace. */
export type ListName = Exclude<keyof Workspace, 'tenant' | 'timeZone' | 'calendar'>

/** The lists that an import changes. */
const LISTS = ['datasets', 'dimensions', 'metrics'] as const

/** A list that an import changes. */
export type ImportedList = (typeof LISTS)[number]

/** The key of the sources of the calendar, which are one definition. */
export const CALENDAR = 'calendar'

/** The text to import and the definitions that it changes. All of it can be sent to a worker thread. */
export interface ImportJob {
  readonly file: string
  readonly text: string
  readonly from?: DefinitionsFormat
  readonly dialect?: SqlTextDialect
  readonly model?: string
  readonly withoutAccessRules: boolean
  readonly theirs: boolean
  readonly prune: boolean
  readonly settings: Pick<Workspace, 'tenant' | 'timeZone' | 'calendar'>
  /** The definitions of the tenant, each as JSON, in order. */
  readonly stored: Readonly<Record<ListName, readonly string[]>>
  /** The datasources in which tables are looked for. */
  readonly datasources: TableLookup['datasources']
  /** The definitions of earlier imports: hashes by key, as JSON, by the name of the file. */
  readonly imports: Readonly<Record<string, string>>
}

/** The changes of definitions. */
export const CHANGES = ['added', 'changed', 'removed', 'kept'] as const

/** The result of an import. */
export interface ImportOutcome {
  readonly report: Omit<ImportReport, 'findings'>
  readonly findings: readonly Finding[]
  /** The definitions that are new or different, as JSON; of the calendar its `sources`. */
  readonly puts: readonly (readonly [list: ImportedList | typeof CALENDAR, body: string])[]
  readonly changes: Pick<MergePlan, (typeof CHANGES)[number]>
  /** The hashes to remember, as JSON. */
  readonly hashes: string
}

/** Imports a file and decides what it changes. Throws as `importDefinitions` does, and for what would be no workspace. */
export async function runImportJob(
  job: ImportJob,
  find: TableLookup['find'],
): Promise<ImportOutcome> {
  const { settings, file, text, from, dialect, model, withoutAccessRules } = job
  const imported = await importDefinitions({
    ...{ source: { file, text }, tenant: settings.tenant, withoutAccessRules },
    tables: { datasources: job.datasources, find },
    ...(from !== undefined && { from }),
    ...(dialect !== undefined && { dialect }),
    ...(model !== undefined && { model }),
  })
  const plan = planImportMerge(job, imported.workspace)
  const { added, changed, removed, kept: retainedDefinitions, items } = plan
  const touched = [...added, ...changed]
  if (touched.length + removed.length > 0) assertWholeNumber(job, plan)
  const { findings, ...report } = imported.report
  return {
    ...{ report, findings, changes: { added, changed, removed, kept: retainedDefinitions } },
    puts: touched.map((key) => [getListName(key), items.get(key)!] as const),
    hashes: JSON.stringify(plan.hashes),
  }
}

function planImportMerge(job: ImportJob, workspace: Workspace): MergePlan {
  const { file, stored, imports, theirs: overwritesEdits, prune, settings } = job
  const parseImportHashes = (name: string): Readonly<Record<string, string>> | undefined => {
    const hashes = imports[name]
    return hashes === undefined ? undefined : (JSON.parse(hashes) as Record<string, string>)
  }
  const hashes = parseImportHashes(file)
  const places = new Map(
    Object.keys(imports)
      .filter((name) => name !== file)
      .flatMap((name) =>
        Object.keys(parseImportHashes(name) ?? {}).map(
          (key) => [key, `the import of ${name}`] as const,
        ),
      ),
  )
  const before = new Map<string, string>()
  const elsewhere = new Map<string, string>()
  const isThere = (key: string, body: string): void => {
    if (hashes !== undefined && key in hashes) before.set(key, body)
    else elsewhere.set(key, places.get(key) ?? 'the definitions of the tenant')
  }
  for (const list of LISTS) for (const body of stored[list]) isThere(toBodyKey(list, body), body)
  const wanted = new Map<string, string>(
    LISTS.flatMap((list) =>
      workspace[list].map(
        (definition) => [`${list}/${definition.name}`, JSON.stringify(definition)] as const,
      ),
    ),
  )
  const { sources, custom: _, ...calendarSettings } = settings.calendar
  const now = sources === undefined ? '' : JSON.stringify(sources)
  if (now !== '' || !isDeepStrictEqual(calendarSettings, PLAIN_CALENDAR)) isThere(CALENDAR, now)
  const importedSources = workspace.calendar.sources && JSON.stringify(workspace.calendar.sources)
  // The same calendar of somebody else is nothing to be told of.
  if (importedSources !== undefined && !(importedSources === now && elsewhere.has(CALENDAR))) {
    wanted.set(CALENDAR, importedSources)
  }
  return planMerge({
    ...{
      wanted,
      before,
      elsewhere,
      hashes,
      theirs: overwritesEdits,
      prune,
      pruneOption: 'prune=true',
    },
  })
}

/** Throws `DEFINITIONS_INVALID_IMPORT` when the definitions of the tenant with the import would not be a workspace. */
function assertWholeNumber(
  { settings, stored }: ImportJob,
  { items, removed, added }: MergePlan,
): void {
  const gone = new Set(removed)
  const lists = Object.entries(stored).map(([list, bodies]) => {
    const remainingBodies = bodies.flatMap((body) => {
      const key = toBodyKey(list as ListName, body)
      return gone.has(key) ? [] : [items.get(key) ?? body]
    })
    const fresh = added.filter((key) => key.startsWith(`${list}/`)).map((key) => items.get(key)!)
    return [
      list,
      [...remainingBodies, ...fresh].map((body) => JSON.parse(body) as unknown),
    ] as const
  })
  const calendar = calendarWith(settings.calendar, gone.has(CALENDAR) ? null : items.get(CALENDAR))
  const mergedWorkspace = { ...settings, calendar, ...Object.fromEntries(lists) } as Workspace
  const { problems } = checkWorkspace(mergedWorkspace)
  if (problems.length === 0) return
  const lines = problems.slice(0, 20).map(({ path, message }) => `${path}: ${message}`)
  throw invalidImportError(
    `With this import the definitions of the tenant would have ${problems.length} mistakes; nothing was changed:\n${lines.join('\n')}`,
  )
}

/** `metrics/revenue`. Lists whose definitions have no name are not imported, and their keys are of no use. */
function toBodyKey(list: ListName, body: string): string {
  const { name } = JSON.parse(body) as { readonly name?: string }
  return `${list}/${name}`
}

function getListName(key: string): ImportedList | typeof CALENDAR {
  return key.split('/', 1)[0] as ImportedList | typeof CALENDAR
}

/** A calendar with other sources, given as JSON: without any for null, with its own for undefined or no text. */
export function calendarWith(
  calendar: Workspace['calendar'],
  sources: string | null | undefined,
): Workspace['calendar'] {
  if (sources === undefined || sources === '') return calendar
  const { custom: _, sources: __, ...calendarSettings } = calendar
  if (sources === null) return calendarSettings
  return {
    ...calendarSettings,
    sources: JSON.parse(sources) as NonNullable<typeof calendar.sources>,
  }
}
