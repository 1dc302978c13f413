import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { isBusy, toStoreFault } from '../store-faults.ts'
import { assertInPlace, type IsInPlace, openDatabase } from './store-file.ts'

/** How long a write waits for another process that is writing, in milliseconds. */
const PATIENCE = 10_000

/** How long a statement waits for it: the engine does not give the thread back, so the driver waits the rest. */
const STATEMENT_PATIENCE = 50

/**
 * The embedded store: a SQLite file, or memory when `path` is `:memory:`. Every commit is on the disk when
 * it returns (`synchronous=FULL`). Several processes may have it open: one writes at a time. Nothing is written, and
 * `PLATFORM_STORE_UNAVAILABLE` thrown, while the file is not in place.
 */
export function createSqliteDialect(path: string, isInPlace: IsInPlace = () => true): Dialect {
  return new ImmediateDialect(openDatabase(path, STATEMENT_PATIENCE), isInPlace)
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #isInPlace: IsInPlace

  constructor(database: DatabaseSync, isInPlace: IsInPlace) {
    super({ database: toSqliteDatabase(database, isInPlace) })
    this.#database = database
    this.#isInPlace = isInPlace
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#isInPlace)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/** Kysely holds back from migrating within a transaction; SQLite undoes what a broken migration made. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Takes the right to write when a transaction begins. One that began by reading could not write any more
 * once another process had written.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync, isInPlace: IsInPlace) {
    super({ database: toSqliteDatabase(database, isInPlace) })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const end = performance.now() + PATIENCE
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        const cause = error instanceof Error ? error.cause : null
        if (!isBusy(cause) || performance.now() > end) throw error
      }
      await delay(5 + Math.random() * 20)
    }
  }

  /** Some failures, such as a full disk, have undone the transaction already. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Kysely speaks the interface of another SQLite binding; this is the difference. */
function toSqliteDatabase(database: DatabaseSync, isInPlace: IsInPlace): SqliteDatabase {
  const prepared = new PreparedStatements(database, isInPlace)
  return { close: () => database.close(), prepare: (sql) => guard(() => prepared.get(sql)) }
}

/** Statements by their text: the same few come again and again, and to prepare one costs more than to run it. */
class PreparedStatements {
  static readonly LIMIT = 256
  readonly #database: DatabaseSync
  readonly #isInPlace: IsInPlace
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(database: DatabaseSync, isInPlace: IsInPlace) {
    this.#database = database
    this.#isInPlace = isInPlace
  }

  get(sql: string): SqliteStatement {
    const cachedStatement = this.#statements.get(sql)
    if (cachedStatement !== undefined) return cachedStatement
    const statement = this.#database.prepare(sql)
    const preparedStatement = toSqliteStatement(statement, this.#checkFor(sql))
    if (this.#statements.size >= PreparedStatements.LIMIT) this.#statements.clear()
    // A change of the tables would leave an old statement with the old columns.
    if (preparedStatement.reader || /^(insert|update|delete)\b/i.test(sql))
      this.#statements.set(sql, preparedStatement)
    return preparedStatement
  }

  /** The check before a statement runs. Within a transaction its begin and its commit are enough. */
  #checkFor(sql: string): () => void {
    if (/^(begin|commit)\b/i.test(sql)) return () => assertInPlace(this.#isInPlace)
    if (!/^(insert|update|delete|replace|create|alter|drop)\b/i.test(sql)) return () => {}
    return () => {
      if (!this.#database.isTransaction) assertInPlace(this.#isInPlace)
    }
  }
}

function toSqliteStatement(statement: StatementSync, check: () => void): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => [
    ...(parameters as readonly SQLInputValue[]),
  ]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      check()
      return guard(() => statement.all(...values(parameters)))
    },
    run: (parameters) => {
      check()
      return guard(() => statement.run(...values(parameters)))
    },
    iterate: (parameters) => guard(() => statement.iterate(...values(parameters))),
  }
}

function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreFault(error)
  }
}
