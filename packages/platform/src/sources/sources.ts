import { join } from 'node:path'
import type { AggregateRequest, AggregateSource } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import type { DatasetDefinition } from '@tributary/catalog'
import { datasetTable, sourceTable, toValueType } from '@tributary/catalog/internal'
import { createAsyncMemo, isFilePattern } from '@tributary/core/internal'
import {
  type ColumnReading,
  type DuckDb,
  type FileTable,
  SqlError,
  type TableColumn,
} from '@tributary/sql'
import { filesOfPattern } from '@tributary/sql/internal'
import { assertBelowRoot } from './below-root.ts'
import { assertColumnsExist, assertColumnTypes } from './source-columns.ts'
import type { FileDataset, FileDefinitions } from './source-kinds.ts'

/** The files of a tenant's datasets as tables of its engine. Each is checked against its definitions before it is read, and again when it has changed. */
export interface Sources {
  /**
   * Looks into the datasets' files. Rejects with `SQL_FILE_UNREADABLE` for a file that is missing, damaged or not
   * of the declared types, and with `PLATFORM_SOURCE_MISMATCH` for a column that the file does not have or has in
   * another type, and for a link that leads out of the datasource's root.
   */
  check(datasets: Iterable<FileDataset>): Promise<void>
  /** Whether the rows of a dataset can be read at this moment. */
  isReadable(dataset: DatasetDefinition): Promise<boolean>
  /** Whether a column of a table holds moments, which are read on the wall clock of the workspace's time zone. */
  isZoned(table: readonly string[], column: string): Promise<boolean>
  /** The file that a table is, and the columns of it that datasets declare; null for a table of no dataset. */
  findFile(table: readonly string[]): SourceFile | null
  /** Checks and registers the given tables; ignores those of no dataset. */
  open(tables: Iterable<readonly string[]>): Promise<void>
  /**
   * A source that checks and registers each table before `source` reads it. The version of each file is checked before
   * and after the read; when it has changed in between, the request is answered again.
   */
  ready(source: FilesSource): AggregateSource
}

/** A source over files; `aggregate` also takes the versions of the files that a request reads. */
export interface FilesSource {
  aggregate(
    request: AggregateRequest,
    options: Parameters<AggregateSource['aggregate']>[1],
    versions: FileVersions,
  ): ReturnType<AggregateSource['aggregate']>
}

/** By table, its parts joined by points, the version of its file; null for a table that is no file, or one that is gone. */
export type FileVersions = ReadonlyMap<string, string | null>

/** A file as datasets use it. */
export interface SourceFile {
  readonly file: FileTable
  readonly columns: readonly string[]
}

/** A file of which rows are left out, as `maxBadRows` of its datasets allows. */
export interface RowsLeftOut {
  /** Its path, or the pattern of several. */
  readonly file: string
  readonly rows: number
  /** How many may be. */
  readonly most: number
}

/** Who is told of the opening of files. */
export interface SourceReports {
  /** Called at the start of each step. */
  readonly onProgress?: (step: string) => void
  /** Called with each file that is opened without some of its rows. */
  readonly onRowsLeftOut?: (leftOut: RowsLeftOut) => void
}

/** The sources that are files, on an engine that nothing else uses. */
export function createSources(
  engine: DuckDb,
  { datasets, datasources }: FileDefinitions,
  { onProgress = () => {}, onRowsLeftOut = () => {} }: SourceReports = {},
): Sources {
  const roots = new Map(datasources.map(({ name, root }) => [name, root]))
  const byTable = Map.groupBy(datasets, (dataset) => toTableKey(datasetTable(dataset)))
  const findTableDatasets = (table: readonly string[]) => byTable.get(toTableKey(table)) ?? []

  /** By table. */
  const checks = createAsyncMemo<void>()
  /** By table the version of the file that was checked and registered. */
  const opened = createAsyncMemo<string | null>()
  /** By table its columns, of the file that was registered. */
  const columns = createAsyncMemo<readonly TableColumn[]>()

  const check = (table: readonly string[]): Promise<void> =>
    checks.getOrMake(toTableKey(table), async () => {
      const users = findTableDatasets(table)
      onProgress(`opening ${users[0]?.source.file ?? table.join('.')}`)
      const source = toSourceFile(roots, users)
      if (source !== null) await checkFile(engine, source, users)
    })
  /** At each use: a link can be changed at any time. */
  const assertInside = async (table: readonly string[]): Promise<void> => {
    const [first] = findTableDatasets(table)
    if (first !== undefined) await assertFilesBelowRoot(roots, first)
  }
  const openOnce = (table: readonly string[]): Promise<string | null> =>
    opened.getOrMake(toTableKey(table), async () => {
      await check(table)
      const source = toSourceFile(roots, findTableDatasets(table))
      if (source !== null) {
        await engine.registerFile(source.file)
        const rows = engine.badRowsOf(table) ?? 0
        const { path, format } = source.file
        if (rows > 0) onRowsLeftOut({ file: path, rows, most: format?.maxBadRows ?? 0 })
      }
      return engine.versionOf(table)
    })
  /** Checks and registers the file of a table, again when it has changed; gives its version. */
  const open = async (table: readonly string[]): Promise<string | null> => {
    await assertInside(table)
    const openedVersion = await openOnce(table)
    const version = await engine.versionOf(table)
    if (version === openedVersion) return version
    checks.delete(toTableKey(table))
    opened.delete(toTableKey(table))
    columns.delete(toTableKey(table))
    return openOnce(table)
  }
  const readRegisteredColumns = async (
    table: readonly string[],
  ): Promise<readonly TableColumn[]> => {
    await open(table)
    return columns.getOrMake(toTableKey(table), () => engine.columnsOf(table))
  }
  return {
    check: (some) =>
      runInTurns([...some], async (dataset) => {
        const table = datasetTable(dataset)
        await assertInside(table)
        await check(table)
      }),
    isReadable: (dataset) =>
      readRegisteredColumns(datasetTable(dataset)).then(
        () => true,
        () => false,
      ),
    isZoned: async (table, column) => {
      const tableColumns = await readRegisteredColumns(table)
      return tableColumns.some(({ name, type }) => name === column && type === ZONED)
    },
    findFile: (table) => toSourceFile(roots, findTableDatasets(table)),
    open: async (tables) => {
      for (const table of tables) await open(table)
    },
    ready: (source) => ({
      aggregate: async (request, options) => {
        const tables = listRequestTables(request)
        for (let turn = 1; ; turn++) {
          const versions = new Map<string, string | null>()
          for (const table of tables) versions.set(table.join('.'), await open(table))
          const work = source.aggregate(request, options, versions)
          const [outcome] = await Promise.allSettled([work])
          // A file that is replaced while it is read gives parts of two files, or fails.
          const after = await Promise.all(tables.map((table) => engine.versionOf(table)))
          const isWhole = tables.every((table, i) => versions.get(table.join('.')) === after[i])
          if (isWhole || turn === MOST_TURNS || options?.signal?.aborted) return work
          if (outcome.status === 'rejected' && !(outcome.reason instanceof SqlError)) return work
        }
      },
    }),
  }
}

