import type { DuckDBConnection } from '@duckdb/node-api'
import { SqlError } from '../../../errors.ts'
import type { TableColumn } from '../../../results/sql-result.ts'
import { tableColumn } from '../columns/values.ts'
import { checkBadRows, readBadColumns } from './bad-rows.ts'
import { compileFirstRows, type Reader } from './reader.ts'

/** The result of reading all of a file. */
export interface FileCheck {
  /** The names of all columns that its files have, declared or not. */
  readonly names: readonly string[]
  /** The columns as they are read. */
  readonly columns: readonly TableColumn[]
  readonly faults: readonly FileFault[]
  /** The rows that are left out, as `maxBadRows` allows; null for none. */
  readonly leftOut: LeftOut | null
}

/** Why a file cannot be read. */
export interface FileFault {
  /** The column whose values do not fit; null for what is wrong with the file itself. */
  readonly column: string | null
  readonly message: string
}

/** Rows that are left out. */
export interface LeftOut {
  readonly rows: number
  /** The mistake in the first. */
  readonly first: string
}

/** Reads all of the files: each file, and each column of it, with what is wrong first. `tell` turns the errors of the engine into those of files. */
export async function checkFiles(
  connection: DuckDBConnection,
  reader: Reader,
  tell: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<FileCheck> {
  const names = [...new Set(reader.parts.flatMap((part) => part.names))]
  const faults: FileFault[] = []
  let columns: readonly TableColumn[] = []
  const collect = async (work: () => Promise<void>): Promise<void> => {
    await tell(work).catch((error: unknown) => {
      if (!(error instanceof SqlError) || error.code !== 'SQL_FILE_UNREADABLE') throw error
      faults.push({ column: null, message: error.message })
    })
  }
  await collect(async () => {
    const result = await connection.run(`SELECT * FROM ${reader.sql} LIMIT 0`)
    columns = result.columnNames().map((name, i) => tableColumn(name, result.columnType(i)))
  })
  if (faults.length > 0) return { names, columns, faults, leftOut: null }
  let leftOut: LeftOut | null = null
  if ((reader.file.format?.maxBadRows ?? 0) > 0) {
    await collect(async () => {
      const { count, first } = await checkBadRows(connection, reader)
      if (first !== null) leftOut = { rows: count, first }
    })
    return { names, columns, faults, leftOut }
  }
  for (const path of reader.parts.flatMap(({ paths }) => paths)) {
    await collect(async () => {
      faults.push(...(await readBadColumns(connection, reader, path)))
    })
  }
  // Damage in columns that are read as they are.
  if (faults.length === 0) {
    await collect(async () => void (await connection.run(compileFirstRows(reader))))
  }
  return { names, columns, faults, leftOut }
}
