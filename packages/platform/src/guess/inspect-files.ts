import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFormatDefinition } from '@tributary/catalog'
import { fixedFolder, isFilePattern } from '@tributary/core/internal'
import { createDuckDb, type DuckDb, SqlError, type TimeFacts } from '@tributary/sql'
import {
  createTableName,
  type DataFile,
  type FileGroup,
  groupFiles,
  type NamedDays,
} from './group-files.ts'
import { createExampleQuestions, type ExampleQuestion } from './guess-example.ts'
import {
  type CountedCandidate,
  filterRelations,
  listRelationCandidates,
  type RelationCandidate,
} from './guess-relations.ts'
import {
  findGuessedTime,
  type GuessedWorkspace,
  guessWorkspace,
  type TableOfFiles,
} from './guess-workspace.ts'
import { inspectTable } from './inspect-table.ts'
import { Names } from './unique-names.ts'

/** Files to make a workspace of. */
export interface InspectOptions {
  readonly tenant: string
  /** The folder that all files are below. */
  readonly root: string
  /** Paths and patterns below it. */
  readonly files: readonly string[]
  /** Patterns for the names of sheets and of tables in files that have several; all when there are none. */
  readonly tables?: readonly string[]
  /** How all of the files are written, as far as that is said. */
  readonly format?: FileFormatDefinition
  /** Called with each step. */
  readonly onProgress: (step: string) => void
}

/** A workspace that is guessed from files, and the files that could not be read. */
export interface Inspection extends GuessedWorkspace {
  readonly unread: readonly { readonly file: string; readonly reason: string }[]
  /** Something to ask; null where nothing has a time. */
  readonly examples: readonly ExampleQuestion[]
}

/** Endings of files that can be tables. */
export const DATA_FILE: RegExp =
  /\.(parquet|xls[xm]|sqlite3?|db|duckdb|(csv|tsv|txt|json|ndjson|jsonl)(\.(gz|zst))?)$/i

/** The encodings that are tried where a file is not in UTF-8. */
const ENCODINGS = ['utf-8', 'windows-1252']

/** Looks at files and guesses a workspace: types, times, keys, relations, dimensions and metrics. */
export async function inspectFiles(options: InspectOptions): Promise<Inspection> {
  const engine = await createDuckDb({})
  try {
    return await inspect(engine, options)
  } finally {
    await engine.close()
  }
}

async function inspect(
  engine: DuckDb,
  { tenant, root, files, tables: wantedTables = [], format = {}, onProgress }: InspectOptions,
): Promise<Inspection> {
  const unread = [...listLakeTables(root)]
  const dataFiles: DataFile[] = []
  const readable = async (file: string, work: () => Promise<void>): Promise<void> => {
    onProgress(`looking at ${file}`)
    await work().catch((error: unknown) => {
      if (!(error instanceof SqlError)) throw error
      unread.push({ file, reason: error.message })
    })
  }
  const tableGroups: { readonly file: string; readonly table: string }[] = []
  for (const file of files.filter((filePath) => !isFilePattern(filePath))) {
    await readable(file, async () => {
      const inner = await engine.listTables(join(root, file))
      if (inner !== null) {
        const wanted = inner.filter((table) => matchesAny(table, wantedTables))
        if (wanted.length === 0) unread.push({ file, reason: describeNoTable(file, inner) })
        tableGroups.push(...wanted.map((table) => ({ file, table })))
        return
      }
      const path = join(root, file)
      const { columns } = await readColumnNames(engine, path, format)
      dataFiles.push({ path: file, columns })
    })
  }
  const names = new Names()
  const groups: FileGroup[] = [
    ...groupFiles(dataFiles, (folder) => listFolder(root, folder), names),
  ]
  for (const file of files.filter(isFilePattern)) {
    const name = names.take(fixedFolder(file).split('/').at(-1) || 'data', 'data')
    groups.push({ name, file, isPattern: true, days: null })
  }
  for (const { file, table } of tableGroups) {
    const isAlone = tableGroups.filter((group) => group.file === file).length === 1
    const name =
      isAlone && isPlainSheetName(table) ? createTableName(file, names) : names.take(table, 'data')
    groups.push({ name, file, table, isPattern: false, days: null })
  }
  const tables: TableOfFiles[] = []
  for (const group of groups) {
    await readable(describeGroup(group), async () => {
      const table = await profileTable(engine, root, group, format)
      if (group.table !== undefined && table.rows === 0) {
        const reason = `${describeGroup(group)} has no rows below its header.`
        unread.push({ file: group.file, reason })
      } else if (table.columns.length > 0) tables.push(table)
      else unread.push({ file: group.file, reason: describeUnusable(table) })
    })
  }
  const relations = await countRelations(engine, root, tables, onProgress)
  const guessed = guessWorkspace({ tenant, root, tables, relations })
  return { ...guessed, unread, examples: createExampleQuestions(guessed.workspace) }
}

