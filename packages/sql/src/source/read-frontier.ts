import type { AggregateAnswer, RowSet } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { compileFrontier } from '../compile/compile-rows.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { RunOptions, SqlDriver } from '../drivers/sql-driver.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { describeStatement } from '../text/sql-statement.ts'

/** The rows whose frontier is asked for, and the time of each row. */
export interface FrontierQuestion {
  readonly rows: RowSet
  readonly time: TypedExpr
}

/** How to read a frontier. */
export interface FrontierOptions extends RunOptions {
  /** Called with the statement before it runs. */
  readonly onSql?: (sql: string) => void
}

/** Reads the first and the last time of a table before any filter; null when no row has a time. */
export async function readFrontier(
  { driver, dialect }: { readonly driver: SqlDriver; readonly dialect: SqlDialect },
  { rows, time }: FrontierQuestion,
  { onSql, ...options }: FrontierOptions = {},
): Promise<AggregateAnswer['frontier']> {
  const statement = compileFrontier(rows, time, dialect)
  onSql?.(describeStatement(statement))
  return toFrontier(await driver.run(statement, options))
}

/** The frontier in the result of its statement. */
export function toFrontier({ columns }: SqlResult): AggregateAnswer['frontier'] {
  const [first, last] = columns.map((column) =>
    column.kind === 'timestamp' ? column.values[0] : null,
  )
  return first == null || last == null ? null : { first, last }
}
