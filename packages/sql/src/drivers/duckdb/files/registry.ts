import type { DuckDBConnection } from '@duckdb/node-api'
import { fileError, nameTakenError, SqlError } from '../../../errors.ts'
import { doubleQuoteName } from '../../../text/names.ts'
import {
  type BadRows,
  checkBadRows,
  csvFault,
  explainBadCell,
  explainLongLine,
  isLongLineError,
  readBadRows,
  readerOfError,
} from './bad-rows.ts'
import { checkFiles, type FileCheck } from './check-file.ts'
import { hasTables } from './containers/table-copies.ts'
import { stateOfFiles } from './file-state.ts'
import type { FileTable, FileToRead } from './file-table.ts'
import { type GuessedLayout, guessLayout } from './guess-layout.ts'
import {
  type FileFacts,
  type MeasureOptions,
  measureFile,
  type OddText,
  readFarTexts,
  readOddTexts,
} from './measure.ts'
import { type RawContext, rawParts, resolveFilePaths } from './raw-parts.ts'
import { compileFirstRows, createReader, type Reader } from './reader.ts'
import { type FileSample, sampleFile } from './sample.ts'
import { Utf8Copies } from './text-file.ts'

interface Registered {
  readonly name: readonly string[]
  readonly reader: Reader
  readonly badRows: number
}

/** The files that are registered as tables: each is a view that reads its files for every query. */
export class DuckDbFiles {
  readonly #files = new Map<string, Registered>()
  readonly #copies = new Utf8Copies()
  #readers = 0

