import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
} from '@duckdb/node-api'
import { duckdbDialect } from '../../dialects/duckdb/duckdb.ts'
import {
  closedError,
  engineError,
  fileError,
  SqlError,
  startError,
  tooManyRowsError,
} from '../../errors.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import { doubleQuoteName, literal } from '../../text/names.ts'
import type { SqlStatement } from '../../text/sql-statement.ts'
import { RunningWork } from '../running-work.ts'
import type { RunInTransaction, RunOptions, TransactionalDriver } from '../sql-driver.ts'
import {
  type DuckDbParameter,
  readColumns,
  tableColumn,
  toDuckDbParameter,
} from './columns/values.ts'
import { ConnectionPool, interruptOnAbort } from './connection-pool.ts'
import { type BadRows, isAboutFile } from './files/bad-rows.ts'
import type { FileCheck } from './files/check-file.ts'
import type { FileTable, FileToRead } from './files/file-table.ts'
import type { GuessedLayout } from './files/guess-layout.ts'
import type { FileFacts, MeasureOptions, OddText } from './files/measure.ts'
import { resolveFilePaths } from './files/raw-parts.ts'
import { compileFirstRows } from './files/reader.ts'
import { DuckDbFiles } from './files/registry.ts'
import type { FileSample } from './files/sample.ts'
import { areUtf8 } from './files/text-file.ts'
import { createSpillFolder, type SpillFolder } from './spill-folder.ts'

/** How to open a DuckDB. */
export interface DuckDbOptions {
  /** A database file, which no other process may have open. @defaultValue in memory */
  readonly path?: string
  /** The most memory, such as `2GB`; what does not fit goes to a private folder in the system's temporary folder. @defaultValue 80 % of the machine */
  readonly memoryLimit?: string
  /** Threads of one query. @defaultValue one per core */
  readonly threads?: number
  /** The time zone in which times with a zone are read; times without one stay unchanged. @defaultValue UTC */
  readonly timeZone?: string
  /** The most queries that run at a time; others wait. @defaultValue 3, since each takes one of Node's four I/O threads */
  readonly concurrency?: number
}

/** An open embedded DuckDB. */
export interface DuckDb extends TransactionalDriver {
  /**
   * Attaches a database file as a catalog, creating the file when it is missing; `:memory:` is a database in memory.
   * `SQL_FILE_UNREADABLE` when another process has the file open, or when it is damaged.
   */
  attach(path: string, catalog: string): Promise<void>
  /** Registers a file as a table. `SQL_FILE_UNREADABLE` when it is missing or damaged. */
  registerFile(file: FileTable): Promise<void>
  /**
   * The columns of a file in order, without registering it; its first rows are read. `SQL_FILE_UNREADABLE` as above, and
   * when one of those rows does not fit `columnTypes`.
   */
  columnsOfFile(file: FileToRead): Promise<readonly TableColumn[]>
  /**
   * Reads all of a file, which need not be registered, and reports every column with values that do not fit
   * `columnTypes`, and how many rows are left out. `SQL_FILE_UNREADABLE` when it is missing or damaged.
   */
  checkFile(file: FileToRead): Promise<FileCheck>
  /** The first rows of files, which need not be registered, as texts. `SQL_FILE_UNREADABLE` when they are missing or damaged. */
  sampleFile(file: FileToRead): Promise<FileSample>
  /** The names of the columns that all of files have. `SQL_FILE_UNREADABLE` when they are missing or damaged. */
  columnNames(file: FileToRead): Promise<readonly string[]>
  /** The tables of a workbook, a SQLite or a DuckDB file; null for another file. `SQL_FILE_UNREADABLE` when it is damaged. */
  listTables(path: string): Promise<readonly string[] | null>
  /** How a CSV is laid out, guessed from its beginning: separator, lines before the header, header. Of a pattern, its first file. */
  guessLayout(file: FileToRead): Promise<GuessedLayout>
  /** Reads all of files as their columns are declared, and gives facts about every column. */
  measureFile(file: FileToRead, options: MeasureOptions): Promise<FileFacts>
  /** The texts of files that do not fit the declared columns. */
  oddTexts(file: FileToRead): Promise<readonly OddText[]>
  /** The dates and times of text files before 1900-01-02 or after 2099. */
  farTexts(file: FileToRead): Promise<readonly OddText[]>
  /** The lines of text files that are no rows. */
  badLines(file: FileToRead): Promise<BadRows>
  /** Whether all of text files is UTF-8, or marked as UTF-16. */
  isUtf8(file: Pick<FileToRead, 'path' | 'isPattern'>): Promise<boolean>
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /** A text that changes whenever the file of a table is written; null for a table that is not a file. */
  versionOf(table: readonly string[]): Promise<string | null>
  /** How many rows of a registered file are left out because a value does not fit; null for a table that is not a file. */
  badRowsOf(table: readonly string[]): number | null
  /** Aborts running statements with `SQL_CLOSED` and closes the database. Further calls have no effect. */
  close(): Promise<void>
}

