export {
  type AggregateLayout,
  type CompiledAggregate,
  compileAggregate,
} from './compile/compile-aggregate.ts'
export { compileExpression } from './compile/compile-expression.ts'
export { describeStatement } from './compile/describe-statement.ts'
export { type SqlStatement, toStatement } from './compile/sql-statement.ts'
export { createSqlSource, type SqlSourceOptions } from './create-sql-source.ts'
export type { AggregateCall, SqlDialect } from './dialects/dialect.ts'
export { duckdbDialect } from './dialects/duckdb.ts'
export {
  createDuckDb,
  type DuckDb,
  type DuckDbOptions,
  type TableColumn,
} from './drivers/duckdb.ts'
export type { FileTable } from './drivers/duckdb-files.ts'
export type { RunOptions, SqlColumn, SqlDriver, SqlResult } from './drivers/sql-driver.ts'
export { SqlError, type SqlErrorCode } from './errors.ts'
