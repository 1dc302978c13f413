// A source of aggregates for `attribute` of @tributary/attribution.

// Dialects, and the SQL of an expression in one of them.
export { compileExpression } from './compile/compile-expression.ts'
export { clickhouseDialect } from './dialects/clickhouse/clickhouse.ts'
export type {
  AggregateArgument,
  AggregateCall,
  BoundedArithmetic,
  BoundedOperators,
  ComparedDecimals,
  ExactSums,
  Guard,
  SqlDialect,
} from './dialects/dialect.ts'
export { duckdbDialect } from './dialects/duckdb/duckdb.ts'
export { postgresqlDialect } from './dialects/postgresql/postgresql.ts'
export { trinoDialect } from './dialects/trino/trino.ts'
// Drivers, which run statements in an engine.
export {
  type ClickHouse,
  type ClickHouseOptions,
  type ClickHouseTls,
  createClickHouse,
} from './drivers/clickhouse/clickhouse.ts'
export { createDuckDb, type DuckDb, type DuckDbOptions } from './drivers/duckdb/duckdb.ts'
export type { BadRows } from './drivers/duckdb/files/bad-rows.ts'
export type { FileCheck, FileFault, LeftOut } from './drivers/duckdb/files/check-file.ts'
export type {
  ColumnReading,
  FileFormat,
  FileTable,
  FileToRead,
} from './drivers/duckdb/files/file-table.ts'
export type { GuessedLayout } from './drivers/duckdb/files/guess-layout.ts'
export type {
  ColumnFacts,
  FileFacts,
  MeasureOptions,
  OddText,
  TimeFacts,
  TimeGrain,
} from './drivers/duckdb/files/measure.ts'
export type { FileSample, SampledColumn } from './drivers/duckdb/files/sample.ts'
export { type ReadColumnsOptions, readColumns } from './drivers/duckdb/read-columns.ts'
export {
  createPostgreSql,
  type PostgreSql,
  type PostgreSqlOptions,
  type PostgreSqlTls,
} from './drivers/postgresql/postgresql.ts'
export type {
  NewTable,
  RunInTransaction,
  RunOptions,
  SqlDriver,
  TableDriver,
  TableWriter,
  TransactionalDriver,
} from './drivers/sql-driver.ts'
export type { TrinoProgress } from './drivers/trino/statement-client.ts'
export {
  createTrino,
  type Trino,
  type TrinoOptions,
  type TrinoRunOptions,
  type TrinoTls,
} from './drivers/trino/trino.ts'
// Errors.
export { SqlError, type SqlErrorCode } from './errors.ts'
export type { FormsOf, FunctionForms, SqlArgument, SqlForm } from './functions/sql-form.ts'
export type { SqlColumn, SqlResult, TableColumn, TypedColumn } from './results/sql-result.ts'
export { createSqlSource, type SqlSourceOptions } from './source/create-sql-source.ts'
export { createSqlTable, type SqlTableOptions } from './source/create-sql-table.ts'
export type { Quoting } from './text/names.ts'
export { type Placeholders, type SqlStatement, toStatement } from './text/sql-statement.ts'
export type { SqlText } from './text/sql-text.ts'
