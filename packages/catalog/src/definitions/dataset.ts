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
  readonly owner: string | null
  readonly tags: readonly string[]
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
