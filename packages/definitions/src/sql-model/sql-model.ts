import type { MetricPeriod } from '@tributary/catalog'
import type { ComputedWord, ValueType } from '@tributary/expression'
import type { Draft } from '../draft/draft.ts'
import type { Place } from '../draft/place.ts'
import type { FoundTable, TableReference } from '../draft/tables.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'

/**
 * Definitions whose meanings are SQL texts: datasets with fields, joins from many rows to one, and metrics. What formats such
 * as Ossie, metric views and semantic views have in common.
 */
export interface SqlModel {
  readonly dialect: SqlTextDialect
  /** By what SQL texts call them. */
  readonly datasets: ReadonlyMap<string, SqlDataset>
  readonly relationships: readonly SqlRelationship[]
  readonly metrics: readonly SqlMetric[]
  readonly names: SqlNames
}

/** The rules by which names in the SQL texts of metrics are resolved. */
export interface SqlNames {
  /**
   * FIRST: a field, else a column. NEVER: a column. UNCLEAR: either; refused where both are there and differ. IN_BRACES: a
   * field or metric in braces, `{name}`, `{dataset.name}`; a column without, `name`, `{dataset}.name`.
   */
  readonly fields: 'FIRST' | 'NEVER' | 'UNCLEAR' | 'IN_BRACES'
  /** How a metric names another: by its name, within `MEASURE(…)`, or never. Without a meaning for IN_BRACES. */
  readonly metrics: 'BY_NAME' | 'BY_CALL' | 'NEVER'
  /** Whether the fields of all datasets share one set of names, as those of a view do. */
  readonly isOneSet: boolean
}

/** Something of a model that has a name. */
export interface SqlTexts {
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly at: Place
}

/** A SQL text, or why there is none. */
export type SqlText = { readonly text: string } | { readonly refused: string }

/** A dataset: a table, or something else that is left out. */
export interface SqlDataset extends SqlTexts {
  /** Null where its rows are not those of a table. */
  readonly table: TableReference | null
  /** Why there is no table. */
  readonly refused: string
  /** A condition on its rows. */
  readonly filter: SqlText | null
  readonly primaryKey: readonly string[]
  /** A note for the report. @defaultValue none */
  readonly note?: string
  /** The base period of its time. @defaultValue DAY */
  readonly grain?: ComputedWord
  readonly fields: ReadonlyMap<string, SqlField>
}

/** A field: a column of the table or an expression of columns. */
export interface SqlField extends SqlTexts {
  readonly sql: SqlText
  readonly isDimension: boolean
  /** Whether it is the time of the rows, where its values are dates or times. */
  readonly isTime: boolean
  /** The declared type in the words of the file; null without one. */
  readonly type: { readonly word: string; readonly fits: readonly ValueType[] } | null
  /** A note for the report; null for none. */
  readonly note: string | null
}

/** A join from many rows to one. */
export interface SqlRelationship extends SqlTexts {
  readonly from: string
  readonly to: string
  /** Its name in findings. @defaultValue its name */
  readonly displayName?: string
  /** The dataset that declares it, where that is not the one it leads from. */
  readonly declaredBy?: string
  /** A note for the report. @defaultValue none */
  readonly note?: string
  /** Empty where it is refused. */
  readonly pairs: readonly { readonly from: string; readonly to: string }[]
  readonly refused: string | null
}

/** A metric. */
export interface SqlMetric extends SqlTexts {
  /** Its name in the document; unique among metrics. */
  readonly key: string
  readonly sql: SqlText
  /** The dataset whose rows it aggregates; null where its names say it. */
  readonly dataset: string | null
  /** Whether it aggregates one row for each of its dataset, also where it names columns of related datasets alone. */
  readonly isOfJoinedRows: boolean
  /** Conditions on the rows. */
  readonly filters: readonly SqlText[]
  /** Why it is left out, as far as that is known from the document. */
  readonly refused: string | null
  /** Whether it is imported only where another metric needs it. */
  readonly isPrivate: boolean
  /** The period that it covers instead of the requested one. @defaultValue the requested period */
  readonly period?: MetricPeriod
  /** The field by whose dates that period goes, which must be the time of the dataset. @defaultValue the time, whichever it is */
  readonly periodBy?: string
  readonly notes: readonly string[]
}

/** The input of an import: the model, the tables of its datasets, and the draft to add to. */
export interface SqlModelSource {
  readonly model: SqlModel
  readonly tables: ReadonlyMap<SqlDataset, FoundTable>
  readonly draft: Draft
}

/** A document that was read as a model; its tables are to be found before it is imported. */
export interface SqlModelDocument {
  readonly tables: readonly TableReference[]
  readonly dialect: SqlTextDialect
  /** Makes the definitions; `found` has what was found for each of the tables. */
  fill(draft: Draft, dialect: SqlTextDialect, resolvedTables: readonly (FoundTable | null)[]): void
}
