import { access, constants, stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { fileError, nameTakenError } from '../../errors.ts'
import { doubleQuoted } from '../../text/names.ts'
import { pathLiteral, readCsv } from './csv.ts'

/** A file and the table under which it is registered: `"catalog"."schema"."table"`. */
export interface FileTable {
  readonly catalog: string
  readonly schema: string
  readonly table: string
  /** A `.parquet`, `.csv` or `.tsv` file, relative to the working directory. Patterns are not expanded. */
  readonly path: string
  /**
   * The types of columns of a CSV or TSV file by name. The types of other columns are inferred from their values; those
   * of a Parquet file are in the file.
   */
  readonly columnTypes?: Readonly<Record<string, ValueType>>
}

/** The files that are registered as tables: each is a view that reads its file for every query. */
export class DuckDbFiles {
  readonly #files = new Map<string, { readonly name: readonly string[]; readonly path: string }>()

  /** Registers a file as a table. It replaces an earlier file of the same name, which stays when this fails. */
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
      // Creating a view reads no rows; a value of the wrong type fails only when rows are read.
      await connection.run(firstRowsOf(source))
      await connection.run(
        `CREATE OR REPLACE VIEW ${catalog}.${schema}.${table} AS SELECT * FROM ${source}`,
      )
    } catch (cause) {
      throw fileError(file.path, cause)
    }
    this.#files.set(keyOf(name), { name, path: resolve(file.path) })
  }

  /** The path, size and modification time of the file of a table; null for a table without a file, or a missing file. */
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

/** DuckDB does not distinguish upper and lower case. */
function keyOf(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}

/** The query for the first rows of a reader: enough that a value of the wrong type has most likely failed. */
export function firstRowsOf(source: string): string {
  return `SELECT * FROM ${source} LIMIT 1000`
}

const READERS: Readonly<Record<string, string>> = {
  '.parquet': 'read_parquet',
  '.csv': 'read_csv',
  '.tsv': 'read_csv',
}

/** The SQL that reads a file. `SQL_FILE_UNREADABLE` when it is not a file, or not of a known kind. */
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
