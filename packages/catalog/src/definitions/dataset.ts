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

/** A table that metrics and dimensions are defined on. */
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
  /** A condition on its columns: metrics see only the rows that fulfil it. Null for all rows. */
  readonly filter: string | null
  /**
   * The row condition: a question counts only rows that fulfil it. It may name attributes of the user who asks,
   * `[user.region]`. Absent for all rows.
   */
  readonly rows?: string
  readonly partition: PartitionDefinition | null
  /** Cron expression in the tenant's time zone: when its file is checked for changes. Absent for never. */
  readonly cron?: string
  /** Layout data of a user interface, kept as it is. */
  readonly layout: Readonly<Record<string, unknown>>
  readonly owner: string | null
  readonly tags: readonly string[]
}

/** How the dataset is partitioned by a column (specification §2.11). Only reported, not used. */
export interface PartitionDefinition {
  /** The column of the dataset. */
  readonly column: string
  readonly sourceTable: string | null
  readonly sourceColumn: string | null
  readonly grain: Grain | null
  /** Columns that are ahead of the partition column, or behind it, by some units of the grain. */
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

/** A folder of data files, read in place by the embedded engine. */
export interface DatasourceDefinition {
  readonly name: string
  readonly displayName: string
  readonly type: 'FILES'
  /** The folder, absolute. */
  readonly root: string
}

/**
 * The name of a data file as a table, in parts: datasource, `files`, and the file's path with every character
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
