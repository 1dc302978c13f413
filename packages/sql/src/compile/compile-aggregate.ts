import type { AggregateRequest, Leaf } from '@tributary/attribution'
import { type SqlText, sqlText, type TypedExpr } from '@tributary/expression'
import type { AggregateCall, SqlDialect } from '../dialects/dialect.ts'
import { unsupportedAggregateError } from '../errors.ts'
import { compileExpression } from './compile-expression.ts'
import { compileRows } from './compile-rows.ts'
import { type GroupingSets, groupingSets, maskRuns } from './grouping-sets.ts'
import { RowColumns } from './row-columns.ts'
import { joined, raw } from './sql-pieces.ts'
import { type SqlStatement, toStatement } from './sql-statement.ts'

/** A request as one statement, and where its result's columns stand. */
export interface CompiledAggregate {
  readonly statement: SqlStatement
  readonly layout: AggregateLayout
}

/**
 * The columns of a result, in this order: a GROUPING() mask per run of keys, the keys, the rows present in
 * the current and the compare window, then for each leaf its current and its compare value.
 */
export interface AggregateLayout extends GroupingSets {
  readonly keyCount: number
  readonly leafCount: number
}

/**
 * The one statement of an aggregate request. A subquery computes for each row whether it is in a window, its
 * keys and what the leaves aggregate; around it stand conditional aggregates over GROUPING SETS. So an
 * expression with parameters stands in one place, and the rows are read once.
 */
export function compileAggregate(
  request: AggregateRequest,
  dialect: SqlDialect,
): CompiledAggregate {
  const columns = new RowColumns()
  const sets = groupingSets(request.groupings, ({ value }) => {
    const compile = (key: TypedExpr) => dialect.key(compileExpression(key, dialect), key.type)
    const name = columns.add('k', value, compile)
    return columns.named('k').indexOf(name)
  })
  const leaves = request.leaves.map((leaf) => compileLeaf(leaf, columns, dialect))
  const keys = columns.named('k')
  const selected = [
    ...maskRuns(keys).map((run, i) => `GROUPING(${run.join(', ')}) AS g${i}`),
    ...keys,
    ...WINDOWS.map((window) => `${dialect.aggregate(present(window))} AS present_${window}`),
    ...leaves.flatMap((leaf, i) => WINDOWS.map((window) => `${leaf(window)} AS ${window}_${i}`)),
  ]
  const text = joined(
    [
      raw(`SELECT\n  ${selected.join(',\n  ')}`),
      sqlText`FROM (\n  ${compileWindowed(request, columns, dialect)}\n) AS windowed`,
      raw('WHERE in_current OR in_compare'),
      ...(keys.length === 0 ? [] : [raw(groupBy(sets, keys))]),
    ],
    '\n',
  )
  const layout = { ...sets, keyCount: keys.length, leafCount: leaves.length }
  return { statement: toStatement(text, dialect), layout }
}

const WINDOWS = ['current', 'compare'] as const
type Window = (typeof WINDOWS)[number]

function present(window: Window): AggregateCall {
  return { aggregate: 'COUNT', argument: null, condition: `in_${window}` }
}

/** The aggregate of a leaf in a window. */
function compileLeaf(
  leaf: Leaf,
  columns: RowColumns,
  dialect: SqlDialect,
): (window: Window) => string {
  assertAggregable(leaf)
  const { aggregate, fraction } = leaf
  const compile = (typed: TypedExpr) => compileExpression(typed, dialect)
  const argument = leaf.argument && {
    text: columns.add('a', leaf.argument, compile),
    type: leaf.argument.type,
  }
  const filter = leaf.filter === null ? '' : ` AND ${columns.add('f', leaf.filter, compile)}`
  return (window) =>
    dialect.aggregate({
      aggregate,
      argument,
      condition: `in_${window}${filter}`,
      ...(fraction === undefined ? {} : { fraction }),
    })
}

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'DECIMAL', 'DOUBLE', 'NULL'])

function assertAggregable({ name, aggregate, argument }: Leaf): void {
  const counts = aggregate === 'COUNT' || aggregate === 'COUNT_DISTINCT'
  if (argument === null ? aggregate !== 'COUNT' : !counts && !NUMBERS.has(argument.type)) {
    throw unsupportedAggregateError(name, aggregate, argument?.type ?? 'nothing')
  }
}

function compileWindowed(
  request: AggregateRequest,
  columns: RowColumns,
  dialect: SqlDialect,
): SqlText {
  const selected = [
    ...WINDOWS.map(
      (window) =>
        sqlText`${compileExpression(request.windows[window], dialect)}${raw(` AS in_${window}`)}`,
    ),
    ...columns.texts,
  ]
  const { filter } = request
  return joined(
    [
      sqlText`SELECT\n    ${joined(selected, ',\n    ')}`,
      ...compileRows(request.rows, dialect),
      ...(filter === null ? [] : [sqlText`WHERE ${compileExpression(filter, dialect)}`]),
    ],
    '\n  ',
  )
}

function groupBy({ sets }: GroupingSets, keys: readonly string[]): string {
  const lists = sets.map((set) => `(${set.map((position) => keys[position]).join(', ')})`)
  return `GROUP BY GROUPING SETS (${lists.join(', ')})`
}