/**
 * Opens a DuckDB. It fetches nothing from the network, and no query can change a setting. `SQL_ENGINE_FAILED` when it
 * cannot be opened.
 *
 * @example
 * ```ts
 * import { createDuckDb } from '@tributary/platform/sql'
 * const duckdb = await createDuckDb({ threads: 1 })
 * const { columns } = await duckdb.run({
 *   text: 'SELECT 40 + $1::BIGINT',
 *   parameters: [{ type: 'INT', value: 2n }],
 * })
 * columns // => [{ kind: 'exact', scale: 0, units: [42n] }]
 * await duckdb.close()
 * ```
 */
export async function createDuckDb(options: DuckDbOptions = {}): Promise<DuckDb> {
  const spill = createSpillFolder()
  try {
    const settings = toSettings(options, spill.path)
    const instance = await DuckDBInstance.create(options.path ?? ':memory:', settings)
    const connection = await instance.connect()
    await connection.run(`SET GLOBAL TimeZone = ${literal(options.timeZone ?? 'UTC')}`)
    await connection.run('SET GLOBAL lock_configuration = true')
    connection.closeSync()
    return new OpenDuckDb(instance, options.concurrency ?? 3, spill)
  } catch (cause) {
    spill.remove()
    throw startError('DuckDB', options, cause)
  }
}

function toSettings(options: DuckDbOptions, spillPath: string): Record<string, string> {
  return {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // Else memory that a query has left stays with the process until the next one.
    allocator_background_threads: 'true',
    temp_directory: spillPath,
    ...(options.memoryLimit === undefined ? {} : { memory_limit: options.memoryLimit }),
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  }
}

class OpenDuckDb implements DuckDb {
  readonly dialect = duckdbDialect
  readonly #instance: DuckDBInstance
  readonly #spill: SpillFolder
  /** The connection on which files are registered, one after the other. */
  readonly #definitions: ConnectionPool<DuckDBConnection>
  readonly #queries: ConnectionPool<DuckDBConnection>
  readonly #files = new DuckDbFiles()
  readonly #work = new RunningWork()
  #closed: Promise<void> | null = null

  constructor(instance: DuckDBInstance, concurrency: number, spill: SpillFolder) {
    const open = () => instance.connect()
    this.#instance = instance
    this.#spill = spill
    this.#definitions = new ConnectionPool(open, 1)
    this.#queries = new ConnectionPool(open, concurrency)
  }

