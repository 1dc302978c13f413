import { access, constants, stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { fileError, nameTakenError } from '../../errors.ts'
import { doubleQuoted } from '../../text/names.ts'
import { pathLiteral, readCsv } from './csv.ts'

/** A file, and the table that it becomes: `"catalog"."schema"."table"`. */
export interface FileTable {
  readonly catalog: string
  readonly schema: string
  readonly table: string
  /** A `.parquet`, `.csv` or `.tsv` file; relative to the working directory. Never a pattern. */
  readonly path: string
  /**
   * What columns of a CSV or TSV file are, by name. Others are what their values look like, as all columns of a
   * Parquet file are what the file says.
   */
  readonly columnTypes?: Readonly<Record<string, ValueType>>
}

/** The tables that are files: each is a view that reads its file whenever it is asked. */
export class DuckDbFiles {
  readonly #files = new Map<string, { readonly name: readonly string[]; readonly path: string }>()

  /** Makes the file a table, in place of an earlier file of the same name, which stays when this one fails. */
  async register(connection: DuckDBConnection, file: FileTable): Promise<void> {
    const name = [file.catalog, file.schema, file.table]
    const holder = this.#files.get(keyOf(name))?.name
    if (holder !== undefined && holder.join('.') !== name.join('.')) {
      throw nameTakenError(name, holder)
    }
    const source = await readerOf(connection, file)
    const [catalog, schema, table] = name.map(doubleQuoted)
    await connection.run(`ATTACH IF NOT EXISTS ':memory:' AS ${catalog}`)
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${catalog}.${schema}`)
    try {
      // A view is not read when it is made; a value that is not of its type shows when rows are.
      await connection.run(firstRowsOf(source))
      await connection.run(
        `CREATE OR REPLACE VIEW ${catalog}.${schema}.${table} AS SELECT * FROM ${source}`,
      )
    } catch (cause) {
      throw fileError(file.path, cause)
    }
    this.#files.set(keyOf(name), { name, path: resolve(file.path) })
  }

  /** Which file a table is, when it was written and how long it is; null for a table that is no file, or one that is gone. */
  async versionOf(table: readonly string[]): Promise<string | null> {
    const path = this.#files.get(keyOf(table))?.path
    if (path === undefined) return null
    try {
      const { ino, size, mtimeNs } = await stat(path, { bigint: true })
      return [path, ino, size, mtimeNs].join(' ')
    } catch {
      return null
    }
  }
}

/** DuckDB tells no upper case from lower case. */
function keyOf(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}

/** Reads so many rows of what `readerOf` gives that a value which is not of its column's type has most likely shown. */
export function firstRowsOf(source: string): string {
  return `SELECT * FROM ${source} LIMIT 1000`
}

const READERS: Readonly<Record<string, string>> = {
  '.parquet': 'read_parquet',
  '.csv': 'read_csv',
  '.tsv': 'read_csv',
}

/** What reads the file, in SQL. `SQL_FILE_UNREADABLE` when it is no file, or of no kind that can be read. */
export async function readerOf(
  connection: DuckDBConnection,
  { path, columnTypes = {} }: Pick<FileTable, 'path' | 'columnTypes'>,
): Promise<string> {
  const reader = READERS[extname(path).toLowerCase()]
  if (reader === undefined) {
    throw fileError(path, `expected one of ${Object.keys(READERS).join(', ')}.`)
  }
  try {
    await access(path, constants.R_OK)
  } catch {
    throw fileError(path, 'there is no such file, or no right to read it.')
  }
  if (reader === 'read_parquet') return `${reader}(${pathLiteral(path)})`
  return readCsv(connection, path, columnTypes).catch((cause: unknown) => {
    throw fileError(path, cause)
  })
}
