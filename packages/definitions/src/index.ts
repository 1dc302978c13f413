// SQL expressions of other tools.

export { type CatalogDatasource, dbtCatalogTables } from './dbt/catalog-tables.ts'
export type { Finding, FindingKind, FindingStatus } from './draft/findings.ts'
export type { UnreadKey } from './draft/place.ts'
export type { FoundTable, TableLookup, TableReference } from './draft/tables.ts'
export { DefinitionsError, type DefinitionsErrorCode } from './errors.ts'
export {
  EXPORT_FORMATS,
  type ExportDefinitionsOptions,
  type ExportFormat,
  exportDefinitions,
} from './export/export-definitions.ts'
export type { ExportedDefinitions, ExportFinding } from './export/exporter/exporter.ts'
export type { ExtendedList } from './extras/extension.ts'
export {
  type ImportDefinitionsOptions,
  type ImportedDefinitions,
  type ImportReport,
  importDefinitions,
} from './import/import-definitions.ts'
export {
  LOCK_FILE,
  type MergedImport,
  type MergeImportOptions,
  mergeImport,
} from './import/merge.ts'
export {
  type DefinitionsFile,
  type DefinitionsFolder,
  type DefinitionsFormat,
  FORMATS,
  type LeftOutFile,
} from './import/read-document.ts'
export type { NameMeaning, NameRole, ResolveName } from './sql-text/context/context.ts'
export type { Value } from './sql-text/context/value.ts'
export {
  type ReadSqlOptions,
  readSql,
  type SqlReading,
  type SqlRemark,
} from './sql-text/read-sql.ts'
export { SQL_TEXT_DIALECTS, type SqlTextDialect } from './sql-text/syntax/dialects.ts'
export type { NamePart } from './sql-text/syntax/sql-tree.ts'
