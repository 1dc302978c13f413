import type { SqlResult } from '../results/sql-result.ts'
import type { SqlStatement } from '../text/sql-statement.ts'

/** Something that runs statements: an embedded engine, or a connection to one. */
export interface SqlDriver {
  /**
   * The result of one statement, whole, column by column. A signal that is aborted stops the work in the
   * engine and rejects with the signal's reason. An engine's failure is `SQL_ENGINE_FAILED`.
   */
  run(statement: SqlStatement, options?: RunOptions): Promise<SqlResult>
  /**
   * A text that is another one whenever the rows of a table, given by the parts of its name, may be others; null for a table
   * of which the driver cannot tell. What was found out about a table holds as long as its version stays. Drivers
   * without it can tell of none.
   */
  versionOf?(table: readonly string[]): Promise<string | null>
}

/** Runs a statement within a transaction. */
export type RunInTransaction = (statement: SqlStatement) => Promise<SqlResult>

/** A driver that can change tables. */
export interface TransactionalDriver extends SqlDriver {
  /**
   * What `work` gives, its statements in one transaction: when it rejects, when the signal is aborted, or when the
   * end of the transaction fails, nothing was changed.
   */
  transaction<T>(work: (run: RunInTransaction) => Promise<T>, options?: RunOptions): Promise<T>
}

/** How to run a statement. */
export interface RunOptions {
  /** Stops the statement. @defaultValue none */
  readonly signal?: AbortSignal
}
