import { assertNever } from '@tributary/core'
import type { Grain, TypedExpr, ValueType } from '@tributary/expression'
import type { AggregateMeasure } from '@tributary/expression/internal'

/**
 * The port to an engine that computes aggregates: SQL, or columns in memory. Contributions are
 * computed from its answers by the same code, so every source gives the same result.
 */
export interface AggregateSource {
  /**
   * One frame per grouping of the request, in the request's order, from one pass over the rows.
   * An aborted signal stops the work in the engine and rejects with the signal's reason.
   */
  aggregate(request: AggregateRequest, options?: AggregateOptions): Promise<AggregateAnswer>
  /**
   * How many measures a request may have before each of them takes longer than in two requests of half as many. Questions
   * about many metrics ask for so many at once. @defaultValue 20
   */
  readonly measuresAtOnce?: number
}

/** How to aggregate. */
export interface AggregateOptions {
  readonly signal?: AbortSignal
  /**
   * A source may reject when its frames have more groups together, before it has worked them out: columns in memory with
   * `ATTRIBUTION_TOO_MANY_GROUPS`, an SQL engine with `SQL_TOO_MANY_ROWS`. @defaultValue no limit
   */
  readonly maxGroups?: number
}

/** One fact, a table that is aggregated: the rows, windows and groups of its measures. */
export interface Fact {
  readonly rows: RowSet
  /** Rows for which it is not TRUE are in neither window; null keeps all rows. */
  readonly filter: TypedExpr | null
  /** A row is in a window when its condition is TRUE; it may be in both. */
  readonly windows: WindowPair
  /** Further pairs of windows that measures refer to by index, such as the same windows a year before. */
  readonly otherWindows?: readonly WindowPair[]
  /** The keys to group by; `[]` groups everything into one row. */
  readonly groupings: readonly (readonly GroupKey[])[]
  /** The time of a row, to request the frontier; null does not request it. */
  readonly time: TypedExpr | null
}

/** A request for aggregates. Every expression is checked; its references name columns by table alias. */
export interface AggregateRequest extends Fact {
  readonly measures: readonly Measure[]
}

/** The conditions of a current and a compare window. */
export interface WindowPair {
  readonly current: TypedExpr
  readonly compare: TypedExpr
}

/** The rows of a table, each extended by at most one row of every lookup: never more rows than the base has. */
export interface RowSet {
  readonly base: TableUse
  /** Left joins to a unique key, in an order in which each uses only aliases before it. */
  readonly lookups: readonly Lookup[]
}

/** A table under an alias. */
export interface TableUse {
  /** Its name in the source, in parts: `['vega', 'files', 'flights']`. */
  readonly table: readonly string[]
  readonly alias: string
  /**
   * Which of its rows exist for the request; every source answers as if the others were not in the table. No expression of
   * the request is evaluated on them. Absent: all rows exist.
   */
  readonly visible?: VisibleRows
}

/** The rows of a table that a condition keeps. */
export interface VisibleRows {
  /** The rows for which it is TRUE are kept. Its references are to the alias of the table and to those of `lookups`. */
  readonly condition: TypedExpr
  /** The lookups of the condition. Those of the request know nothing of them. */
  readonly lookups: readonly Lookup[]
}

/** A many-to-one relation: the row of `table` whose key columns equal the given expressions. */
export interface Lookup extends TableUse {
  readonly on: readonly { readonly left: TypedExpr; readonly right: TypedExpr }[]
  /** Which of several rows with one key. Absent: the key is unique. */
  readonly asOf?: AsOf
}

/**
 * Of the rows with the key the last one whose time is not after that of the row that looks it up. `left` and `after` are about
 * that row and those before it, the others about the row that is found. A time without a value finds nothing, and is not found.
 */
export interface AsOf {
  readonly left: TypedExpr
  readonly right: TypedExpr
  /** Of rows with one time the last in the order of these values, NULL first. */
  readonly order: readonly TypedExpr[]
  /** The row is found only when its time is later than this. Absent: however early. */
  readonly after?: TypedExpr
  /** The row is found only before this time, or when it has none. Absent: however late. */
  readonly until?: TypedExpr
}

/**
 * Base aggregates. `COUNT` without an argument counts rows; `PERCENTILE` interpolates between the two
 * nearest values (SQL's PERCENTILE_CONT), `PERCENTILE_DISC` is one of the values; `VARIANCE` and `STDDEV` are those of a sample.
 */
export type Aggregate = AggregateMeasure['aggregate']

/** An aggregate below a metric's formula. Two measures of one request never share a name. */
export interface Measure {
  readonly name: string
  readonly aggregate: Aggregate
  /** The expression to aggregate; null only for COUNT, which then counts rows. NULLs are skipped. */
  readonly argument: TypedExpr | null
  /** Keeps matching rows for this measure alone; null keeps all rows. */
  readonly filter: TypedExpr | null
  /** Of PERCENTILE and PERCENTILE_DISC alone: between 0 and 1. */
  readonly fraction?: number
  /** Which of the `otherWindows` of its fact it is aggregated in; absent: in `windows`. */
  readonly otherWindow?: number
  /** Which of the `otherFacts` of the attribution it is aggregated over; absent: over its own rows. */
  readonly otherFact?: number
  /**
   * The measure is taken in the first or last base period of its window that has rows. Resolved before a source is asked, which
   * never sees it. Absent: over all of the window.
   */
  readonly snapshot?: Snapshot
  /**
   * The name of another measure that counts its rows: where that is 0, it has no value instead of 0, and a sum of no values has
   * none either. Values of metrics alone have it. @defaultValue a sum or a count over no rows is 0
   */
  readonly countedBy?: string
  /** Aggregated per value of these first, then once more over those values; absent: at once. */
  readonly nested?: NestedAggregate
}

