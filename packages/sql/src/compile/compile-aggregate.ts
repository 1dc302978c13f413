import type { AggregateRequest, GroupKey, Measure } from '@tributary/attribution'
import { isTextExtreme } from '@tributary/attribution/internal'
import type { TypedExpr, TypedReference } from '@tributary/expression'
import type { AggregateArgument, AggregateCall, SqlDialect } from '../dialects/dialect.ts'
import { notANumberError } from '../errors.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { compileExpression } from './compile-expression.ts'
import { compileRows, compileWhere } from './compile-rows.ts'
import {
  type BitsOf,
  compileSplit,
  exactArguments,
  isAddedExactly,
  SplitColumns,
  sizeColumns,
  USUAL_BITS,
} from './exact-sums.ts'
import { type GroupingSets, groupingSets, maskRuns } from './grouping-sets.ts'
import { placeConditions } from './place-conditions.ts'
import { RowColumns } from './row-columns.ts'
import { type TimeBounds, windowBounds } from './time-bounds.ts'
import { compileWindow } from './window-ranges.ts'

/** A statement of a request, and the layout of its result. */
export interface CompiledAggregate {
  readonly statement: SqlStatement
  readonly layout: AggregateLayout
  /** Brings a result into the columns of the layout. @defaultValue it has them */
  readonly arrange?: (result: SqlResult) => SqlResult
}

/**
 * The columns of a result in their order: a GROUPING() mask per run of keys, the keys, the number of rows in the
 * current and in the compare window, then the current and the compare value of each of `measures`; where doubles are added
 * up, last the number of rows with bits that the sums do not have.
 */
export interface AggregateLayout extends GroupingSets {
  readonly keyCount: number
  /** The positions in the request of the measures that are aggregated in one step. */
  readonly measures: readonly number[]
  /** Whether doubles are added up. */
  readonly checked: boolean
}

/**
 * Compiles an aggregate request to one statement. A subquery computes for each row whether it is in a window, its keys
 * and the arguments of the measures; the outer query has conditional aggregates over GROUPING SETS. So each expression is
 * written once, and the rows are read once.
 */
export function compileAggregate(
  request: AggregateRequest,
  dialect: SqlDialect,
  bitsOf: BitsOf = () => USUAL_BITS,
): CompiledAggregate {
  const columns = new RowColumns()
  const sets = groupingSets(request.groupings, (key) => keyColumn(key, columns, dialect))
  const positions = [...request.measures.keys()].filter(
    (i) => request.measures[i]!.nested === undefined,
  )
  const split = new SplitColumns(bitsOf)
  const names = positions.flatMap((_, i) => SIDES.map((side) => `${side}_${i}`))
  const values = positions.flatMap((i) =>
    SIDES.map(measureCall(request.measures[i]!, columns, { dialect, split })),
  )
  const [current, compare, ...calls] = placeConditions([...SIDES.map(present), ...values], dialect)
  const keys = columns.named('k')
  const selected = [
    ...maskRuns(keys).map((run, i) => `GROUPING(${run.join(', ')}) AS g${i}`),
    ...keys,
    `${dialect.aggregate(current!)} AS present_current`,
    `${dialect.aggregate(compare!)} AS present_compare`,
    ...calls.map((call, at) => `${dialect.aggregate(call)} AS ${names[at]}`),
    ...split.check(dialect),
  ]
  const text = joinSql(
    [
      raw(`SELECT\n  ${selected.join(',\n  ')}`),
      ...compileWindowRows(request, columns, { dialect, split }),
      ...(keys.length === 0 ? [] : [raw(groupBy(sets, keys))]),
    ],
    '\n',
  )
  const layout = { ...sets, keyCount: keys.length, measures: positions, checked: split.any }
  return { statement: toStatement(text, dialect), layout }
}

/** The position of the column of a group key; equal keys share a column. */
export function keyColumn({ value }: GroupKey, columns: RowColumns, dialect: SqlDialect): number {
  const compile = (key: TypedExpr) => dialect.key(compileExpression(key, dialect), key.type)
  const name = columns.add('k', value, compile)
  return columns.named('k').indexOf(name)
}

/** The sides of a pair of windows. */
export const SIDES = ['current', 'compare'] as const
export type Side = (typeof SIDES)[number]

/** The column that says whether a row is in a window: of the request's own pair, or of another pair by its position. */
export function inWindow(side: Side, otherWindow: number | undefined): string {
  return otherWindow === undefined ? `in_${side}` : `in_${side}_${otherWindow}`
}

/** The condition that a row is in at least one window. */
function anyWindow({ otherWindows = [] }: AggregateRequest): string {
  const pairs = [undefined, ...otherWindows.keys()]
  return pairs.flatMap((pair) => SIDES.map((side) => inWindow(side, pair))).join(' OR ')
}

function present(side: Side): AggregateCall {
  return { aggregate: 'COUNT', argument: null, condition: `in_${side}` }
}

