import { join } from 'node:path'
import type { AggregateSource } from '@tributary/attribution'
import type { DatasetDefinition, Workspace } from '@tributary/catalog'
import { datasetTable, fileTable, valueTypeOf } from '@tributary/catalog/internal'
import type { ValueType } from '@tributary/expression'
import { type DuckDb, type FileTable, SqlError } from '@tributary/sql'
import { assertColumnsExist, assertColumnTypes } from './source-columns.ts'

/** The files of a tenant's datasets as tables of its engine, each held against its definitions before it is read, and again when it has changed. */
export interface Sources {
  /**
   * Looks into the datasets' files. Rejects with `SQL_FILE_UNREADABLE` for a file that is missing, damaged or not
   * of the declared types, and with `PLATFORM_SOURCE_MISMATCH` for a column that the file does not have or has in
   * another type.
   */
  check(datasets: Iterable<DatasetDefinition>): Promise<void>
  /** Whether the rows of a dataset can be read at this moment. */
  isReadable(dataset: DatasetDefinition): Promise<boolean>
  /** The file that a table is, and the columns of it that datasets declare; null for a table of no dataset. */
  fileOf(table: readonly string[]): SourceFile | null
  /** Checks and makes the tables that are asked for; those of no dataset are left alone. */
  open(tables: Iterable<readonly string[]>): Promise<void>
  /** `source`, each table checked and made before it is read; what is read of files that change meanwhile is read again. */
  ready(source: AggregateSource): AggregateSource
}

/** A file as datasets use it. */
export interface SourceFile {
  readonly file: FileTable
  readonly columns: readonly string[]
}

/** The sources of a workspace on an engine that nothing else uses. */
export function createSources(
  engine: DuckDb,
  { datasets, datasources }: Workspace,
  onProgress: (step: string) => void,
): Sources {
  const roots = new Map(datasources.map(({ name, root }) => [name, root]))
  const byTable = Map.groupBy(datasets, (dataset) => keyOf(datasetTable(dataset)))
  const usersOf = (table: readonly string[]) => byTable.get(keyOf(table)) ?? []

  const check = onceForEach(async (table) => {
    const users = usersOf(table)
    onProgress(`opening ${users[0]?.source.file ?? table.join('.')}`)
    const source = sourceFile(roots, users)
    if (source !== null) await checkFile(engine, source, users)
  })
  const opened = onceForEach(async (table) => {
    await check.run(table)
    const source = sourceFile(roots, usersOf(table))
    if (source !== null) await engine.registerFile(source.file)
    return engine.versionOf(table)
  })
  const open = async (table: readonly string[]): Promise<void> => {
    const version = await opened.run(table)
    if ((await engine.versionOf(table)) === version) return
    check.forget(table)
    opened.forget(table)
    await opened.run(table)
  }
  return {
    check: (some) => inTurns([...some], (dataset) => check.run(datasetTable(dataset))),
    isReadable: async (dataset) => {
      const table = datasetTable(dataset)
      return open(table)
        .then(() => engine.columnsOf(table))
        .then(
          () => true,
          () => false,
        )
    },
    fileOf: (table) => sourceFile(roots, usersOf(table)),
    open: async (tables) => {
      for (const table of tables) await open(table)
    },
    ready: (source) => ({
      aggregate: async (request, options) => {
        const tables = [request.rows.base, ...request.rows.lookups].map(({ table }) => table)
        const versions = () => Promise.all(tables.map((table) => engine.versionOf(table)))
        for (let turn = 1; ; turn++) {
          for (const table of tables) await open(table)
          const before = String(await versions())
          const work = source.aggregate(request, options)
          const [outcome] = await Promise.allSettled([work])
          // A file that is replaced while it is read gives parts of two files, or fails.
          const isWhole = String(await versions()) === before
          if (isWhole || turn === MOST_TURNS || options?.signal?.aborted) return work
          if (outcome.status === 'rejected' && !(outcome.reason instanceof SqlError)) return work
        }
      },
    }),
  }
}

/** How often a question is asked whose files change meanwhile. */
const MOST_TURNS = 3

/** Work that is done once for each table. */
interface Once<T> {
  /** What the work for the table gives; what failed is tried again when it is needed again: the file may be there then. */
  run(table: readonly string[]): Promise<T>
  /** Lets the work be done anew. */
  forget(table: readonly string[]): void
}

function onceForEach<T>(work: (table: readonly string[]) => Promise<T>): Once<T> {
  const begun = new Map<string, Promise<T>>()
  return {
    run: (table) => {
      const key = keyOf(table)
      const known = begun.get(key)
      if (known !== undefined) return known
      const doing = work(table)
      begun.set(key, doing)
      doing.catch(() => {
        if (begun.get(key) === doing) begun.delete(key)
      })
      return doing
    },
    forget: (table) => {
      begun.delete(keyOf(table))
    },
  }
}

/** How many files are looked into at once. */
const AT_ONCE = 4

/** Does the work for each item, a few at once; rejects as the first one in order that failed, and begins no other then. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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

/** Holds a file against all datasets that stand on it. To look into a file is dear, so one look must do. */
async function checkFile(
  engine: DuckDb,
  { file }: SourceFile,
  datasets: readonly DatasetDefinition[],
): Promise<void> {
  const found = await engine.columnsOfFile(file).catch(async (error: unknown) => {
    // Only names that are in the file may be given a type: a missing one is told as what it is.
    const bare = await engine.columnsOfFile({ path: file.path })
    for (const dataset of datasets) assertColumnsExist(dataset, bare)
    throw error
  })
  for (const dataset of datasets) assertColumnsExist(dataset, found)
  for (const dataset of datasets) assertColumnTypes(dataset, found)
}

function sourceFile(
  roots: ReadonlyMap<string, string>,
  datasets: readonly DatasetDefinition[],
): SourceFile | null {
  const [first] = datasets
  if (first === undefined) return null
  const { datasource, file: name } = first.source
  const [catalog, schema, table] = fileTable(datasource, name)
  const columnTypes: Readonly<Record<string, ValueType>> = Object.assign(
    {},
    ...datasets.map(declaredTypes),
  )
  const path = join(roots.get(datasource) ?? '', name)
  return { file: { catalog, schema, table, path, columnTypes }, columns: Object.keys(columnTypes) }
}

function declaredTypes({ columns }: DatasetDefinition): Readonly<Record<string, ValueType>> {
  return Object.fromEntries(
    columns.map(({ sourceColumn, originDataType }) => [sourceColumn, valueTypeOf(originDataType)]),
  )
}

/** Engines do not tell names apart by case alone. */
function keyOf(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}

/** What an engine depends on: where the data is, how it is typed, and on which wall clock it is read. */
export function readsOf({ timeZone, datasources, datasets }: Workspace): string {
  const tables = datasets.map(({ name, source, columns }) => {
    return [name, source, columns.map((one) => [one.sourceColumn, one.originDataType])]
  })
  return JSON.stringify([timeZone, datasources.map(({ name, root }) => [name, root]), tables])
}