  run(statement: SqlStatement, options: RunOptions = {}): Promise<SqlResult> {
    return this.#on(
      this.#queries,
      (connection, signal) => runOn(connection, statement, { ...options, signal }),
      options.signal,
    )
  }

  /** See {@link scan}. */
  scan(text: string, options: RunOptions, begin: BeginScan): Promise<void> {
    return this.#on(
      this.#queries,
      (connection, stop) => scanOn(connection, text, { ...options, signal: stop }, begin),
      options.signal,
    )
  }

  transaction<T>(
    work: (run: RunInTransaction) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    return this.#work.start(options.signal ?? null, (stop) =>
      inTransaction(() => this.#instance.connect(), stop, work).catch(this.#rethrowFault),
    )
  }

  attach(path: string, catalog: string): Promise<void> {
    const attach = `ATTACH IF NOT EXISTS ${literal(path)} AS ${doubleQuoteName(catalog)}`
    return this.#on(this.#definitions, async (connection) => {
      await connection.run(attach).catch((cause: unknown) => {
        throw fileError(path, cause)
      })
    })
  }

  registerFile(file: FileTable): Promise<void> {
    return this.#on(this.#definitions, (connection) => this.#files.register(connection, file))
  }

  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    const text = `SELECT * FROM ${table.map(doubleQuoteName).join('.')} LIMIT 0`
    return this.#on(this.#queries, async (connection) => {
      const prepared = await connection.prepare(text)
      try {
        return Array.from({ length: prepared.columnCount }, (_, i) =>
          tableColumn(prepared.columnName(i), prepared.columnType(i)),
        )
      } finally {
        prepared.destroySync()
      }
    })
  }

  async columnsOfFile(file: FileToRead): Promise<readonly TableColumn[]> {
    return this.#on(this.#queries, async (connection) => {
      const reader = await this.#files.reader(connection, file)
      const result = await this.#files.tell(connection, reader, () =>
        connection.run(compileFirstRows(reader)),
      )
      return result.columnNames().map((name, i) => tableColumn(name, result.columnType(i)))
    })
  }

  checkFile(file: FileToRead): Promise<FileCheck> {
    return this.#on(this.#queries, (connection) => this.#files.check(connection, file))
  }

  sampleFile(file: FileToRead): Promise<FileSample> {
    return this.#on(this.#queries, (connection) => this.#files.sample(connection, file))
  }

  columnNames(file: FileToRead): Promise<readonly string[]> {
    return this.#on(this.#queries, (connection) => this.#files.columnNames(connection, file))
  }

  listTables(path: string): Promise<readonly string[] | null> {
    return this.#on(this.#queries, (connection) => this.#files.listTables(connection, path))
  }

  guessLayout(file: FileToRead): Promise<GuessedLayout> {
    return this.#on(this.#queries, (connection) => this.#files.guessLayout(connection, file))
  }

  measureFile(file: FileToRead, options: MeasureOptions): Promise<FileFacts> {
    return this.#on(this.#queries, (connection) => this.#files.measure(connection, file, options))
  }

  oddTexts(file: FileToRead): Promise<readonly OddText[]> {
    return this.#on(this.#queries, (connection) => this.#files.oddTexts(connection, file))
  }

  farTexts(file: FileToRead): Promise<readonly OddText[]> {
    return this.#on(this.#queries, (connection) => this.#files.farTexts(connection, file))
  }

  badLines(file: FileToRead): Promise<BadRows> {
    return this.#on(this.#queries, (connection) => this.#files.badLines(connection, file))
  }

  async isUtf8(file: Pick<FileToRead, 'path' | 'isPattern'>): Promise<boolean> {
    return areUtf8(await resolveFilePaths(file))
  }

  versionOf(table: readonly string[]): Promise<string | null> {
    return this.#files.versionOf(table)
  }

  badRowsOf(table: readonly string[]): number | null {
    return this.#files.badRowsOf(table)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.#work.end(closedError())
    this.#definitions.close()
    this.#queries.close()
    this.#instance.closeSync()
    this.#spill.remove()
    await this.#files.close()
  }

  /**
   * Throws what is wrong with a file where an error is about one, otherwise the error. It is looked for on a connection of
   * its own: that of the statement may be in a failed transaction.
   */
  #rethrowFault = async (error: unknown): Promise<never> => {
    const cause = error instanceof SqlError ? error.cause : error
    if (!isAboutFile(cause)) throw error
    const connection = await this.#instance.connect()
    try {
      throw (await this.#files.explain(connection, cause)) ?? error
    } finally {
      connection.closeSync()
    }
  }

  #on<T>(
    pool: ConnectionPool<DuckDBConnection>,
    work: (connection: DuckDBConnection, stop: AbortSignal) => Promise<T>,
    signal: AbortSignal | null = null,
  ): Promise<T> {
    return this.#work.start(signal, (stop) =>
      pool.use(stop, (connection) =>
        interruptOnAbort(connection, stop, () =>
          work(connection, stop).catch(this.#rethrowFault).catch(rethrow),
        ),
      ),
    )
  }
}

