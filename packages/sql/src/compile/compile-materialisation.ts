import type { Materialisation } from '@tributary/attribution/internal'
import type { TypedExpr } from '@tributary/expression'
import { DAY } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { measureCall } from './compile-aggregate.ts'
import { compileExpression } from './compile-expression.ts'
import { compileRows, compileWhere } from './compile-rows.ts'
import {
  ALL_BITS,
  type BitsOf,
  bitsIn,
  compileSplit,
  exactArguments,
  SplitColumns,
  sizeColumns,
} from './exact-sums.ts'
import { getTypedIdentity, RowColumns } from './row-columns.ts'
import { timeBounds } from './time-bounds.ts'

/** The time from one moment up to, but not including, another, in microseconds since 1970-01-01. */
export interface MomentRange {
  readonly from: bigint
  readonly to: bigint
}

/** The columns of a materialised table, in the order in which they are selected. */
export function materialisedColumns(materialisation: Materialisation): readonly string[] {
  const { dimensions, partition, measures, rowCount } = materialisation
  const names = [
    ...dimensions.map(({ column }) => column),
    partition?.column,
    rowCount,
    ...measures.flatMap(({ column, argument, filter }) => [column, argument, filter]),
  ]
  return [...new Set(names.filter((name) => name != null))]
}

/**
 * The query for the rows of a materialised table, which selects {@link materialisedColumns} in their order. A range limits
 * it to the partitions between two moments; null means all, as for a table without partitions.
 * `bitsOf` tells the bits that sums of doubles need; without it they have all, which takes an engine longer.
 */
export function compileMaterialisation(
  materialisation: Materialisation,
  range: MomentRange | null,
  dialect: SqlDialect,
  bitsOf: BitsOf = () => ALL_BITS,
): SqlText {
  return materialisation.form === 'DETAIL'
    ? compileDetail(materialisation, range, dialect)
    : compileAggregatedRows(materialisation, range, { dialect, bitsOf })
}

/**
 * The query for the sizes of the doubles that a materialised table adds up, which {@link materialBits} reads; null when
 * it adds up none.
 */
export function compileMaterialSizes(
  materialisation: Materialisation,
  range: MomentRange | null,
  dialect: SqlDialect,
): SqlText | null {
  const columns = new RowColumns()
  const selected = sizeColumns(addedUp(materialisation), columns, dialect)
  if (selected.length === 0) return null
  const rowSource = keptRows(materialisation, range, { columns, dialect })
  return joinSql([raw(`SELECT\n  ${selected.join(',\n  ')}`), sqlText`FROM ${rowSource}`], '\n')
}

/** The bits that the sums of a materialised table need, from the result of {@link compileMaterialSizes}. */
export function materialBits(materialisation: Materialisation, sizes: SqlResult): BitsOf {
  const bitRanges = bitsIn(sizes)
  const bits = new Map(
    addedUp(materialisation).map((argument, i) => [getTypedIdentity(argument), bitRanges[i]!]),
  )
  return (argument) => bits.get(getTypedIdentity(argument)) ?? ALL_BITS
}

/** The expressions of doubles that are added up. */
function addedUp({ form, measures }: Materialisation): readonly TypedExpr[] {
  return form === 'DETAIL' ? [] : exactArguments(measures.map(({ measure }) => measure))
}

/** A value that is kept; some engines have no type of their own for the results of conditions. */
function keptValue(value: TypedExpr, dialect: SqlDialect): SqlText {
  return value.type === 'BOOLEAN'
    ? compileMaterialKey(value, dialect)
    : compileExpression(value, dialect)
}

function compileDetail(
  materialisation: Materialisation,
  range: MomentRange | null,
  dialect: SqlDialect,
): SqlText {
  const values = new Map<string, SqlText>()
  const keys = listMaterialKeys(materialisation)
  for (const [column, value] of keys) values.set(column, compileMaterialKey(value, dialect))
  for (const { measure, argument, filter } of materialisation.measures) {
    if (argument !== null) values.set(argument, keptValue(measure.argument!, dialect))
    if (filter !== null) values.set(filter, keptValue(measure.filter!, dialect))
  }
  const selected = materialisedColumns(materialisation).map((column) =>
    addColumnAlias(values.get(column)!, column, dialect),
  )
  return joinSql(
    [
      sqlText`SELECT\n  ${joinSql(selected, ',\n  ')}`,
      ...compileRows(materialisation.rows, { expressions: [] }, dialect),
      ...where(materialisation, range, dialect),
    ],
    '\n',
  )
}

