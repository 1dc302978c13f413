// SQL expressions of other tools.

export type { NameMeaning, ResolveName } from './sql-text/context.ts'
export type { SqlTextDialect } from './sql-text/dialects.ts'
export {
  type ReadSqlOptions,
  readSql,
  type SqlReading,
  type SqlRemark,
} from './sql-text/read-sql.ts'
export type { NamePart } from './sql-text/sql-tree.ts'