function listRequestTables({ rows }: AggregateRequest): readonly (readonly string[])[] {
  const tables = listTableUses(rows).map(({ table }) => [table.join('.'), table] as const)
  return [...new Map(tables).values()]
}

/** The type of a column of moments. */
const ZONED = 'TIMESTAMP WITH TIME ZONE'

/** How often a request is answered again when its files change during the read. */
const MOST_TURNS = 3

/** How many files are checked at the same time. */
const AT_ONCE = 4

/** Does the work for each item, a few at a time; rejects with the first failure in order and begins no other work then. */
async function runInTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures = new Map<number, unknown>()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.size === 0) {
      const place = next++
      await work(items[place]!).catch((error: unknown) => failures.set(place, error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()))
}

/** Rejects as {@link assertBelowRoot} for any of a dataset's files. */
export async function assertFilesBelowRoot(
  roots: ReadonlyMap<string, string>,
  { source: { datasource, file } }: FileDataset,
): Promise<void> {
  const root = roots.get(datasource) ?? ''
  const files = isFilePattern(file) ? filesOfPattern(root, file) : [file]
  for (const path of files) await assertBelowRoot({ datasource, root, file: path })
}

/** Checks a file against all datasets on it, reading its columns once. */
async function checkFile(
  engine: DuckDb,
  { file }: SourceFile,
  datasets: readonly DatasetDefinition[],
): Promise<void> {
  const fileColumns = await engine.columnsOfFile(file)
  const names = new Set(fileColumns.map(({ name }) => name))
  if (Object.keys(file.columnTypes ?? {}).some((name) => !names.has(name))) {
    const { hasOnlyDeclared: _, columnTypes: __, ...bare } = file
    const all = await engine.columnsOfFile(bare)
    for (const dataset of datasets) assertColumnsExist(dataset, all)
  }
  for (const dataset of datasets) assertColumnTypes(dataset, fileColumns)
}

/** The file of datasets on the same table; null for no datasets. */
export function toSourceFile(
  roots: ReadonlyMap<string, string>,
  datasets: readonly FileDataset[],
): SourceFile | null {
  const [first] = datasets
  if (first === undefined) return null
  const { datasource, file: name, format } = first.source
  const [catalog, schema, table] = sourceTable(first.source)
  const columnTypes: Readonly<Record<string, ColumnReading>> = Object.assign(
    {},
    ...datasets.map(toColumnReadings),
  )
  const file: FileTable = {
    catalog,
    schema,
    table,
    columnTypes,
    hasOnlyDeclared: true,
    path: join(roots.get(datasource) ?? '', name),
    isPattern: isFilePattern(name),
    ...(format !== undefined && { format }),
  }
  return { file, columns: Object.keys(columnTypes) }
}

function toColumnReadings({ columns }: DatasetDefinition): Readonly<Record<string, ColumnReading>> {
  return Object.fromEntries(
    columns.map(({ sourceColumn, originDataType, format: pattern, scale, unit, nulls }) => [
      sourceColumn,
      {
        type: toValueType(originDataType),
        ...(pattern !== undefined && { pattern }),
        ...(scale !== undefined && { scale }),
        ...(unit !== undefined && { unit }),
        ...(nulls !== undefined && { nulls }),
      },
    ]),
  )
}

/** Engines do not tell names apart by case alone. */
function toTableKey(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}
