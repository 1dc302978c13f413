export { compactSql } from './compile/compact-sql.ts'
export {
  type AggregateLayout,
  type CompiledAggregate,
  compileAggregate,
} from './compile/compile-aggregate.ts'
export { compileExpression } from './compile/compile-expression.ts'
export {
  compileMaterialisation,
  type MomentRange,
  materialisedColumns,
} from './compile/compile-materialisation.ts'
export { describeStatement } from './compile/describe-statement.ts'
export { describeQuery, estimateBytesQuery } from './compile/duckdb-statements.ts'
export {
  endWhenSilent,
  hasRecords,
  lockUntilCommit,
  recordChanges,
} from './compile/postgresql-statements.ts'
export {
  type CountedPartition,
  type RecordedAttempt,
  type RecordedWriting,
  type RecordStatements,
  recordStatements,
  type TableRecord,
} from './compile/record-statements.ts'
export { type SqlStatement, toStatement } from './compile/sql-statement.ts'
export { tableName } from './compile/table-name.ts'
export {
  type PartitionChoice,
  type TableStatements,
  type TypedColumn,
  tableStatements,
} from './compile/table-statements.ts'
export { createSqlSource, type SqlSourceOptions } from './create-sql-source.ts'
export { clickhouseDialect } from './dialects/clickhouse.ts'
export type { AggregateCall, SqlDialect } from './dialects/dialect.ts'
export { duckdbDialect } from './dialects/duckdb.ts'
export { duckdbText } from './dialects/duckdb-text.ts'
export { postgresqlDialect } from './dialects/postgresql.ts'
export { trinoDialect } from './dialects/trino.ts'
export { createDuckDb, type DuckDb, type DuckDbOptions } from './drivers/duckdb.ts'
export type { FileTable } from './drivers/duckdb-files.ts'
export { createPostgreSql, type PostgreSql, type PostgreSqlOptions } from './drivers/postgresql.ts'
export { type InsertTarget, insertRows } from './drivers/postgresql-insert.ts'
export { type ReadColumnsOptions, readColumns } from './drivers/read-columns.ts'
export type {
  RunInTransaction,
  RunOptions,
  SqlColumn,
  SqlDriver,
  SqlResult,
  TransactionalDriver,
} from './drivers/sql-driver.ts'
export type { TableColumn } from './drivers/table-column.ts'
export { SqlError, type SqlErrorCode } from './errors.ts'
export { type FrontierOptions, type FrontierQuestion, readFrontier } from './read-frontier.ts'