/** The call for the aggregate of a measure over one of its windows; `rowsOf` gives the condition on the rows of the window. */
export function measureCall(
  measure: Measure,
  columns: RowColumns,
  { dialect, split }: MeasureTarget,
  rowsOf: (side: Side) => string = (side) => inWindow(side, measure.otherWindow),
): (side: Side) => AggregateCall {
  assertAggregable(measure)
  const { aggregate, fraction } = measure
  const compile = (typed: TypedExpr) => compileExpression(typed, dialect)
  const argument = measure.argument && rowArgument(measure, measure.argument)
  const filter = measure.filter && columns.add('f', measure.filter, compile)
  function rowArgument(
    { aggregate: measureAggregate }: Measure,
    typed: TypedExpr,
  ): AggregateArgument {
    if (isTextExtreme(measure)) {
      // As a key, so that its text is the one that the language writes.
      const key = (node: TypedExpr) => dialect.key(compile(node), node.type)
      return { text: columns.add('t', typed, key), type: typed.type }
    }
    const text = columns.add('a', typed, compile)
    return isAddedExactly({ aggregate: measureAggregate, argument: typed })
      ? split.add(text, typed)
      : { text, type: typed.type }
  }
  return (side) => ({
    aggregate,
    argument,
    condition: joinRowFilter(rowsOf(side), filter),
    ...(fraction === undefined ? {} : { fraction }),
  })
}

/** The dialect of a measure, and the columns that are split for it. */
export interface MeasureTarget {
  readonly dialect: SqlDialect
  readonly split: SplitColumns
}

/** The statement for the sizes of the doubles that a request adds up, as {@link sizeColumns}; null for none. */
export function compileSizes(request: AggregateRequest, dialect: SqlDialect): SqlStatement | null {
  const columns = new RowColumns()
  const selected = sizeColumns(exactArguments(request.measures), columns, dialect)
  if (selected.length === 0) return null
  const text = joinSql(
    [
      raw(`SELECT\n  ${selected.join(',\n  ')}`),
      sqlText`FROM (\n  ${compileWindowSubquery(request, columns, dialect)}\n) AS windowed`,
      raw(`WHERE ${anyWindow(request)}`),
    ],
    '\n',
  )
  return toStatement(text, dialect)
}

/** `FROM` the rows of any window, with the parts of doubles that are added up. */
export function compileWindowRows(
  request: AggregateRequest,
  columns: RowColumns,
  { dialect, split }: MeasureTarget,
): readonly SqlText[] {
  const rows = sqlText`(\n  ${compileWindowSubquery(request, columns, dialect)}\n) AS windowed`
  const where = anyWindow(request)
  if (!split.any) return [sqlText`FROM ${rows}`, raw(`WHERE ${where}`)]
  const parts = { rows, where, columns: split.columns, inexactWhere: [] }
  return [sqlText`FROM ${compileSplit(parts, dialect)}`]
}

function joinRowFilter(rows: string, filter: string | null): string {
  if (filter === null) return rows
  return rows === 'TRUE' ? filter : `${rows} AND ${filter}`
}

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'DECIMAL', 'DOUBLE', 'NULL'])

function assertAggregable(measure: Measure): void {
  if (isTextExtreme(measure)) return
  const { name, aggregate, argument } = measure
  const counts = aggregate === 'COUNT' || aggregate === 'COUNT_DISTINCT'
  if (argument === null ? aggregate !== 'COUNT' : !counts && !NUMBERS.has(argument.type)) {
    throw notANumberError(name, aggregate, argument?.type ?? 'nothing')
  }
}

/** The subquery of a request: for each row whether it is in each window, its keys and the arguments of the measures. */
function compileWindowSubquery(
  request: AggregateRequest,
  columns: RowColumns,
  dialect: SqlDialect,
): SqlText {
  const pairs = [[undefined, request.windows] as const, ...(request.otherWindows ?? []).entries()]
  const selected = [
    ...pairs.flatMap(([windowIndex, pair]) =>
      SIDES.map(
        (side) =>
          sqlText`${compileWindow(pair[side], dialect)}${raw(` AS ${inWindow(side, windowIndex)}`)}`,
      ),
    ),
    ...columns.texts,
  ]
  const { filter, rows } = request
  const { alias, visible } = rows.base
  const isWithin = (time: TypedReference): boolean => visible !== undefined && time.table === alias
  const bounds = windowBounds(request, dialect)
  const listConditions = (some: readonly TimeBounds[]) =>
    some.flatMap(({ conditions }) => conditions)
  const ownBounds = listConditions(bounds.filter(({ time }) => isWithin(time)))
  const lookupBounds = listConditions(bounds.filter(({ time }) => !isWithin(time)))
  return joinSql(
    [
      sqlText`SELECT\n    ${joinSql(selected, ',\n    ')}`,
      ...compileRows(
        rows,
        { expressions: listRowExpressions(request), bounds: ownBounds },
        dialect,
      ),
      ...compileWhere(lookupBounds, filter === null ? [] : [filter], dialect),
    ],
    '\n  ',
  )
}

/** Everything that a request computes from a row. */
function listRowExpressions(request: AggregateRequest): readonly TypedExpr[] {
  const { filter, windows, otherWindows = [], measures, groupings } = request
  return [
    filter,
    ...[windows, ...otherWindows].flatMap(({ current, compare }) => [current, compare]),
    ...measures.flatMap((measure) => [
      measure.argument,
      measure.filter,
      ...(measure.nested?.per ?? []),
    ]),
    ...groupings.flat().map(({ value }) => value),
  ].filter((typed) => typed !== null)
}

function groupBy({ sets }: GroupingSets, keys: readonly string[]): string {
  const lists = sets.map((set) => `(${set.map((position) => keys[position]).join(', ')})`)
  return `GROUP BY GROUPING SETS (${lists.join(', ')})`
}
