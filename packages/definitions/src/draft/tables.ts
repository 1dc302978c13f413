import type { DatasetDefinition, DatasourceDefinition } from '@tributary/catalog'
import { toValueType } from '@tributary/catalog/internal'
import type { Span } from '@tributary/expression'
import type { NameMeaning, ResolveName } from '../sql-text/context/context.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'

/** A table as a foreign document names it. */
export interface TableReference {
  readonly database: string | null
  readonly schema: string | null
  readonly table: string
}

/** A table that was found: where its rows are, and its columns with their types. */
export type FoundTable = Pick<DatasetDefinition, 'source' | 'columns'>

/** Finds the tables that a document names. */
export interface TableLookup {
  /** The datasources that sources of found tables name. */
  readonly datasources: readonly DatasourceDefinition[]
  /** The table, or null where there is none. */
  find(table: TableReference): Promise<FoundTable | null>
}

/** `schema.table` as messages show it. */
export function formatTableName({ schema, table }: TableReference): string {
  return schema === null ? table : `${schema}.${table}`
}

/** The table of `database.schema.table`, with or without quotes; null for a query. */
export function parseTableReference(source: string): TableReference | null {
  const name = source.trim()
  if (/^\(|\s/.test(name)) return null
  const parts = name.split('.').map((part) => part.replace(/^["`[]|["`\]]$/g, ''))
  const table = parts.at(-1) ?? ''
  if (table === '') return null
  return { database: parts.at(-3) ?? null, schema: parts.at(-2) ?? null, table }
}

const NO_PLACE: Span = { start: 0, end: 0 }

/** A dataset whose columns expressions of SQL name. */
export type TableColumns = Pick<DatasetDefinition, 'name' | 'columns'>

/** A column of a dataset. */
export type TableColumn = DatasetDefinition['columns'][number]

/** The column that a part of a name means: exactly, else without case where one fits. */
export function findColumnByName(
  { columns }: TableColumns,
  { text }: NamePart,
): TableColumn | 'none' | 'several' {
  const exact = columns.find(({ sourceColumn }) => sourceColumn === text)
  if (exact !== undefined) return exact
  const fits = columns.filter(
    ({ sourceColumn }) => sourceColumn.toLowerCase() === text.toLowerCase(),
  )
  return fits.length === 1 ? fits[0]! : fits.length === 0 ? 'none' : 'several'
}

/** The meaning of names in SQL about the rows of one dataset: its columns, perhaps after a name of the table. */
export function createColumnResolver(
  dataset: TableColumns,
  aliases: readonly string[],
): ResolveName {
  const qualifiers = new Set(aliases.map((alias) => alias.toLowerCase()))
  return (parts) => {
    const written = parts.map(({ text }) => text).join('.')
    const last = parts.at(-1)!
    if (parts.length > 1 && !qualifiers.has(parts.at(-2)!.text.toLowerCase())) {
      return { refused: `${written} is no column of ${dataset.name}` }
    }
    return resolveColumn(dataset, last)
  }
}

/** The meaning of a column as `['dataset'/'column']`. */
export function resolveColumn(dataset: TableColumns, part: NamePart): NameMeaning {
  const column = findColumnByName(dataset, part)
  if (column === 'none')
    return { refused: `the table of ${dataset.name} has no column ${part.text}` }
  if (column === 'several')
    return { refused: `several columns of ${dataset.name} fit ${part.text}` }
  return {
    tree: { kind: 'column', dataset: dataset.name, column: column.name, span: NO_PLACE },
    type: toValueType(column.originDataType),
  }
}