/** A subquery computes the keys and the arguments of the measures for each row, so that each expression is written once. */
function compileAggregatedRows(
  materialisation: Materialisation,
  range: MomentRange | null,
  { dialect, bitsOf }: { readonly dialect: SqlDialect; readonly bitsOf: BitsOf },
): SqlText {
  const split = new SplitColumns(bitsOf)
  const columns = new RowColumns()
  const values = new Map<string, string>()
  for (const [column, value] of listMaterialKeys(materialisation)) {
    values.set(
      column,
      columns.add('k', value, (key) => compileMaterialKey(key, dialect)),
    )
  }
  const rows = { aggregate: 'COUNT', argument: null, condition: 'TRUE' } as const
  const { rowCount, measures } = materialisation
  if (rowCount !== null) values.set(rowCount, dialect.aggregate(rows))
  for (const { measure, column } of measures) {
    if (column === null) continue
    const call = measureCall(measure, columns, { dialect, split }, () => 'TRUE')
    values.set(column, dialect.aggregate(call('current')))
  }
  const selected = materialisedColumns(materialisation).map((column) =>
    addColumnAlias(raw(values.get(column)!), column, dialect),
  )
  const keys = columns.named('k')
  const rowSource = keptRows(materialisation, range, { columns, dialect })
  const parts = { rows: rowSource, where: null, columns: split.columns, inexactWhere: [] }
  return joinSql(
    [
      sqlText`SELECT\n  ${joinSql(selected, ',\n  ')}`,
      sqlText`FROM ${split.any ? compileSplit(parts, dialect) : rowSource}`,
      ...(keys.length === 0 ? [] : [raw(`GROUP BY ${keys.join(', ')}`)]),
    ],
    '\n',
  )
}

/** The rows as a subquery, with the columns that are computed for each. */
function keptRows(
  materialisation: Materialisation,
  range: MomentRange | null,
  { columns, dialect }: { readonly columns: RowColumns; readonly dialect: SqlDialect },
): SqlText {
  const inner = joinSql(
    [
      sqlText`SELECT\n    ${joinSql(getComputedColumns(columns), ',\n    ')}`,
      ...compileRows(materialisation.rows, { expressions: [] }, dialect),
      ...where(materialisation, range, dialect),
    ],
    '\n  ',
  )
  return sqlText`(\n  ${inner}\n) AS kept`
}

/** The computed columns, or a constant where the table only counts rows. */
function getComputedColumns(columns: RowColumns): readonly SqlText[] {
  return columns.texts.length > 0 ? columns.texts : [raw('1 AS one')]
}

function listMaterialKeys({
  dimensions,
  partition,
}: Materialisation): readonly (readonly [column: string, value: TypedExpr])[] {
  const keys = new Map(dimensions.map(({ column, value }) => [column, value]))
  if (partition !== null) keys.set(partition.column, partition.value)
  return [...keys]
}

function compileMaterialKey(value: TypedExpr, dialect: SqlDialect): SqlText {
  return dialect.key(compileExpression(value, dialect), value.type)
}

function addColumnAlias(value: SqlText, column: string, dialect: SqlDialect): SqlText {
  return sqlText`${value}${raw(` AS ${dialect.identifier(column)}`)}`
}

function where(
  { filter, partition }: Materialisation,
  range: MomentRange | null,
  dialect: SqlDialect,
): readonly SqlText[] {
  const conditions = filter === null ? [] : [filter]
  if (partition === null || range === null) return compileWhere([], conditions, dialect)
  const { time } = partition
  return compileWhere(
    timeBounds(time, range, dialect),
    [...conditions, ...createRangeComparisons(time, range)],
    dialect,
  )
}

/** `time >= from AND time < to`, in the type of the time. */
function createRangeComparisons(time: TypedExpr, { from, to }: MomentRange): readonly TypedExpr[] {
  return [
    {
      kind: 'comparison',
      type: 'BOOLEAN',
      op: '>=',
      left: time,
      right: createPartitionMoment(time, from),
    },
    {
      kind: 'comparison',
      type: 'BOOLEAN',
      op: '<',
      left: time,
      right: createPartitionMoment(time, to),
    },
  ]
}

/** A moment as a constant of the type of a time; partitions consist of whole days, so it is a midnight. */
function createPartitionMoment(time: TypedExpr, moment: bigint): TypedExpr {
  return time.type === 'DATE'
    ? { kind: 'constant', type: 'DATE', constant: { type: 'DATE', value: Number(moment / DAY) } }
    : { kind: 'constant', type: 'TIMESTAMP', constant: { type: 'TIMESTAMP', value: moment } }
}
