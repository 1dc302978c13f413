// For the other packages of Tributary only, without a promise of stability.

// Statements on materialised tables and on what is recorded of them.
export { compileAggregate } from './compile/compile-aggregate.ts'
export {
  compileMaterialisation,
  compileMaterialSizes,
  type MomentRange,
  materialBits,
  materialisedColumns,
} from './compile/compile-materialisation.ts'
export type { GivenRows, ReadColumn } from './compile/compile-table-rows.ts'
export { type CountedPartition, recordStatements } from './compile/record-statements.ts'
export { type TablePart, tableStatements } from './compile/table-statements.ts'
export { describeQuery, duckdbText, estimateBytesQuery } from './dialects/duckdb/statements.ts'
export {
  endWhenSilent,
  hasRecords,
  lockUntilCommit,
  recordChanges,
} from './dialects/postgresql/statements.ts'
// Reading and writing tables.
export { USUAL_CLOCKS, USUAL_PATTERNS } from './drivers/duckdb/files/bad-rows.ts'
export { stateOfFiles } from './drivers/duckdb/files/file-state.ts'
export { filesOfPattern } from './drivers/duckdb/files/raw-parts.ts'
export { loadClient } from './drivers/load-client.ts'
export { insertRows } from './drivers/postgresql/insert-rows.ts'
export type { InsertTarget } from './drivers/sql-driver.ts'
export { keyText } from './results/key-text.ts'
export { readTableRows, withQueries, withRows } from './source/extended-driver.ts'
// Reading and writing tables.
export { insertValues } from './source/insert-values.ts'
export { assertUniqueKeys } from './source/lookup-keys.ts'
export { readFrontier } from './source/read-frontier.ts'
export { compactSql, describeStatement } from './text/sql-statement.ts'
export { joinSql, raw, sqlText } from './text/sql-text.ts'

// The tables of a database.

export { type ListedTable, listTables } from './drivers/table-listing.ts'
