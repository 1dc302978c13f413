import { readdirSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { fixedFolder, matchFiles } from '@tributary/core/internal'
import { fileError } from '../../../errors.ts'
import { doubleQuoteName, literal } from '../../../text/names.ts'
import { csvLayout, readCsv } from './csv.ts'
import type { FileToRead } from './file-table.ts'
import { jsonFields, readJson } from './json.ts'
import { pathLiteral } from './path-literal.ts'
import type { TextFile, Utf8Copies } from './text-file.ts'

/** Files that one call of a reading function reads, their values not converted yet. */
export interface RawPart {
  /** The files as they are named. */
  readonly paths: readonly string[]
  readonly names: readonly string[]
  /** Types of the columns in the file; null where every value is a text. */
  readonly types: readonly string[] | null
  /** The reading of all files, or of one of them. */
  sql(path?: string): string
}

type Kind = 'PARQUET' | 'CSV' | 'JSON' | 'TABLES'

const KINDS: Readonly<Record<string, Kind>> = {
  '.parquet': 'PARQUET',
  '.csv': 'CSV',
  '.tsv': 'CSV',
  '.txt': 'CSV',
  '.json': 'JSON',
  '.ndjson': 'JSON',
  '.jsonl': 'JSON',
  '.xlsx': 'TABLES',
  '.xlsm': 'TABLES',
  '.sqlite': 'TABLES',
  '.sqlite3': 'TABLES',
  '.db': 'TABLES',
  '.duckdb': 'TABLES',
}

/** The kind of a file by its ending. Throws `SQL_FILE_UNREADABLE` for another one. */
export function parseFileKind(path: string): Kind {
  const [, ending = '', gz] = /(\.[^./\\]*?)(\.gz|\.zst)?$/.exec(path.toLowerCase()) ?? []
  const kind = KINDS[ending]
  const isPacked = gz !== undefined
  if (kind === undefined || (isPacked && (kind === 'PARQUET' || kind === 'TABLES'))) {
    throw fileError(
      path,
      `expected one of ${Object.keys(KINDS).join(', ')}, texts also with .gz or .zst.`,
    )
  }
  return kind
}

/** The files of a path or pattern. Throws `SQL_FILE_UNREADABLE` when there is none, or when one cannot be read. */
export async function resolveFilePaths({
  path,
  isPattern = false,
}: FileToRead): Promise<readonly string[]> {
  const paths = isPattern ? expand(path) : [path]
  if (paths.length === 0) throw fileError(path, 'no file matches the pattern.')
  for (const filePath of paths) {
    await access(filePath, constants.R_OK).catch(() => {
      throw fileError(filePath, 'there is no such file, or no right to read it.')
    })
  }
  return paths
}

/** The files that match a pattern, in the order of their names. */
export function expand(pattern: string): readonly string[] {
  const absolute = resolve(fixedFolder(pattern))
  const relativePattern = pattern.slice(fixedFolder(pattern).length).replace(/^\//, '')
  return filesOfPattern(absolute, relativePattern).map((path) => join(absolute, path))
}

/** The paths below a folder that match a pattern, in the order of their names. */
export function filesOfPattern(root: string, pattern: string): readonly string[] {
  return matchFiles(root, pattern, listFolder)
}

function listFolder(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

/** The connection and the copies that files are read with. */
export interface RawContext {
  readonly connection: DuckDBConnection
  readonly copies: Utf8Copies
}

/** The parts of a table: files that are alike are read together, unless each has its name in a column. */
export async function rawParts(file: FileToRead, context: RawContext): Promise<readonly RawPart[]> {
  const kind = parseFileKind(file.path)
  const paths = await resolveFilePaths(file)
  const parts = await readFileParts(kind, paths, file, context)
  const name = file.format?.fileColumn
  return name === undefined ? parts : parts.map((part) => withFileName(part, name, file.path))
}

async function readFileParts(
  kind: Kind,
  paths: readonly string[],
  file: FileToRead,
  context: RawContext,
): Promise<readonly RawPart[]> {
  const isAlone = file.format?.fileColumn !== undefined
  if (kind === 'PARQUET') {
    const groups = isAlone ? paths.map((path) => [path]) : [paths]
    return Promise.all(groups.map((group) => parquetPart(group, context)))
  }
  if (kind === 'TABLES')
    return (await Promise.all(paths.map((path) => tableParts(path, file, context)))).flat()
  const texts: TextFile[] = []
  for (const path of paths) {
    texts.push(await context.copies.open(path, file.format?.encoding ?? ['utf-8']))
  }
  return kind === 'CSV' ? csvParts(texts, file, isAlone) : jsonParts(texts, file, context)
}

/** The parts of a table in a file that has several: those of its copy. */
async function tableParts(
  path: string,
  file: FileToRead,
  context: RawContext,
): Promise<readonly RawPart[]> {
  const { kind, text } = await openTableCopy(path, file, context)
  if (kind === 'PARQUET') return [await parquetPart([path], context, new Map([[path, text.utf8]]))]
  if (kind === 'JSON') return jsonParts([text], file, context)
  return csvParts([text], toSheetFile(file), false)
}

/** A sheet is copied with commas. */
function toSheetFile(file: FileToRead): FileToRead {
  return { ...file, format: { ...file.format, delimiter: ',' } }
}

function openTableCopy(path: string, { format }: FileToRead, { connection, copies }: RawContext) {
  return copies.openTable({ path, table: format?.table }, connection)
}

/** The first file of a table as a text; null when it is none. `isSheet` tells a sheet of a workbook. */
export async function openFirstText(
  file: FileToRead,
  context: RawContext,
): Promise<{
  readonly kind: 'CSV' | 'JSON'
  readonly text: TextFile
  readonly isSheet: boolean
} | null> {
  const [path = ''] = await resolveFilePaths(file)
  const kind = parseFileKind(path)
  if (kind === 'PARQUET') return null
  if (kind === 'TABLES') {
    const copy = await openTableCopy(path, file, context)
    return copy.kind === 'PARQUET'
      ? null
      : { kind: copy.kind, text: copy.text, isSheet: copy.kind === 'CSV' }
  }
  const text = await context.copies.open(path, file.format?.encoding ?? ['utf-8'])
  return { kind, text, isSheet: false }
}

/** `copies` are the files that are read in place of others. */
async function parquetPart(
  paths: readonly string[],
  { connection }: RawContext,
  copies: ReadonlyMap<string, string> = new Map(),
): Promise<RawPart> {
  const read = (some: readonly string[]): string =>
    `read_parquet([${some.map((path) => pathLiteral(copies.get(path) ?? path)).join(', ')}])`
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${read(paths)}`)
    const columns = described.getRows().map(([name, type]) => ({
      name: String(name),
      type: String(type),
    }))
    const casts = columns.flatMap(({ name, type }) =>
      CASTS[type] === undefined
        ? []
        : [`CAST(${doubleQuoteName(name)} AS ${CASTS[type]}) AS ${doubleQuoteName(name)}`],
    )
    return {
      paths,
      names: columns.map(({ name }) => name),
      types: columns.map(({ type }) => CASTS[type] ?? type),
      sql: (path) => {
        const files = read(path === undefined ? paths : [path])
        return casts.length === 0 ? files : `(SELECT * REPLACE (${casts.join(', ')}) FROM ${files})`
      },
    }
  } catch (cause) {
    throw fileError(paths[0]!, cause)
  }
}

/** The types of a file that are read as another one, which has all of their values. */
const CASTS: Readonly<Record<string, string>> = { UUID: 'VARCHAR', UBIGINT: 'DECIMAL(20,0)' }

function csvParts(
  texts: readonly TextFile[],
  { path, format = {} }: FileToRead,
  isAlone: boolean,
): readonly RawPart[] {
  const isLenient = (format.maxBadRows ?? 0) > 0
  const layouts = texts.flatMap((text) => {
    const layout = csvLayout(text, format)
    return layout === null ? [] : [{ text, layout }]
  })
  if (layouts.length === 0)
    throw fileError(path, 'it is empty: expected a row with the names of the columns.')
  const groups = Map.groupBy(layouts, ({ text, layout }) =>
    JSON.stringify([layout, text.compression, isAlone && text.path]),
  )
  return Array.from(groups.values(), (group) => {
    const { layout } = group[0]!
    const some = group.map(({ text }) => text)
    return textPart(some, layout.names, (files) => readCsv(files, layout, isLenient))
  })
}

async function jsonParts(
  texts: readonly TextFile[],
  file: FileToRead,
  { connection }: RawContext,
): Promise<readonly RawPart[]> {
  const isAlone = file.format?.fileColumn !== undefined
  const groups = Map.groupBy(texts, (text) =>
    JSON.stringify([text.compression, isAlone && text.path]),
  )
  const parts: RawPart[] = []
  for (const group of groups.values()) {
    const wanted = Object.keys(file.columnTypes ?? {})
    const names = await jsonFields(connection, group, wanted).catch((cause: unknown) => {
      throw fileError(group[0]!.path, cause)
    })
    parts.push(textPart(group, names, (files) => readJson(files, names)))
  }
  return parts
}

function textPart(
  texts: readonly TextFile[],
  names: readonly string[],
  read: (files: readonly TextFile[]) => string,
): RawPart {
  return {
    paths: texts.map(({ path }) => path),
    names,
    types: null,
    sql: (path) => read(path === undefined ? texts : texts.filter((text) => text.path === path)),
  }
}

function withFileName(part: RawPart, name: string, pattern: string): RawPart {
  const folder = resolve(fixedFolder(pattern))
  const relativePath = relative(folder, resolve(part.paths[0]!)).replaceAll('\\', '/')
  const conflictingName = part.names.find(
    (candidate) => candidate.toLowerCase() === name.toLowerCase(),
  )
  if (conflictingName !== undefined) {
    throw fileError(
      part.paths[0]!,
      `it has a column "${conflictingName}": choose another name for fileColumn.`,
    )
  }
  return {
    ...part,
    names: [...part.names, name],
    types: part.types && [...part.types, 'VARCHAR'],
    sql: (path) =>
      `(SELECT *, ${literal(relativePath)} AS ${doubleQuoteName(name)} FROM ${part.sql(path)})`,
  }
}
