import type { AggregateRequest, Measure } from '@tributary/attribution'
import { areApart, isNever, windowIntervals } from '@tributary/attribution/internal'
import {
  type Interval,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlColumn, SqlResult } from '../results/sql-result.ts'
import { toStatement } from '../text/sql-statement.ts'
import { joinSql, raw } from '../text/sql-text.ts'
import {
  type CompiledAggregate,
  compileWindowRows,
  inWindow,
  measureCall,
  SIDES,
  type Side,
} from './compile-aggregate.ts'
import { type BitsOf, SplitColumns, USUAL_BITS } from './exact-sums.ts'
import { moveConditionToArgument } from './place-conditions.ts'
import { getTypedIdentity, RowColumns } from './row-columns.ts'
import { includesNull } from './time-bounds.ts'

/** From so many aggregates on, rows are grouped by their window; with fewer the plain statement is as fast. */
const FROM_AGGREGATES = 16

/**
 * Compiles the totals of many measures over windows that have no row in common: rows are grouped by their window, and each
 * aggregate is written once, whatever the number of windows. Null for any other request. An aggregate for each window
 * with a filter of its own costs engines more the more of them a statement has: 50 sums over ten windows of a million
 * rows take DuckDB 30 times as long.
 */
export function compileWindowTotals(
  request: AggregateRequest,
  dialect: SqlDialect,
  bitsOf: BitsOf = () => USUAL_BITS,
): CompiledAggregate | null {
  const positions = [...request.measures.keys()].filter((i) => !request.measures[i]!.nested)
  if (2 * positions.length <= FROM_AGGREGATES || !isTotal(request)) return null
  const windows = separateWindows(request)
  if (windows === null) return null
  const columns = new RowColumns()
  const split = new SplitColumns(bitsOf)
  const distinct = new Map(positions.map((i) => [serializeMeasure(request.measures[i]!), i]))
  const selected = [
    `CASE ${windows.names.map((name, window) => `WHEN ${name} THEN ${window}`).join(' ')} END AS w`,
    `${dialect.aggregate({ aggregate: 'COUNT', argument: null, condition: 'TRUE' })} AS present`,
    ...[...distinct.values()].map((i, at) => {
      const call = measureCall(request.measures[i]!, columns, { dialect, split }, () => 'TRUE')
      return `${dialect.aggregate(moveConditionToArgument(call('current')))} AS value_${at}`
    }),
    ...split.check(dialect),
  ]
  const text = joinSql(
    [
      raw(`SELECT\n  ${selected.join(',\n  ')}`),
      ...compileWindowRows(request, columns, { dialect, split }),
      raw('GROUP BY 1'),
    ],
    '\n',
  )
  const places = [...distinct.keys()]
  const cells = positions.flatMap((i) => {
    const measure = request.measures[i]!
    const column = 2 + places.indexOf(serializeMeasure(measure))
    const isCount = COUNTS.has(measure.aggregate)
    return SIDES.map((side): Cell => {
      return { column, window: windows.numberOf(side, measure.otherWindow), isCount }
    })
  })
  const present = SIDES.map((side): Cell => {
    return { column: 1, window: windows.numberOf(side, undefined), isCount: true }
  })
  return {
    statement: toStatement(text, dialect),
    layout: {
      sets: [[]],
      groupings: request.groupings.map(() => ({ set: 0, keys: [] })),
      keyCount: 0,
      measures: positions,
      checked: split.any,
    },
    arrange: (result) => arrangeCells(result, [...present, ...cells], split.any),
  }
}

/** Whether a request has no group but everything. */
export function isTotal({ groupings }: AggregateRequest): boolean {
  return groupings.every((keys) => keys.length === 0)
}

/** The computation of a measure as a text, without its name and its windows. */
export function serializeMeasure({
  name: _,
  otherWindow: __,
  argument,
  filter,
  ...fields
}: Measure): string {
  const parts = [argument, filter].map((part) => part && getTypedIdentity(part))
  return JSON.stringify([...parts, fields], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

const COUNTS: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT'])

interface SeparateWindows {
  /** The column that says whether a row is in a window, by the number of the window. */
  readonly names: readonly string[]
  numberOf(side: Side, otherWindow: number | undefined): number
}

/** The windows of a request by number, equal ones once; null unless they are ranges of one time without a common moment. */
export function separateWindows({
  windows,
  otherWindows = [],
}: AggregateRequest): SeparateWindows | null {
  const numbers = new Map<string, number>()
  const conditions: TypedExpr[] = []
  const names: string[] = []
  for (const [pair, both] of [windows, ...otherWindows].entries()) {
    for (const side of SIDES) {
      const identity = getTypedIdentity(both[side])
      if (numbers.has(identity)) continue
      numbers.set(identity, conditions.length)
      conditions.push(both[side])
      names.push(inWindow(side, pair === 0 ? undefined : pair - 1))
    }
  }
  if (!timesIn(windows.current).some((time) => areSeparate(conditions, time))) return null
  const getWindowNumber = (side: Side, windowIndex: number | undefined) => {
    const pair = windowIndex === undefined ? windows : otherWindows[windowIndex]!
    return numbers.get(getTypedIdentity(pair[side]))!
  }
  return { names, numberOf: getWindowNumber }
}

function timesIn(condition: TypedExpr): readonly TypedReference[] {
  return typedReferences(condition).filter(({ type }) => type === 'DATE' || type === 'TIMESTAMP')
}

function areSeparate(conditions: readonly TypedExpr[], time: TypedReference): boolean {
  const previousIntervals: (readonly Interval[])[] = []
  for (const condition of conditions) {
    const intervals = isNever(condition) ? [] : windowIntervals(condition, time)
    if (intervals === null || includesNull(condition, time)) return false
    if (previousIntervals.some((candidate) => !areApart(candidate, intervals))) return false
    previousIntervals.push(intervals)
  }
  return true
}

/** A column of the result in the row of a window; over no rows a count is 0, and anything else has no value. */
interface Cell {
  readonly column: number
  readonly window: number
  readonly isCount: boolean
}

/** One row with a column for each cell; where sums were checked, the number of inexact rows behind them. */
function arrangeCells(
  { columns, rowCount }: SqlResult,
  cells: readonly Cell[],
  isChecked: boolean,
): SqlResult {
  const rows = new Map<number, number>()
  for (let row = 0; row < rowCount; row++) rows.set(Number(numberAt(columns[0]!, row)), row)
  const inexact = columns.at(-1)!
  const sum = () => [...rows.values()].reduce((all, row) => all + Number(numberAt(inexact, row)), 0)
  return {
    rowCount: 1,
    columns: [
      ...cells.map(({ column, window, isCount }) =>
        oneRow(columns[column]!, rows.get(window) ?? -1, isCount),
      ),
      ...(isChecked ? [{ kind: 'double', values: Float64Array.of(sum()) } as const] : []),
    ],
  }
}

function numberAt(column: SqlColumn, row: number): bigint | number | null {
  if (column.kind === 'exact') return column.units[row] ?? null
  if (column.kind === 'double') return column.values[row]!
  throw new TypeError(`A count is a number, found a column of ${column.kind}`)
}

function oneRow(column: SqlColumn, row: number, isCount: boolean): SqlColumn {
  switch (column.kind) {
    case 'exact':
      return { ...column, units: [row < 0 && isCount ? 0n : (column.units[row] ?? null)] }
    case 'double': {
      const none = isCount ? 0 : Number.NaN
      return { ...column, values: Float64Array.of(row < 0 ? none : column.values[row]!) }
    }
    default:
      return { ...column, values: [column.values[row] ?? null] } as SqlColumn
  }
}
