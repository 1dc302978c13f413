import { basename, join, relative } from 'node:path'
import { parseWorkspace, type SourceText, type Workspace, writeWorkspace } from '@tributary/catalog'
import { readYaml } from '@tributary/catalog/internal'
import { invalidImportError } from '../errors.ts'
import type { ImportedDefinitions } from './import-definitions.ts'
import { planMerge } from './plan-merge.ts'

/** Options of {@link mergeImport}. */
export interface MergeImportOptions {
  readonly imported: ImportedDefinitions
  /** Which import this is: the path of the file, or of the folder of a model, relative to the folder. */
  readonly source: string
  /** The folder of the workspace. */
  readonly folder: string
  /** The YAML files in the folder. */
  readonly existing: readonly SourceText[]
  /** The text of the lock in the folder; null without one. */
  readonly lock: string | null
  /** Whether what was edited since the last import is replaced. @defaultValue false */
  readonly theirs?: boolean
  /** Whether what the file has no more is removed. @defaultValue false */
  readonly prune?: boolean
}

/** The changes of an import in a workspace. Keys are such as `metrics/revenue`. */
export interface MergedImport {
  /** The files to write, with the lock. */
  readonly files: readonly SourceText[]
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Definitions of the workspace that stay unchanged, with the reason. */
  readonly kept: readonly { readonly key: string; readonly reason: string }[]
}

/** The name of the file that remembers what imports wrote. */
export const LOCK_FILE = 'imports.lock.json'

const LISTS = ['datasources', 'datasets', 'dimensions', 'metrics'] as const

/** The comment above what an import writes. */
function formatFileHeader(source: string): string {
  const name = source.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return `# Written by "tributary import" from ${name}, which writes it again at the next import.
# What is edited here, or defined in another file of this folder, is kept then; comments are not.
`
}

/** The definitions that an import wrote, as hashes of their texts. */
interface LockEntry {
  readonly file: string
  readonly objects: Readonly<Record<string, string>>
}

/**
 * Puts an import into a workspace: a file of its own for each imported file, in which definitions that were edited since
 * the last import stay as they are. A definition of another file of the folder is never changed; one of the same name is not
 * imported. Throws `DEFINITIONS_INVALID_IMPORT` when the result would not be a workspace. Writes nothing.
 */
export function mergeImport(options: MergeImportOptions): MergedImport {
  const { imported, folder, existing, source } = options
  const locks = readLock(options.lock)
  const lockEntry = locks[source]
  const file = lockEntry?.file ?? findFreeFile(options, locks)
  const path = join(folder, file)
  const remainingFiles = existing.filter((candidate) => candidate.file !== path)
  const previousFile = existing.find((candidate) => candidate.file === path)
  const before =
    previousFile === undefined ? new Map<string, string>() : readItemTexts(previousFile)
  const elsewhere = locateItems(remainingFiles)
  const plan = planMerge({
    wanted: formatItems(imported.workspace, folder),
    before,
    elsewhere,
    hashes: lockEntry?.objects,
    theirs: options.theirs ?? false,
    prune: options.prune ?? false,
    pruneOption: '--prune',
  })
  const base = selectTenantFiles(remainingFiles, imported.workspace, folder)
  const calendar =
    base.length === 0 ? extractCalendar({ imported, folder, others: remainingFiles }) : NO_CALENDAR
  const retainedDefinitions = [...plan.kept, ...calendar.kept]
  const text = formatFileHeader(source) + calendar.text + formatSections(plan.items)
  const files = [...base, { file: path, text }]
  // An import alone was checked when it was made.
  if (remainingFiles.length > 0 || retainedDefinitions.length > 0)
    assertValid([...remainingFiles, ...files])
  const lock = { version: 1, imports: { ...locks, [source]: { file, objects: plan.hashes } } }
  const lockText = `${JSON.stringify(lock, null, 1)}\n`
  return {
    files: [...files, { file: join(folder, LOCK_FILE), text: lockText }].filter(
      (outputFile) =>
        outputFile.text !==
        (outputFile.file === path
          ? previousFile?.text
          : outputFile.file.endsWith(LOCK_FILE)
            ? options.lock
            : undefined),
    ),
    added: plan.added,
    changed: plan.changed,
    removed: plan.removed,
    kept: retainedDefinitions,
  }
}

/** The YAML texts of the definitions of a workspace, by list and name. */
function formatItems(workspace: Workspace, folder: string): ReadonlyMap<string, string> {
  const items = new Map<string, string>()
  for (const { text } of writeWorkspace(workspace, folder)) {
    let list: (typeof LISTS)[number] | undefined
    let names: readonly { readonly name: string }[] = []
    let lines: string[] = []
    let at = -1
    const close = (): void => {
      if (list !== undefined && at >= 0) items.set(`${list}/${names[at]!.name}`, lines.join('\n'))
      lines = []
    }
    for (const line of text.trimEnd().split('\n')) {
      const isKey = /^\S/.test(line)
      if (isKey || line.startsWith('  - ')) close()
      if (isKey) {
        list = LISTS.find((candidate) => line === `${candidate}:`)
        names = list === undefined ? [] : workspace[list]
        at = -1
        continue
      }
      if (line.startsWith('  - ')) at++
      lines.push(line)
    }
    close()
  }
  return items
}

