import type { ComputedWord, PlainGrain } from '@tributary/expression'
import type { FileFormatDefinition } from './file-format.ts'

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
  readonly time: DatasetTime | null
  /** Further times of the rows, which metrics name. Absent for none. */
  readonly times?: readonly NamedTime[]
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

/** A time of a dataset that metrics and questions name. */
export interface NamedTime extends DatasetTime {
  readonly name: string
}

/** Where the time of a dataset's rows is. */
export interface DatasetTime {
  /** The name that metrics and questions use for it. Absent when they cannot name it. */
  readonly name?: string
  /** The relations that lead to the dataset of the column, such as a date dimension. Absent: its own column. */
  readonly via?: readonly string[]
  readonly column: string
  /** The base period of the metrics on the dataset. */
  readonly grain: ComputedWord
}

/** How the dataset is partitioned by a column. Only reported, not used. */
export interface PartitionDefinition {
  /** The column of the dataset. */
  readonly column: string
  readonly sourceTable: string | null
  readonly sourceColumn: string | null
  readonly grain: ComputedWord | null
  /** Columns that are ahead of the partition column, or behind it, by some units of the grain. */
  readonly columns: readonly {
    readonly column: string
    readonly interval: number
    readonly sign: 'POSITIVE' | 'NEGATIVE'
  }[]
}

/** Where the rows of a dataset are. */
export type DatasetSource = FileSource | TableSource

/** A data file. */
export interface FileSource {
  readonly type: 'FILE'
  readonly datasource: string
  /** Path of the file below the datasource's root, its kind by its ending; a pattern of several files with a `*`. */
  readonly file: string
  /** How the files are written. Absent for the usual way. */
  readonly format?: FileFormatDefinition
}

/** A table or a view of a database. */
export interface TableSource {
  readonly type: 'TABLE'
  readonly datasource: string
  /** That of the datasource; of a ClickHouse, whose databases stand as `schema`, the name of the datasource. */
  readonly database: string
  readonly schema: string
  readonly table: string
}

/** A column of a dataset. */
export interface ColumnDefinition {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly originDataType: OriginDataType
  /** Its name in the source. */
  readonly sourceColumn: string
  /** How dates and times are written, `dd.MM.yyyy`. Absent for ISO 8601. */
  readonly format?: string
  /** The digits after the point of a DECIMAL of a text file. Absent for 2. */
  readonly scale?: number
  /** The sign, code or word that stands before or after the numbers of a text file, such as `$`. */
  readonly unit?: string
  /** Texts that stand for NULL in this column of a text file, in addition to those of the file. */
  readonly nulls?: readonly string[]
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
  /** Which of several rows of `to` with the keys. Absent: the keys are unique. */
  readonly asOf?: RelationAsOf
}

/** Of several rows with the keys the last one whose time is not after that of the row of the dataset. */
export interface RelationAsOf {
  /** The column of the dataset with its time. */
  readonly column: string
  /** The column of `to` with its time. */
  readonly toColumn: string
  /** Times are compared by their periods. Absent: as they are. */
  readonly grain?: PlainGrain
  /** The row is found only when it is less than this before. Absent: however early. */
  readonly within?: { readonly count: number; readonly grain: PlainGrain }
  /** The column of `to` with the time from which on the row holds no more; NULL for ever. Absent: every row does. */
  readonly untilColumn?: string
}

/**
 * The name of a data file as a table, in parts: datasource, `files`, and the file's path with every character
 * outside `A-Z a-z 0-9 _ -` replaced by `_`. It names the file in requests and in lineage.
 */
export function fileTable(datasource: string, file: string): readonly [string, 'files', string] {
  return [datasource, 'files', file.replace(/[^A-Za-z0-9_-]/g, '_')]
}

/** A table by the three parts of its name. */
export type TableParts = readonly [string, string, string]

/**
 * The table of a source as `TableUse.table` of an aggregate request names it: of a file {@link fileTable}, of a table of a
 * database its database, schema and name.
 */
export function sourceTable(source: DatasetSource): TableParts {
  if (source.type === 'FILE') return fileTable(source.datasource, toTableFile(source))
  return [source.database, source.schema, source.table]
}

/** The path of a file, with the table of it that is meant, so that no two tables have the same {@link fileTable}. */
export function toTableFile({ file, format }: Pick<FileSource, 'file' | 'format'>): string {
  if (format?.table === undefined) return file
  const table = format.table.replace(
    /[^A-Za-z0-9]/gu,
    (character) => `_${character.codePointAt(0)!.toString(16)}_`,
  )
  return `${file}.${table}`
}

/** The GUID of a source: the parts of {@link sourceTable} joined by dots. */
export function sourceGuid(source: DatasetSource): string {
  return sourceTable(source).join('.')
}

/** The name of a source in messages: the path of a file, `schema.table` of a table. */
export function sourceName(source: DatasetSource): string {
  return source.type === 'FILE' ? source.file : `${source.schema}.${source.table}`
}

/** The table that a dataset's rows come from. */
export function datasetTable({ source }: Pick<DatasetDefinition, 'source'>): TableParts {
  return sourceTable(source)
}
