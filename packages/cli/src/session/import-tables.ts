import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dbtCatalogTables, type TableLookup } from '@tributary/definitions'
import {
  createColumnNames,
  openDatasourceTables,
  openFolderTables,
  parseEngineUrl,
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
export type WorkspaceDatasources = Pick<Workspace, 'datasources' | 'timeZone'> | null

/** Opens the tables that the flags name. Throws `CLI_ENGINE_UNKNOWN` for a name that is no datasource of a database. */
export async function openImportTables(
  { data = '', engine, dbtCatalog }: TablesFlags,
  workspace: WorkspaceDatasources,
  { effects, progress }: Run,
): Promise<OpenTables> {
  const { cwd } = effects
  if (engine === undefined) {
    const root = await requireFolder(data, cwd)
    const name = folderName(workspace, root)
    const { find, close } = await openFolderTables(root, name, progress.show)
    const datasource = { name, displayName: name, type: 'FILES' as const, root }
    return { datasources: [datasource], find, close }
  }
  const datasource = resolveEngine(engine, workspace)
  if (dbtCatalog === undefined) {
    return openDatasourceTables(datasource, { timeZone: workspace?.timeZone ?? 'UTC' })
  }
  const text = await readFile(resolve(cwd, dbtCatalog), 'utf8').catch((cause) => {
    throw fileUnreadableError(dbtCatalog, cause)
  })
  const source = { file: dbtCatalog, text }
  const tables = dbtCatalogTables(source, { datasource, namesOf: createColumnNames })
  return { ...tables, close: async () => {} }
}

type Engine = ReturnType<typeof parseEngineUrl>

/** The datasource of a name; of an address the one of the workspace with it, else a new one. */
function resolveEngine(text: string, workspace: WorkspaceDatasources): Engine {
  const engines = (workspace?.datasources ?? []).filter(
    (datasource): datasource is Engine => datasource.type !== 'FILES',
  )
  if (!text.includes('://')) {
    const namedEngine = engines.find(({ name }) => name === text)
    if (namedEngine !== undefined) return namedEngine
    throw engineUnknownError(
      text,
      engines.map(({ name }) => name),
    )
  }
  const parsedEngine = parseEngineUrl(text)
  const toEngineAddress = ({ type, host, port, database, schema }: Engine): string =>
    JSON.stringify([type, host, port, type === 'CLICKHOUSE' ? schema : database])
  const same = engines.find((engine) => toEngineAddress(engine) === toEngineAddress(parsedEngine))
  if (same !== undefined) return same
  const name = freeName(parsedEngine.name, workspace)
  const database = parsedEngine.type === 'CLICKHOUSE' ? name : parsedEngine.database
  return { ...parsedEngine, name, displayName: name, database }
}

function folderName(workspace: WorkspaceDatasources, root: string): string {
  const same = workspace?.datasources.find(
    (datasource) => datasource.type === 'FILES' && datasource.root === root,
  )
  return same?.name ?? freeName('files', workspace)
}

function freeName(wanted: string, workspace: WorkspaceDatasources): string {
  const usedNames = new Set((workspace?.datasources ?? []).map(({ name }) => name))
  let name = wanted
  for (let n = 2; usedNames.has(name); n++) name = `${wanted}_${n}`
  return name
}