  /** Registers files as a table. They replace earlier files of the same name, which stay when this fails. */
  async register(connection: DuckDBConnection, file: FileTable): Promise<void> {
    const name = [file.catalog, file.schema, file.table]
    const holder = this.#files.get(toTableNameKey(name))?.name
    if (holder !== undefined && holder.join('.') !== name.join('.')) {
      throw nameTakenError(name, holder)
    }
    const reader = await this.reader(connection, file)
    const { count: badRows } = await checkBadRows(connection, reader)
    const [catalog, schema, table] = name.map(doubleQuoteName)
    await connection.run(`ATTACH IF NOT EXISTS ':memory:' AS ${catalog}`)
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${catalog}.${schema}`)
    // Creating a view reads no rows; a value of the wrong type fails only when rows are read.
    await this.tell(connection, reader, () => connection.run(compileFirstRows(reader)))
    await this.tell(connection, reader, () =>
      connection.run(
        `CREATE OR REPLACE VIEW ${catalog}.${schema}.${table} AS SELECT * FROM ${reader.sql}`,
      ),
    )
    this.#files.set(toTableNameKey(name), { name, reader, badRows })
  }

  /** How files are read that need not be registered. */
  async reader(connection: DuckDBConnection, file: FileToRead): Promise<Reader> {
    try {
      return await createReader(file, this.#readers++, { connection, copies: this.#copies })
    } catch (cause) {
      if (cause instanceof SqlError) throw cause
      throw (await this.explain(connection, cause, file)) ?? fileError(file.path, cause)
    }
  }

  /** Reads the first rows of files. */
  sample(connection: DuckDBConnection, file: FileToRead): Promise<FileSample> {
    return this.#read(connection, file, (context) => sampleFile(file, context))
  }

  /** The columns that all of files have. */
  columnNames(connection: DuckDBConnection, file: FileToRead): Promise<readonly string[]> {
    return this.#read(connection, file, async (context) => {
      const [first, ...others] = await rawParts(file, context)
      return (first?.names ?? []).filter((name) =>
        others.every(({ names }) => names.includes(name)),
      )
    })
  }

  /** The tables of a file that has several, such as a workbook; null for another file. */
  listTables(connection: DuckDBConnection, path: string): Promise<readonly string[] | null> {
    if (!hasTables(path)) return Promise.resolve(null)
    return this.#copies.tables.list(path, connection)
  }

  /** The layout of a CSV, found in its beginning; empty for other files. */
  guessLayout(connection: DuckDBConnection, file: FileToRead): Promise<GuessedLayout> {
    return this.#read(connection, file, (context) => guessLayout(file, context))
  }

  /** Measures all rows of files. */
  async measure(
    connection: DuckDBConnection,
    file: FileToRead,
    options: MeasureOptions,
  ): Promise<FileFacts> {
    const reader = await this.reader(connection, file)
    return this.tell(connection, reader, () => measureFile(connection, reader, options))
  }

  /** The texts of files that do not fit their columns. */
  async oddTexts(connection: DuckDBConnection, file: FileToRead): Promise<readonly OddText[]> {
    const reader = await this.reader(connection, file)
    return this.tell(connection, reader, () => readOddTexts(connection, reader))
  }

  /** The dates of files that are far from those of most. */
  async farTexts(connection: DuckDBConnection, file: FileToRead): Promise<readonly OddText[]> {
    const reader = await this.reader(connection, file)
    return this.tell(connection, reader, () => readFarTexts(connection, reader))
  }

  /** The lines of files that are no rows: with too many or too few cells, or with a broken quote. */
  async badLines(connection: DuckDBConnection, file: FileToRead): Promise<BadRows> {
    const format = { ...file.format, maxBadRows: Number.MAX_SAFE_INTEGER }
    const reader = await this.reader(connection, {
      ...file,
      format,
      hasOnlyDeclared: true,
      columnTypes: {},
    })
    return this.tell(connection, reader, () => readBadRows(connection, reader))
  }

  async #read<T>(
    connection: DuckDBConnection,
    file: FileToRead,
    work: (context: RawContext) => Promise<T>,
  ): Promise<T> {
    try {
      return await work({ connection, copies: this.#copies })
    } catch (cause) {
      if (cause instanceof SqlError) throw cause
      throw (await this.explain(connection, cause, file)) ?? fileError(file.path, cause)
    }
  }

  /** Reads all of the files and reports bad values. */
  async check(connection: DuckDBConnection, file: FileToRead): Promise<FileCheck> {
    const reader = await this.reader(connection, file)
    return checkFiles(connection, reader, (work) => this.tell(connection, reader, work))
  }

  /** Runs `work` on files; an error of the engine becomes one that says where in the files it is. */
  async tell<T>(connection: DuckDBConnection, reader: Reader, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (cause instanceof SqlError) throw cause
      if (readerOfError(cause) !== null) throw await explainBadCell(connection, reader)
      throw (
        (await this.explain(connection, cause, reader.file)) ?? fileError(reader.file.path, cause)
      )
    }
  }

  /** The error of `reading` or a registered file for an error of the engine; null for one that is not about a file. */
  async explain(
    connection: DuckDBConnection,
    error: unknown,
    reading: FileToRead | null = null,
  ): Promise<SqlError | null> {
    const fault = csvFault(error)
    if (fault !== null)
      return fileError(this.#copies.originalOf(fault.path ?? reading?.path ?? ''), fault.why)
    const readers = [...this.#files.values()].map(({ reader }) => reader)
    if (isLongLineError(error)) {
      const files = reading === null ? readers.map(({ file }) => file) : [reading]
      return explainLongLine((await Promise.all(files.map(resolveFilePaths))).flat())
    }
    const id = readerOfError(error)
    if (id === null) return null
    const failed = readers.find((reader) => reader.id === id)
    return failed === undefined ? null : explainBadCell(connection, failed)
  }

  /** How many rows of a table are left out because they do not fit; null for a table that is not a file. */
  badRowsOf(table: readonly string[]): number | null {
    return this.#files.get(toTableNameKey(table))?.badRows ?? null
  }

  /** The paths, sizes and modification times of the files of a table; null for a table without a file, or a missing file. */
  async versionOf(table: readonly string[]): Promise<string | null> {
    const file = this.#files.get(toTableNameKey(table))?.reader.file
    return file === undefined ? null : ((await stateOfFiles(file))?.version ?? null)
  }

  /** Removes what was made to read the files. */
  close(): Promise<void> {
    return this.#copies.close()
  }
}

/** DuckDB does not distinguish upper and lower case. */
function toTableNameKey(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}
