import { open, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { createAsyncMemo } from '@tributary/core/internal'
import { fileError } from '../../../../errors.ts'
import { listDuckDbTables, writeDuckDbTable } from './duckdb-tables.ts'
import { openWorkbook, writeSheet } from './sheets.ts'
import { listSqliteTables, writeSqliteTable } from './sqlite.ts'

/** The plain file that has the rows of a table. */
export type CopyKind = 'CSV' | 'JSON' | 'PARQUET'

/** A table of a file that has several: a sheet of a workbook, or a table of a SQLite or DuckDB file. */
export interface TableInFile {
  readonly path: string
  /** Undefined for the only one. */
  readonly table: string | undefined
}

/** A copy of a table as a plain file. */
export interface TableCopy {
  readonly kind: CopyKind
  /** Where the copy is. */
  readonly path: string
}

/** Whether a file has tables of its own, by its ending. */
export function hasTables(path: string): boolean {
  return TABLE_FILE.test(path)
}

const TABLE_FILE = /\.(xlsx|xlsm|sqlite|sqlite3|db|duckdb)$/i

type Format = 'XLSX' | 'SQLITE' | 'DUCKDB'

/** Gives a file name in the temporary folder. */
export type CreateCopyPath = (original: string) => Promise<string>

/** Copies of tables as plain files, made once for each version of a file. */
export class TableCopies {
  readonly #createPath: CreateCopyPath
  readonly #copies = createAsyncMemo<TableCopy>()
  readonly #lists = createAsyncMemo<readonly string[]>()
  /** DuckDB attaches a file once at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(createPath: CreateCopyPath) {
    this.#createPath = createPath
  }

  /** The tables of a file. Throws `SQL_FILE_UNREADABLE` for a file of another format, damaged or encrypted. */
  async list(path: string, connection: DuckDBConnection): Promise<readonly string[]> {
    return explainFile(path, async () =>
      this.#lists.getOrMake(await findVersion(path), async () => {
        switch (await findFormat(path)) {
          case 'XLSX':
            return (await openWorkbook(path)).sheets
          case 'SQLITE':
            return listSqliteTables(path)
          case 'DUCKDB':
            return this.#inTurn(() => listDuckDbTables(connection, path))
        }
      }),
    )
  }

  /** The copy of a table. Throws `SQL_FILE_UNREADABLE` as `list`, and for a table that is not in the file. */
  async open(file: TableInFile, connection: DuckDBConnection): Promise<TableCopy> {
    const { path } = file
    const table = chooseTable(file, await this.list(path, connection))
    return explainFile(path, async () =>
      this.#copies.getOrMake(JSON.stringify([await findVersion(path), table]), () =>
        this.#write(path, table, connection),
      ),
    )
  }

  async #write(path: string, table: string, connection: DuckDBConnection): Promise<TableCopy> {
    const target = await this.#createPath(path)
    switch (await findFormat(path)) {
      case 'XLSX':
        await writeSheet(await openWorkbook(path), table, target)
        return { kind: 'CSV', path: target }
      case 'SQLITE':
        await writeSqliteTable(path, table, target)
        return { kind: 'JSON', path: target }
      case 'DUCKDB':
        await this.#inTurn(() => writeDuckDbTable(connection, { path, table, target }))
        return { kind: 'PARQUET', path: target }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => null)
    return turn
  }
}

function chooseTable({ path, table }: TableInFile, tables: readonly string[]): string {
  const listed = tables.length === 0 ? 'none' : tables.map((name) => `"${name}"`).join(', ')
  if (table === undefined) {
    const [only] = tables
    if (only !== undefined && tables.length === 1) return only
    throw fileError(path, `choose one of its tables with source.format.table; it has ${listed}.`)
  }
  if (tables.includes(table)) return table
  throw fileError(path, `it has no table "${table}"; it has ${listed}.`)
}

/** The format by the first bytes: the ending .db is used by both databases. */
async function findFormat(path: string): Promise<Format> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const isWorkbook = /\.xls[xm]$/i.test(path)
    if (isWorkbook) return 'XLSX'
    if (buffer.toString('latin1', 0, 15) === 'SQLite format 3') return 'SQLITE'
    if (buffer.toString('latin1', 8, 12) === 'DUCK') return 'DUCKDB'
    throw new Error('it is damaged or encrypted: expected a SQLite or a DuckDB database.')
  } finally {
    await file.close()
  }
}

/** SQLite writes into a file beside the database first. */
async function findVersion(path: string): Promise<string> {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true })
  const journal = await stat(`${path}-wal`, { bigint: true }).catch(() => null)
  return [path, ino, size, mtimeNs, journal?.size, journal?.mtimeNs].join(' ')
}

async function explainFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  return work().catch((cause: unknown) => {
    throw fileError(path, cause)
  })
}