/** Which times of a window a measure is taken at. */
export interface Snapshot {
  readonly take: 'FIRST' | 'LAST'
  readonly time: TypedExpr
  /** The base period that is taken. */
  readonly grain: Grain
  /** The first or last is that of each combination of their values; none: that of all rows. */
  readonly per: readonly TypedExpr[]
  /**
   * The windows whose rows choose the time: those of the measure without what tells two compared objects apart, so that an
   * object has the value that it has beside others. @defaultValue the windows of the measure
   */
  readonly windows?: WindowPair
}

/**
 * The outer half of an aggregate in two steps: the measure's own aggregate is taken per group and per distinct
 * combination of `per` (the days of a window, say; rows without a value in `per` form one combination),
 * then `aggregate` over those numbers within the group.
 */
export interface NestedAggregate {
  readonly per: readonly TypedExpr[]
  readonly aggregate: 'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'AVG' | 'MIN' | 'MAX'
}

/** A column to group by: its value as text under this name. */
export interface GroupKey {
  readonly name: string
  readonly value: TypedExpr
}

/** The frames, and the first and last time of the data. */
export interface AggregateAnswer {
  readonly frames: readonly AggregateFrame[]
  /**
   * First and last time of the base table before any filter, in microseconds since 1970-01-01; null
   * when the request has no time or the table no row.
   */
  readonly frontier: { readonly first: bigint; readonly last: bigint } | null
  /** A description of what was run: SQL text, or a plan in words. */
  readonly executed: string
}

/**
 * The groups of one grouping that have a row in any window of the request, in any order. An overall frame (no keys) has
 * exactly one row, also over no rows at all.
 */
export interface AggregateFrame {
  readonly rowCount: number
  /** A column per key, in the grouping's order: the value as text, null for the NULL group. */
  readonly keys: readonly (readonly (string | null)[])[]
  /**
   * Whether the groups that have a value in every key ascend by these texts, by code point, the first key first; tables
   * are ordered without reading texts then. @defaultValue nothing is known
   */
  readonly ordered?: boolean
  /** A pair of columns per measure, in the request's order. */
  readonly measures: readonly MeasureColumns[]
  /**
   * The row count of each group in each of `windows`, before measure filters: distinguishes an absent
   * side from a zero.
   */
  readonly present: { readonly current: Float64Array; readonly compare: Float64Array }
}

/** One measure in both windows. */
export interface MeasureColumns {
  readonly current: NumberColumn
  readonly compare: NumberColumn
  /**
   * The values of a MIN or MAX of texts, dates or times, as the language writes them, null where there is none; `current`
   * and `compare` have no number then. @defaultValue absent: numbers
   */
  readonly texts?: MeasureTexts
}

/** The texts of a measure in both windows, row by row. */
export interface MeasureTexts {
  readonly current: readonly (string | null)[]
  readonly compare: readonly (string | null)[]
}

/** Whether a measure is a MIN or MAX of texts, dates or times, which has values but no numbers. Texts order by code point. */
export function isTextExtreme({
  aggregate,
  argument,
  nested,
}: Omit<Measure, 'name' | 'filter'>): boolean {
  const extreme = aggregate === 'MIN' || aggregate === 'MAX'
  return extreme && nested === undefined && argument !== null && TEXT_TYPES.has(argument.type)
}

const TEXT_TYPES: ReadonlySet<ValueType> = new Set(['STRING', 'DATE', 'TIMESTAMP'])

/**
 * Aggregated numbers. `double`: IEEE doubles, NaN where there is no value. `exact`: `units[i] / 10^scale`
 * without loss, null where there is no value. `safe`: the same, where all units are whole doubles within
 * ±2^53; NaN where there is no value. COUNT and COUNT_DISTINCT, and SUM, MIN and MAX of INT and DECIMAL,
 * are exact or safe; MIN and MAX of texts, dates and times have {@link MeasureColumns.texts}.
 */
export type NumberColumn =
  | { readonly kind: 'double'; readonly values: Float64Array }
  | { readonly kind: 'exact'; readonly scale: number; readonly units: readonly (bigint | null)[] }
  | { readonly kind: 'safe'; readonly scale: number; readonly units: Float64Array }

/** The type of an aggregate over values of a type. For a count of rows any type may be given. */
export function aggregateType(
  aggregate: Aggregate | 'AVG' | 'MEDIAN',
  argument: ValueType,
): ValueType {
  switch (aggregate) {
    case 'COUNT':
    case 'COUNT_DISTINCT':
      return 'INT'
    case 'SUM':
    case 'MIN':
    case 'MAX':
      return argument
    case 'AVG':
    case 'MEDIAN':
    case 'PERCENTILE':
    case 'PERCENTILE_DISC':
    case 'VARIANCE':
    case 'STDDEV':
      return 'DOUBLE'
    default:
      return assertNever(aggregate)
  }
}
