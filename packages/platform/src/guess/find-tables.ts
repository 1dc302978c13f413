import { basename, join } from 'node:path'
import type { DatasetDefinition } from '@tributary/catalog'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { createGuessedDataset } from './guess-workspace.ts'
import { DATA_FILE, listDataFiles, profileTable } from './inspect-files.ts'

/** The data files of a folder, as tables that are found by name. */
export interface FolderTables {
  /** The names of the files without their endings. */
  readonly names: readonly string[]
  /**
   * The file of a table and its columns, with types guessed by looking at them: `orders.csv`, `shop.orders.csv` or
   * `shop/orders.csv` for the table `orders` of the schema `shop`, in any case. Null where there is none.
   */
  find(table: {
    readonly schema: string | null
    readonly table: string
  }): Promise<Pick<DatasetDefinition, 'source' | 'columns'> | null>
  close(): Promise<void>
}

/**
 * Opens a folder of data files. Sources of the tables name `datasource`. `memoryLimit` is that of the engine which looks at
 * them, such as `512MiB`; without it the engine's own.
 */
export async function openFolderTables(
  root: string,
  datasource: string,
  onProgress: (step: string) => void,
  memoryLimit: string | undefined = undefined,
): Promise<FolderTables> {
  const files = listDataFiles(root)
  const byTable = mapFilesByTable(files)
  const engine = await createDuckDb(memoryLimit === undefined ? {} : { memoryLimit })
  const lookups = new Map<string, Promise<Pick<DatasetDefinition, 'source' | 'columns'>>>()
  return {
    names: files.map((file) => basename(file).replace(DATA_FILE, '')),
    async find({ schema, table }) {
      const file = findTableFile(byTable, schema, table)
      if (file === undefined) return null
      const cachedLookup = lookups.get(file)
      if (cachedLookup !== undefined) return cachedLookup
      onProgress(`looking at ${file}`)
      const lookup = look(engine, { root, file, datasource })
      lookups.set(file, lookup)
      return lookup
    },
    close: () => engine.close(),
  }
}

/** The files by their names without ending, in lower case. Of several, Parquet has types. */
function mapFilesByTable(files: readonly string[]): ReadonlyMap<string, string> {
  const byTable = new Map<string, string>()
  for (const file of files) {
    const table = file.replace(DATA_FILE, '').toLowerCase()
    const previous = byTable.get(table)
    const isBetter = /\.parquet$/i.test(file) && !/\.parquet$/i.test(previous ?? '')
    if (previous === undefined || isBetter) byTable.set(table, file)
  }
  return byTable
}

/** A file called as the table with its schema is nearer than one called as the table alone. */
function findTableFile(
  files: ReadonlyMap<string, string>,
  schema: string | null,
  table: string,
): string | undefined {
  const wanted = [
    ...(schema === null ? [] : [`${schema}/${table}`, `${schema}.${table}`]),
    table,
  ].map((path) => path.toLowerCase())
  const candidate = wanted.find((name) => files.has(name))
  return candidate === undefined ? undefined : files.get(candidate)
}

async function look(
  engine: DuckDb,
  {
    root,
    file,
    datasource,
  }: { readonly root: string; readonly file: string; readonly datasource: string },
): Promise<Pick<DatasetDefinition, 'source' | 'columns'>> {
  const group = { name: basename(join(root, file)), file, isPattern: false, days: null }
  const table = await profileTable(engine, root, group)
  const { source, columns } = createGuessedDataset(table, [], PLAIN_CALENDAR)
  return { source: { ...source, datasource }, columns }
}
