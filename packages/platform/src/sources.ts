import { join } from 'node:path'
import type { AggregateSource } from '@tributary/attribution'
import {
  type DatasetDefinition,
  datasetTable,
  fileTable,
  valueTypeOf,
  type Workspace,
} from '@tributary/catalog'
import type { ValueType } from '@tributary/expression'
import type { DuckDb, FileTable } from '@tributary/sql'
import { assertColumnsExist, assertColumnTypes } from './source-columns.ts'

/** The files of a tenant's datasets as tables of its engine, each opened and held against its definitions once, before it is read. */
export interface Sources {
  /**
   * Opens the datasets' files. Rejects with `SQL_FILE_UNREADABLE` for a file that is missing, damaged or not
   * of the declared types, and with `PLATFORM_SOURCE_MISMATCH` for a column that the file does not have or has in
   * another type.
   */
  open(datasets: Iterable<DatasetDefinition>): Promise<void>
  /** Whether the rows of a dataset can be read at this moment. */
  isReadable(dataset: DatasetDefinition): Promise<boolean>
  /** The file that a table is, and the columns of it that datasets declare; null for a table of no dataset. */
  fileOf(table: readonly string[]): SourceFile | null
  /** `source`, each table opened before it is read. */
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
  const opened = new Map<string, Promise<void>>()

  const openTable = (table: readonly string[]): Promise<void> => {
    const key = keyOf(table)
    const known = opened.get(key)
    if (known !== undefined) return known
    const users = byTable.get(key) ?? []
    onProgress(`opening ${users[0]?.source.file ?? table.join('.')}`)
    const opening = openFile(engine, roots, users)
    opened.set(key, opening)
    // What failed is tried again when it is needed again: the file may be there then.
    opening.catch(() => opened.delete(key))
    return opening
  }
  return {
    open: (some) => inTurns([...some], (dataset) => openTable(datasetTable(dataset))),
    isReadable: async (dataset) => {
      const table = datasetTable(dataset)
      return openTable(table)
        .then(() => engine.columnsOf(table))
        .then(
          () => true,
          () => false,
        )
    },
    fileOf: (table) => sourceFile(roots, byTable.get(keyOf(table)) ?? []),
    ready: (source) => ({
      aggregate: async (request, options) => {
        const { base, lookups } = request.rows
        for (const { table } of [base, ...lookups]) await openTable(table)
        return source.aggregate(request, options)
      },
    }),
  }
}

/** How many files are opened at once. */
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

/** Opens the file that all of `datasets` stand on. */
async function openFile(
  engine: DuckDb,
  roots: ReadonlyMap<string, string>,
  datasets: readonly DatasetDefinition[],
): Promise<void> {
  const source = sourceFile(roots, datasets)
  if (source === null) return
  const { catalog, schema, table, path } = source.file
  // First as it is: only names that are in the file may be given a type.
  const found = await engine.columnsOfFile({ path })
  for (const dataset of datasets) assertColumnsExist(dataset, found)
  await engine.registerFile(source.file)
  const typed = await engine.columnsOf([catalog, schema, table])
  for (const dataset of datasets) assertColumnTypes(dataset, typed)
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
