import type { Grain } from '@tributary/expression'

/** Column types as the API writes them. */
export type OriginDataType =
  | 'INT'
  | 'BIGINT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'VARCHAR'
  | 'BOOLEAN'
  | 'DATE'
  | 'DATETIME'
  | 'TIMESTAMP'

/** A table that metrics and dimensions stand on. */
export interface DatasetDefinition {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly source: DatasetSource
  readonly columns: readonly ColumnDefinition[]
  /** Many-to-one relations; this dataset is on the N side. */
  readonly relations: readonly RelationDefinition[]
  /** Where `metric_time` comes from; null when the dataset has no time. */
  readonly time: { readonly column: string; readonly grain: Grain } | null
  /** A condition on its columns: rows without it do not exist for metrics. Null for all rows. */
  readonly filter: string | null
  readonly partition: PartitionDefinition | null
  /** When its file is looked at anew, in the tenant's time zone; absent for never by itself. */
  readonly cron?: string
  /** Layout data of a user interface, kept as it is. */
  readonly layout: Readonly<Record<string, unknown>>
  readonly owner: string | null
  readonly tags: readonly string[]
}

/** How the dataset is cut into parts by a column (specification §2.11). Told, not used. */
export interface PartitionDefinition {
  /** The column of the dataset. */
  readonly column: string
  readonly sourceTable: string | null
  readonly sourceColumn: string | null
  readonly grain: Grain | null
  /** Columns that run ahead of the partition's, or behind it, by some units of the grain. */
  readonly columns: readonly {
    readonly column: string
    readonly interval: number
    readonly sign: 'POSITIVE' | 'NEGATIVE'
  }[]
}

/** The rows of a dataset. */
export interface DatasetSource {
  readonly type: 'FILE'
  readonly datasource: string
  /** Path of the file below the datasource's root; Parquet or CSV by its ending. */
  readonly file: string
}

/** A column of a dataset. */
export interface ColumnDefinition {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly originDataType: OriginDataType
  /** Its name in the source. */
  readonly sourceColumn: string
  readonly isHidden: boolean
  readonly isPrimaryKey: boolean
}

/** Each row of the dataset has at most one row of `to`. */
export interface RelationDefinition {
  readonly name: string
  readonly displayName: string
  readonly type: 'MANY_TO_ONE'
  readonly to: string
  readonly on: readonly { readonly column: string; readonly toColumn: string }[]
}

/** A folder of data files that the embedded engine reads in place. */
export interface DatasourceDefinition {
  readonly name: string
  readonly displayName: string
  readonly type: 'FILES'
  /** The folder, absolute. */
  readonly root: string
}

/**
 * The table that a data file is, in parts: datasource, `files`, and the file's path with every character
 * outside `A-Z a-z 0-9 _ -` replaced by `_`. It names the file in requests and in lineage.
 */
export function fileTable(datasource: string, file: string): readonly [string, 'files', string] {
  return [datasource, 'files', file.replace(/[^A-Za-z0-9_-]/g, '_')]
}

/** The GUID of a data file: the parts of {@link fileTable} joined by dots, always exactly three. */
export function fileGuid(datasource: string, file: string): string {
  return fileTable(datasource, file).join('.')
}

/** The table that a dataset's rows come from, as `TableUse.table` of an aggregate request names it. */
export function datasetTable(dataset: DatasetDefinition): readonly string[] {
  return fileTable(dataset.source.datasource, dataset.source.file)
}
