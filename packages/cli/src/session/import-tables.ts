import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dbtCatalogTables, type TableLookup } from '@tributary/definitions'
import {
  columnNamesOf,
  engineOfUrl,
  openDatasourceTables,
  openFolderTables,
  type Workspace,
} from '@tributary/platform/internal'
import { engineUnknownError, fileUnreadableError } from '../errors.ts'
import type { Run } from '../terminal/run.ts'
import { requireFolder } from './open-workspace.ts'

/** Where the tables of an import are: `data` or `engine`. */
export interface TablesFlags {
  readonly data?: string
  /** The address of a database, or the name of a datasource of the workspace. */
  readonly engine?: string
  /** The catalog of a dbt project, which is read in place of the database. */
  readonly dbtCatalog?: string
}

/** Tables that are found by name. */
export interface OpenTables extends TableLookup {
  close(): Promise<void>
}

/** The part of a workspace that says where data is; null for a workspace that is not there yet. */
export type KnownDatasources = Pick<Workspace, 'datasources' | 'timeZone'> | null

/** Opens the tables that the flags name. Throws `CLI_ENGINE_UNKNOWN` for a name that is no datasource of a database. */
export async function openImportTables(
  { data = '', engine, dbtCatalog }: TablesFlags,
  known: KnownDatasources,
  { effects, progress }: Run,
): Promise<OpenTables> {
  const { cwd } = effects
  if (engine === undefined) {
    const root = await requireFolder(data, cwd)
    const name = folderName(known, root)
    const { find, close } = await openFolderTables(root, name, progress.show)
    const datasource = { name, displayName: name, type: 'FILES' as const, root }
    return { datasources: [datasource], find, close }
  }
  const datasource = engineOf(engine, known)
  if (dbtCatalog === undefined) {
    return openDatasourceTables(datasource, { timeZone: known?.timeZone ?? 'UTC' })
  }
  const text = await readFile(resolve(cwd, dbtCatalog), 'utf8').catch((cause) => {
    throw fileUnreadableError(dbtCatalog, cause)
  })
  const source = { file: dbtCatalog, text }
  const tables = dbtCatalogTables(source, { datasource, namesOf: columnNamesOf })
  return { ...tables, close: async () => {} }
}

type Engine = ReturnType<typeof engineOfUrl>

/** The datasource of a name; of an address the one of the workspace with it, else a new one. */
function engineOf(text: string, known: KnownDatasources): Engine {
  const engines = (known?.datasources ?? []).filter((one): one is Engine => one.type !== 'FILES')
  if (!text.includes('://')) {
    const found = engines.find(({ name }) => name === text)
    if (found !== undefined) return found
    throw engineUnknownError(
      text,
      engines.map(({ name }) => name),
    )
  }
  const made = engineOfUrl(text)
  const placeOf = ({ type, host, port, database, schema }: Engine): string =>
    JSON.stringify([type, host, port, type === 'CLICKHOUSE' ? schema : database])
  const same = engines.find((one) => placeOf(one) === placeOf(made))
  if (same !== undefined) return same
  const name = freeName(made.name, known)
  const database = made.type === 'CLICKHOUSE' ? name : made.database
  return { ...made, name, displayName: name, database }
}

function folderName(known: KnownDatasources, root: string): string {
  const same = known?.datasources.find((one) => one.type === 'FILES' && one.root === root)
  return same?.name ?? freeName('files', known)
}

function freeName(wanted: string, known: KnownDatasources): string {
  const taken = new Set((known?.datasources ?? []).map(({ name }) => name))
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  return name
}