/** The file, and the table of it that is meant. */
function describeGroup({ file, table }: FileGroup): string {
  return table === undefined ? file : `${file}, "${table}",`
}

/** Whether a sheet has a name that programs give. */
function isPlainSheetName(name: string): boolean {
  return /^(sheet|tabelle|feuil|hoja|foglio|лист|table|blatt)?[ _]?\d*$/iu.test(name)
}

/** Whether a name matches one of the patterns, where `*` stands for any characters; any does when there are none. */
function matchesAny(name: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`, 'iu').test(name)
  })
}

function describeNoTable(file: string, tables: readonly string[]): string {
  if (tables.length === 0) return `${file} has no table.`
  return `${file} has none of the tables of --tables; it has ${tables.map((name) => `"${name}"`).join(', ')}.`
}

function describeUnusable({ file, leftOut }: TableOfFiles): string {
  const columns = leftOut.map(({ name, reason }) => `"${name}": ${reason}`).join('; ')
  return `${file} has no column that can be used (${columns}).`
}

/** The columns of a file, laid out as it is guessed. */
async function readColumnNames(
  engine: DuckDb,
  path: string,
  format: FileFormatDefinition,
): Promise<{ readonly columns: readonly string[] }> {
  const file = { path, format: { encoding: ENCODINGS, ...format } }
  const layout = await engine.guessLayout(file)
  const columns = await engine.columnNames({
    ...file,
    format: { ...layout.format, ...file.format },
  })
  return { columns }
}

function listFolder(root: string, folder: string): readonly string[] | null {
  try {
    return readdirSync(join(root, folder))
  } catch {
    return null
  }
}

/** The name of the column with the name of the file. */
const FILE_COLUMN = 'file'

/** Looks into the files of a table. `format` is what is said about how they are written. */
export async function profileTable(
  engine: DuckDb,
  root: string,
  { name, file, table: innerTable, isPattern, days }: FileGroup,
  format: FileFormatDefinition = {},
): Promise<TableOfFiles> {
  const path = join(root, file)
  const encoding = await detectEncodings(engine, path, isPattern)
  const plain = {
    ...(innerTable !== undefined && { table: innerTable }),
    ...format,
    ...(encoding !== null && { encoding }),
  }
  if (!isPattern)
    return { name, file, ...(await inspectTable(engine, { path, isPattern, format: plain })) }
  const { columns } = await engine.sampleFile({ path, isPattern, format: plain })
  const usedNames = new Set(columns.map((column) => column.name.toLowerCase()))
  const fileColumn = usedNames.has(FILE_COLUMN) ? `${FILE_COLUMN} name` : FILE_COLUMN
  const named = usedNames.has(fileColumn) ? plain : { ...plain, fileColumn }
  const table = { name, file, ...(await inspectTable(engine, { path, isPattern, format: named })) }
  const dataColumns = table.columns.filter(({ sourceColumn }) => sourceColumn !== fileColumn)
  if (days === null) return table
  if (findGuessedTime({ ...table, columns: dataColumns }) === null)
    return addFileDays(table, fileColumn, days)
  // The rows have times of their own: the name of the file says nothing more.
  const { fileColumn: _, ...fileFormat } = table.format
  return { ...table, columns: dataColumns, format: fileFormat }
}

/** The name of the file read as the day that it tells. */
function addFileDays(
  table: TableOfFiles,
  fileColumn: string,
  { pattern: format, first, last, distinct }: NamedDays,
): TableOfFiles {
  const time: TimeFacts = {
    type: 'DATE',
    pattern: format,
    first,
    last,
    late: last,
    distinctDays: distinct,
    grain: format.includes('dd') ? 'DAY' : format.includes('MM') ? 'MONTH' : 'YEAR',
    far: 0,
    isZoned: false,
  }
  const columns = table.columns.map((column) =>
    column.sourceColumn === fileColumn
      ? {
          ...column,
          type: 'DATE' as const,
          format,
          time,
          reason: 'the names of the files are dates',
        }
      : column,
  )
  return { ...table, columns }
}

/** Null for UTF-8, and for a file that has types. */
async function detectEncodings(
  engine: DuckDb,
  path: string,
  isPattern: boolean,
): Promise<readonly string[] | null> {
  if (/\.parquet$/i.test(path)) return null
  return (await engine.isUtf8({ path, isPattern })) ? null : ENCODINGS
}

async function countRelations(
  engine: DuckDb,
  root: string,
  tables: readonly TableOfFiles[],
  onProgress: (step: string) => void,
): Promise<readonly CountedCandidate[]> {
  const candidates = listRelationCandidates(tables)
  if (candidates.length === 0) return []
  onProgress('looking for relations')
  const used = new Set(candidates.flatMap(({ from, to }) => [from, to]))
  for (const { name, file, columns, format } of tables) {
    if (!used.has(name)) continue
    await engine.registerFile({
      catalog: 'init',
      schema: 'files',
      table: name,
      path: join(root, file),
      isPattern: isFilePattern(file),
      columnTypes: Object.fromEntries(columns.map(({ sourceColumn }) => [sourceColumn, 'STRING'])),
      hasOnlyDeclared: true,
      format,
    })
  }
  const counted: CountedCandidate[] = []
  for (const candidate of candidates)
    counted.push({ ...candidate, ...(await countMatches(engine, candidate)) })
  return filterRelations(counted)
}

async function countMatches(
  engine: DuckDb,
  { from, column, to, key }: RelationCandidate,
): Promise<{ readonly distinct: number; readonly matches: number }> {
  const [columnText, right] = [column, key].map(
    (keyColumn) => `trim(CAST(${quoteIdentifier(keyColumn.sourceColumn)} AS VARCHAR))`,
  )
  const text = `SELECT count(*), count(k) FROM (SELECT DISTINCT ${columnText} AS v FROM init.files.${quoteIdentifier(from)} WHERE ${columnText} <> '')
    LEFT JOIN (SELECT DISTINCT ${right} AS k FROM init.files.${quoteIdentifier(to)}) ON v = k`
  const { columns } = await engine.run({ text, parameters: [] })
  const [distinct = 0, matches = 0] = columns.map((result) =>
    result.kind === 'exact' ? Number(result.units[0]) : 0,
  )
  return { distinct, matches }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The data files of a folder and of the folders in it, as paths below it; without those of Delta, Iceberg and Hudi tables. */
export function listDataFiles(folder: string): readonly string[] {
  if (findLakeFormat(folder) !== null) return []
  const names = (listFolder(folder, '.') ?? []).filter((name) => !name.startsWith('.'))
  return names.toSorted().flatMap((name) => {
    const inner = listFolder(folder, name)
    if (inner === null) return DATA_FILE.test(name) ? [name] : []
    if (findLakeFormat(join(folder, name)) !== null) return []
    return inner
      .filter((file) => DATA_FILE.test(file) && isFile(join(folder, name, file)))
      .toSorted()
      .map((file) => `${name}/${file}`)
  })
}

/** The format of a folder whose files are a table only together with a log; null for another folder. */
export function findLakeFormat(folder: string): 'Delta' | 'Iceberg' | 'Hudi' | null {
  const names = listFolder(folder, '.') ?? []
  if (names.includes('_delta_log')) return 'Delta'
  if (names.includes('.hoodie')) return 'Hudi'
  const metadata = names.includes('metadata') ? (listFolder(folder, 'metadata') ?? []) : []
  return metadata.some((name) => name.endsWith('.metadata.json')) ? 'Iceberg' : null
}

/** The folders below a folder, and itself, that are tables of Delta, Iceberg or Hudi. */
function listLakeTables(
  folder: string,
): readonly { readonly file: string; readonly reason: string }[] {
  const names = ['.', ...(listFolder(folder, '.') ?? [])]
  return names.flatMap((name) => {
    const format = findLakeFormat(join(folder, name))
    const reason = `${name} is a table of ${format}: its files hold rows that were deleted or replaced, which only its log tells. Export it as Parquet files, or read it through Trino.`
    return format === null ? [] : [{ file: name, reason }]
  })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
