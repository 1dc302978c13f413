import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { writeWorkspace } from '@tributary/catalog'
import {
  type ImportDefinitionsOptions,
  type ImportedDefinitions,
  importDefinitions,
} from '@tributary/definitions'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { openFolderTables } from '@tributary/platform/internal'
import { folderOf } from '../support/folder-of.ts'

/** A file of the samples. */
export function sample(name: string): string {
  return readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
}

/** Tables in DuckDB, which judges, and as files in a folder. */
export interface Tables {
  readonly folder: string
  readonly judge: DuckDBConnection
  remove(): Promise<void>
}

/** Runs statements in DuckDB and writes the tables that they make as Parquet files. */
export async function tablesOf(sql: string): Promise<Tables> {
  const { folder, remove } = await folderOf({})
  const judge = await (await DuckDBInstance.create(':memory:')).connect()
  await judge.run(sql)
  mkdirSync(join(folder, 'data'))
  const tables = await judge.runAndReadAll('SELECT table_name FROM information_schema.tables')
  for (const [name] of tables.getRowsJS()) {
    await judge.run(`COPY "${name}" TO '${join(folder, 'data', `${name}.parquet`)}'`)
  }
  return { folder, judge, remove }
}

/** Imports a file over the tables of a folder. */
export async function importOver(
  { folder }: Pick<Tables, 'folder'>,
  options: Omit<ImportDefinitionsOptions, 'tables' | 'tenant'>,
): Promise<ImportedDefinitions> {
  const root = join(folder, 'data')
  const tables = await openFolderTables(root, 'files', () => {})
  try {
    return await importDefinitions({
      ...{ ...options, tenant: 'cases' },
      tables: {
        datasources: [{ name: 'files', displayName: 'files', type: 'FILES', root }],
        find: (table) => tables.find(table),
      },
    })
  } finally {
    await tables.close()
  }
}

/** A platform over what was imported. */
export async function platformOf(
  { folder }: Pick<Tables, 'folder'>,
  { workspace }: ImportedDefinitions,
): Promise<{ readonly platform: Platform; readonly owner: Caller }> {
  const place = mkdtempSync(join(folder, 'workspace-'))
  for (const { file, text } of writeWorkspace(workspace, place)) writeFileSync(file, text)
  const platform = await createPlatform({ workspace: place, trustIdentityHeaders: true })
  const credentials = { tenantId: 'cases', authType: 'ACCOUNT', authValue: 'owner' } as const
  return { platform, owner: await platform.authenticate(credentials) }
}

/** A cell of an answer or of a result of SQL in one form. */
export function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return withoutZeros(value.toISOString().slice(0, 23).replace('T', ' '))
  if (typeof value === 'boolean') return String(value)
  const text = String(value)
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text)
    ? Number(Number(text).toPrecision(9))
    : withoutZeros(text)
}

function withoutZeros(time: string): string {
  return time
    .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d*?)0*$/, (_, whole: string, rest: string) =>
      rest === '.' ? whole : `${whole}${rest}`,
    )
    .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1')
    .replace(/^(\d{4}-\d\d-\d\d) 00:00$/, '$1')
}
