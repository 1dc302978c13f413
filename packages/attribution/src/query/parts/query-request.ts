import type { Grain, Interval, TypedExpr, ValueType } from '@tributary/expression'
import type { ResolvedMetric, RowTime } from '../../request/request.ts'
import type { GroupKey, RowSet } from '../../request/source.ts'
import type { AttributionTable } from '../../tables/answer.ts'

/** A question for the values of metrics by groups. Metrics of different rows are joined by their groups. */
export interface QueryRequest {
  /** The keys to group by; none: one row. Each part has a key for each of them, in this order. */
  readonly keys: readonly QueryKey[]
  readonly parts: readonly QueryPart[]
  /** The names of all metrics of the parts, each once, in the order of the answer's columns. */
  readonly metrics: readonly string[]
  /** Keeps the groups for which it is TRUE; a reference with a null table names a metric. Null: all groups. */
  readonly resultFilter: TypedExpr | null
  /** The first orders; then by the keys, ascending. */
  readonly orders: readonly QueryOrder[]
  /** The groups to leave out at the beginning. */
  readonly offset: number
  /** The most groups of the answer. */
  readonly limit: number
}

/** A column to group by. */
export interface QueryKey {
  readonly name: string
  /** The type of its values, which are texts: numbers order by their size. */
  readonly type: ValueType
}

/** A column to order by. Groups without a value in it are last in both directions. */
export interface QueryOrder {
  /** The name of a key or a metric. */
  readonly column: string
  readonly direction: 'ASC' | 'DESC'
}

/** Metrics that are aggregated together: over the same rows, in the same windows. */
export interface QueryPart extends QueryFact {
  readonly metrics: readonly ResolvedMetric[]
  /** Further facts that measures of the metrics refer to; each has as many keys. @defaultValue none */
  readonly otherFacts?: readonly QueryFact[]
  /**
   * Where a key is a time and measures look at other times than those of their rows: how the periods are aggregated, each in
   * windows of its own. @defaultValue all rows are aggregated at once
   */
  readonly byPeriod?: PartPeriods
  /** The periods that the answer has without rows too; every key is a time. @defaultValue only those with rows */
  readonly fills?: PeriodFill
}

/** Periods that are groups of an answer. */
export interface PeriodFill {
  /** By key, the grain of its periods. */
  readonly grains: readonly Grain[]
  /** The times that are asked for. */
  readonly intervals: readonly Interval[]
}

/** An interval of time with both ends, in microseconds since 1970-01-01. */
export interface PeriodInterval extends Interval {
  readonly from: bigint
  readonly to: bigint
}

/** Which periods look at data up to a moment. */
export interface PeriodReach {
  /** A moment after which no period looks at them, but for windows that everything up to their end is in. */
  readonly last: bigint
  /** Whether there are such windows, so that every later period looks at them. */
  readonly isOpen: boolean
}

/** How the periods of a part are aggregated. */
export interface PartPeriods {
  /** By key: the grain whose periods of the time of a row it is; null for a key that is no time. */
  readonly grains: readonly (Grain | null)[]
  /** The times that are asked for, sorted and disjoint. */
  readonly intervals: readonly Interval[]
  /** Which periods look at data up to `last`. */
  reachOf(last: bigint): PeriodReach
  /** The windows that measures look at from a period: by fact its own window, and then those that `otherWindow` counts. */
  windowsOf(period: PeriodInterval): readonly (readonly PeriodWindow[])[]
  /** The window of a fact in any interval. */
  windowIn(fact: number, interval: Interval): PeriodWindow
  /** The base period of the metrics, and by fact the key whose text is its start. */
  readonly base: { readonly grain: Grain; readonly keys: readonly GroupKey[] }
}

/** A window, and the time that it is. */
export interface PeriodWindow {
  readonly condition: TypedExpr
  readonly interval: Interval
  /**
   * The windows in it of whose values a measure is the mean. @defaultValue absent: it is aggregated in the window itself
   */
  readonly parts?: readonly PeriodWindow[]
}

/** The rows of one fact, and what a query means for them. */
export interface QueryFact {
  readonly rows: RowSet
  /** The name of its dataset in warnings, without blanks. @defaultValue warnings do not name it */
  readonly dataset?: string
  readonly keys: readonly GroupKey[]
  /** A row counts when it is TRUE. */
  readonly window: TypedExpr
  /** Windows that measures of the metrics refer to, such as the same window a year before. */
  readonly otherWindows: readonly TypedExpr[]
  /** Rows for which it is not TRUE count nowhere; null keeps all rows. */
  readonly filter: TypedExpr | null
  /** The time of a row; null when the rows have none. */
  readonly time: RowTime | null
}

/** The answer of a query. */
export interface QueryAnswer {
  /** A text column per key, null for the group without a value; then a column per metric. */
  readonly table: AttributionTable['table']
  /**
   * By metric, the exact text of its value in every row, null where it has none. A metric is here when it is a whole number or
   * a decimal and a number of its column would lose digits.
   */
  readonly texts: ReadonlyMap<string, readonly (string | null)[]>
  /** The number of groups that the result filter keeps, those before `offset` and after `limit` too. */
  readonly total: number
  readonly warnings: readonly QueryWarning[]
  /** Descriptions of what the source ran. */
  readonly executed: readonly string[]
}

/** Something that should be known of the values of some metrics. */
export type QueryWarning =
  /** No row is in the window; the data begins and ends there, null where that is not known. */
  | {
      readonly code: 'NO_DATA'
      readonly metrics: readonly string[]
      readonly first: string | null
      readonly last: string | null
      readonly dataset?: string
    }
  /** The data reaches only some base periods of the window. */
  | {
      readonly code: 'PARTIAL_RANGE'
      readonly metrics: readonly string[]
      readonly periods: number
      readonly of: number
      readonly dataset?: string
    }
  /** The window begins or ends within a period of the dataset, whose grain is not that of another dataset of the metrics. */
  | {
      readonly code: 'PART_OF_PERIOD'
      readonly metrics: readonly string[]
      readonly grain: string
      readonly dataset?: string
    }
  /** So many values of the metric are beyond the range of doubles, and null. */
  | { readonly code: 'OVERFLOW'; readonly metrics: readonly string[]; readonly groups: number }