/** The texts of the definitions of a file, by list and name. */
function readItemTexts(source: SourceText): ReadonlyMap<string, string> {
  const yaml = readYaml(source)
  const value = (yaml.value ?? {}) as Readonly<Record<string, unknown>>
  const lines = source.text.split('\n')
  const starts = LISTS.flatMap((list) => {
    const items = Array.isArray(value[list]) ? value[list] : []
    return items.map((item: unknown, i) => ({
      key: `${list}/${getItemName(item)}`,
      line: yaml.positionOf([list, i]).line,
    }))
  })
  const ends = [
    ...starts.map(({ line }) => line),
    ...Object.keys(value).map((key) => yaml.positionOfKey([key]).line),
    lines.length + 1,
  ].toSorted((a, b) => a - b)
  const nextEnds = new Map(ends.map((line, i) => [line, ends[i + 1] ?? line] as const))
  return new Map(
    starts.map(({ key, line }) => {
      const end = nextEnds.get(line)!
      return [
        key,
        lines
          .slice(line - 1, end - 1)
          .join('\n')
          .trimEnd(),
      ]
    }),
  )
}

function getItemName(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
}

function formatSections(items: ReadonlyMap<string, string>): string {
  const sections = LISTS.map((list) => {
    const texts = [...items].filter(([key]) => key.startsWith(`${list}/`)).map(([, text]) => text)
    return texts.length === 0 ? '' : `${list}:\n${texts.join('\n')}\n`
  })
  return sections.join('')
}

function locateItems(sources: readonly SourceText[]): ReadonlyMap<string, string> {
  return new Map(
    sources.flatMap((source) =>
      [...readItemTexts(source).keys()].map((key) => [key, basename(source.file)] as const),
    ),
  )
}

/** The file with tenant and accounts, where no file of the folder has a tenant. */
function selectTenantFiles(
  remainingFiles: readonly SourceText[],
  workspace: Workspace,
  folder: string,
): readonly SourceText[] {
  const hasTenant = remainingFiles.some((sourceFile) => {
    const { value } = readYaml(sourceFile)
    return typeof value === 'object' && value !== null && 'tenant' in value
  })
  if (hasTenant) return []
  const name = remainingFiles.some(({ file }) => basename(file) === 'workspace.yaml')
    ? 'tenant.yaml'
    : 'workspace.yaml'
  const [file] = writeWorkspace(stripDefinitions(workspace), folder)
  return [{ file: join(folder, name), text: file!.text }]
}

const NO_CALENDAR = { text: '', kept: [] } as const

/** The periods that an import lists, for a workspace that has no calendar; a calendar of the workspace stays. */
function extractCalendar({
  imported,
  folder,
  others: remainingFiles,
}: Pick<MergeImportOptions, 'imported' | 'folder'> & { readonly others: readonly SourceText[] }): {
  readonly text: string
  readonly kept: MergedImport['kept']
} {
  if (imported.workspace.calendar.sources === undefined) return NO_CALENDAR
  const [file] = writeWorkspace(stripDefinitions(imported.workspace), folder)
  const lines = file!.text.split('\n')
  const start = lines.indexOf('calendar:')
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith(' '))
  const text = `${lines.slice(start, start + 1 + length).join('\n')}\n`
  const calendarFile = remainingFiles.find((candidate) => findCalendar(candidate) !== undefined)
  if (calendarFile === undefined) return { text, kept: [] }
  const isSame =
    JSON.stringify(findCalendar(calendarFile)) === JSON.stringify(findCalendar({ file: '', text }))
  const reason = `it is defined in ${basename(calendarFile.file)}`
  return { text: '', kept: isSame ? [] : [{ key: 'calendar', reason }] }
}

function findCalendar(source: SourceText): unknown {
  const { value } = readYaml(source)
  return typeof value === 'object' && value !== null && 'calendar' in value
    ? value.calendar
    : undefined
}

function stripDefinitions(workspace: Workspace): Workspace {
  return { ...workspace, datasources: [], datasets: [], dimensions: [], metrics: [] }
}

function findFreeFile(
  { imported, source, existing, folder }: MergeImportOptions,
  locks: Locks,
): string {
  const stem =
    basename(join(folder, source))
      .replace(/\.[a-z]+$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '_') || 'definitions'
  const usedNames = new Set([
    ...existing.map(({ file }) => relative(folder, file)),
    ...Object.values(locks).map(({ file }) => file),
  ])
  const base = `${imported.report.format}_${stem}`
  let name = `${base}.yaml`
  for (let n = 2; usedNames.has(name); n++) name = `${base}_${n}.yaml`
  return name
}

function assertValid(files: readonly SourceText[]): void {
  const { problems } = parseWorkspace(files)
  if (problems.length === 0) return
  const lines = problems
    .slice(0, 20)
    .map(({ file, line, column, path, message }) => `${file}:${line}:${column} ${path}: ${message}`)
  throw invalidImportError(
    `With this import the workspace would have ${problems.length} mistakes; nothing was written:\n${lines.join('\n')}`,
  )
}

type Locks = Readonly<Record<string, LockEntry>>

function readLock(text: string | null): Locks {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isLock(value)) return value.imports
  } catch {
    // Falls through to the refusal.
  }
  throw invalidImportError(
    `${LOCK_FILE}: expected what an earlier import wrote, found something else; delete it to import anew`,
  )
}

function isLock(value: unknown): value is { readonly imports: Locks } {
  const isObject = (candidate: unknown): candidate is object =>
    typeof candidate === 'object' && candidate !== null && !Array.isArray(candidate)
  if (!isObject(value) || !('imports' in value) || !isObject(value.imports)) return false
  return Object.values(value.imports).every(
    (entry) =>
      isObject(entry) &&
      'file' in entry &&
      typeof entry.file === 'string' &&
      /^[\w-]+\.yaml$/.test(entry.file) &&
      'objects' in entry &&
      isObject(entry.objects) &&
      Object.values(entry.objects).every((hash) => typeof hash === 'string'),
  )
}