/** Runs on a connection of its own: closing it rolls back a transaction that did not end. */
async function inTransaction<T>(
  connect: () => Promise<DuckDBConnection>,
  stop: AbortSignal,
  work: (run: RunInTransaction) => Promise<T>,
): Promise<T> {
  const connection = await connect()
  const run: RunInTransaction = (statement) => {
    stop.throwIfAborted()
    return interruptOnAbort(connection, stop, () => runOn(connection, statement).catch(rethrow))
  }
  try {
    await connection.run('BEGIN TRANSACTION')
    const result = await work(run)
    stop.throwIfAborted()
    await connection.run('COMMIT').catch(rethrow)
    return result
  } finally {
    connection.closeSync()
  }
}

async function runOn(
  connection: DuckDBConnection,
  statement: SqlStatement,
  options: RunOptions = {},
): Promise<SqlResult> {
  const prepared = await connection.prepare(statement.text)
  try {
    const values: DuckDbParameter['value'][] = []
    const types: DuckDbParameter['type'][] = []
    for (const constant of statement.parameters) {
      const { value, type } = toDuckDbParameter(constant)
      values.push(value)
      types.push(type)
    }
    prepared.bind(values, types)
    return await readColumns(await prepared.run(), options)
  } finally {
    prepared.destroySync()
  }
}

/** Is told the types of the columns, and gives what reads the chunks. */
export type BeginScan = (types: readonly DuckDBType[]) => (chunk: DuckDBDataChunk) => void

/** Runs a statement and passes its rows on in chunks as the engine finds them, in order. Rejects as `run` does. */
export async function scan(
  duckdb: DuckDb,
  text: string,
  options: RunOptions,
  begin: BeginScan,
): Promise<void> {
  if (!(duckdb instanceof OpenDuckDb)) throw new TypeError('Expected what createDuckDb gives')
  await duckdb.scan(text, options, begin)
}

async function scanOn(
  connection: DuckDBConnection,
  text: string,
  { signal, maxRows = Number.POSITIVE_INFINITY }: RunOptions,
  begin: BeginScan,
): Promise<void> {
  const result = await connection.stream(text)
  const read = begin(result.columnTypes())
  let next = result.fetchChunk()
  try {
    let rows = 0
    for (let chunk = await next; chunk !== null && chunk.rowCount > 0; chunk = await next) {
      // The engine looks for the next chunk while this one is read.
      next = result.fetchChunk()
      signal?.throwIfAborted()
      rows += chunk.rowCount
      if (rows > maxRows) throw tooManyRowsError(maxRows)
      read(chunk)
    }
  } catch (error) {
    connection.interrupt()
    await next.catch(() => null)
    throw error
  }
  // A stream that fails just ends; it is no stream any more then, but does not say why.
  if (!result.isStreaming) {
    signal?.throwIfAborted()
    await connection.run(`SELECT bit_xor(hash(every)) FROM (${text}) AS every`)
    throw new Error('The engine stopped before the last row')
  }
}

function rethrow(error: unknown): never {
  throw error instanceof SqlError ? error : engineError(error)
}
