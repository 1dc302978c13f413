import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlResult, TableColumn, TypedColumn } from '../results/sql-result.ts'
import type { SqlStatement } from '../text/sql-statement.ts'

/** Runs statements in an engine, embedded or over a connection. */
export interface SqlDriver {
  /**
   * Runs one statement and gives its whole result, column by column. An aborted signal stops the statement in the engine
   * and rejects with the signal's reason. `SQL_ENGINE_FAILED` when the engine fails.
   */
  run(statement: SqlStatement, options?: RunOptions): Promise<SqlResult>
  /**
   * The version of a table, given by the parts of its name: a text that changes whenever the rows of the table may have
   * changed; null when the driver cannot tell. Drivers without this method cannot tell for any table.
   */
  versionOf?(table: readonly string[]): Promise<string | null>
}

/** A driver that knows the SQL of its engine and what is in it. */
export interface TableDriver extends SqlDriver {
  /** The SQL that the engine speaks. */
  readonly dialect: SqlDialect
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
}

/** Runs a statement within a transaction. */
export type RunInTransaction = (statement: SqlStatement) => Promise<SqlResult>

/** A driver that can change tables. */
export interface TransactionalDriver extends TableDriver {
  /**
   * Runs the statements of `work` in one transaction. Nothing is changed when `work` rejects, the signal is aborted or the
   * commit fails.
   */
  transaction<T>(work: (run: RunInTransaction) => Promise<T>, options?: RunOptions): Promise<T>
}

/** A driver that can keep the rows of a query as a table. */
export interface TableWriter extends TableDriver {
  /**
   * Creates a table with the rows of a query, and rejects when there is one of its name. When it rejects, a ClickHouse may
   * have a part of the rows; the other engines have nothing.
   */
  createTableAs(table: NewTable, query: SqlStatement, options?: RunOptions): Promise<void>
  /** Drops a table if it exists. */
  dropTable(table: readonly string[]): Promise<void>
}

/** A table that is created. */
export interface NewTable {
  /** The parts of its name. */
  readonly name: readonly string[]
  /** The column by which it is read; null for none. */
  readonly sortedBy: string | null
}

/** How to run a statement. */
export interface RunOptions {
  /** Aborts the statement. @defaultValue none */
  readonly signal?: AbortSignal
  /** Rejects with `SQL_TOO_MANY_ROWS` when the result has more rows. @defaultValue no limit */
  readonly maxRows?: number
}

/** The table into which rows are inserted. */
export interface InsertTarget {
  /** The parts of the name of the table. */
  readonly table: readonly string[]
  /** A column for each column of the result, in its order, with the engine's name of the type. */
  readonly columns: readonly TypedColumn[]
}
