import type { AggregateRequest, Measure } from '@tributary/attribution'
import { aggregateType } from '@tributary/attribution/internal'
import type { AggregateCall, SqlDialect } from '../dialects/dialect.ts'
import { toStatement } from '../text/sql-statement.ts'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import {
  type CompiledAggregate,
  compileWindowRows,
  keyColumn,
  measureCall,
  SIDES,
} from './compile-aggregate.ts'
import { compileExpression } from './compile-expression.ts'
import {
  type BitRange,
  type BitsOf,
  bitsOfSums,
  compileSplit,
  INEXACT_ROWS,
  isFiniteNumber,
  SplitColumns,
  USUAL_BITS,
} from './exact-sums.ts'
import { groupingSets, maskRuns } from './grouping-sets.ts'
import { placeConditions } from './place-conditions.ts'
import { RowColumns } from './row-columns.ts'

/**
 * Compiles the measures that are aggregated in two steps: one statement for all measures with the same first step. An inner
 * query computes the measure for each group and combination of `per`, the outer query aggregates its results. A combination
 * without matching rows contributes no number to the outer step, not even to a COUNT. A mean is given as its sum; behind
 * the values of all measures are the counts of both windows of each mean. The results have no columns for the numbers of
 * rows.
 */
export function compileNestedMeasures(
  request: AggregateRequest,
  dialect: SqlDialect,
  bitsOf: BitsOf = () => USUAL_BITS,
): readonly CompiledAggregate[] {
  const families = new Map<string, number[]>()
  for (const [position, { nested }] of request.measures.entries()) {
    if (nested === undefined) continue
    const identity = JSON.stringify(nested.per, (_, part: unknown) =>
      typeof part === 'bigint' ? `${part}n` : part,
    )
    families.set(identity, [...(families.get(identity) ?? []), position])
  }
  return [...families.values()].map((positions) =>
    compileFamily(request, positions, { dialect, bitsOf }),
  )
}

function compileFamily(
  request: AggregateRequest,
  positions: readonly number[],
  { dialect, bitsOf }: { readonly dialect: SqlDialect; readonly bitsOf: BitsOf },
): CompiledAggregate {
  const columns = new RowColumns()
  const sets = groupingSets(request.groupings, (key) => keyColumn(key, columns, dialect))
  const { nested } = request.measures[positions[0]!]!
  const per = nested!.per.map((node) =>
    columns.add('p', node, (typed) => dialect.key(compileExpression(typed, dialect), typed.type)),
  )
  const measures = positions.map((position) => request.measures[position]!)
  const split = new SplitColumns(bitsOf)
  const calls = measures.flatMap((measure) =>
    SIDES.map(measureCall(measure, columns, { dialect, split })),
  )
  const inner = compileInnerStep(calls, dialect)
  const keys = columns.named('k')
  const masks = maskRuns(keys).map((run, i) => ({
    name: `g${i}`,
    text: `GROUPING(${run.join(', ')})`,
  }))
  const grouped = sets.sets.map((set) => [...set.map((key) => keys[key]!), ...per].join(', '))
  const innerText = joinSql(
    [
      raw(
        `SELECT\n    ${[...masks.map(({ name, text }) => `${text} AS ${name}`), ...keys, ...inner, ...split.check(dialect)].join(',\n    ')}`,
      ),
      ...compileWindowRows(request, columns, { dialect, split }),
      raw(`GROUP BY GROUPING SETS (${grouped.map((list) => `(${list})`).join(', ')})`),
    ],
    '\n  ',
  )
  const names = [...masks.map(({ name }) => name), ...keys]
  const parts = sqlText`(\n  ${innerText}\n) AS parts`
  const outer = compileOuterStep(measures, parts, { dialect, bitsOf, isChecked: split.any })
  const text = joinSql(
    [
      raw(`SELECT\n  ${[...names, ...outer.selected].join(',\n  ')}`),
      sqlText`FROM ${outer.from}`,
      ...(names.length === 0 ? [] : [raw(`GROUP BY ${names.join(', ')}`)]),
    ],
    '\n',
  )
  const layout = { ...sets, keyCount: keys.length, measures: positions, checked: outer.checked }
  return { statement: toStatement(text, dialect), layout }
}

/** The columns of the outer query behind the keys, and its source; `isChecked` if the inner query adds up doubles. */
function compileOuterStep(
  measures: readonly Measure[],
  parts: SqlText,
  { dialect, bitsOf, isChecked }: { dialect: SqlDialect; bitsOf: BitsOf; isChecked: boolean },
): { readonly selected: readonly string[]; readonly from: SqlText; readonly checked: boolean } {
  const split = new SplitColumns(bitsOf)
  const names = measures.flatMap((_, i) => SIDES.map((side) => `${side}_${i}`))
  const calls = names.map((name, at) =>
    createOuterCall(measures[at >> 1]!, name, { columns: split, bitsOf }),
  )
  const values = placeConditions(calls, dialect).map(
    (call, at) => `${dialect.aggregate(call)} AS ${names[at]}`,
  )
  const counts = measures.flatMap(({ nested }, i) =>
    nested!.aggregate === 'AVG'
      ? SIDES.map((side) => compileCountColumn(`${side}_${i}`, dialect))
      : [],
  )
  if (!split.any) {
    const check = isChecked ? [`SUM(${INEXACT_ROWS}) AS ${INEXACT_ROWS}`] : []
    return { selected: [...values, ...counts, ...check], from: parts, checked: isChecked }
  }
  const { columns } = split
  const inexactWhere = [
    ...(isChecked ? [`${INEXACT_ROWS} > 0`] : []),
    ...columns.map(({ name }) => `NOT (${isFiniteNumber(name)})`),
  ]
  return {
    selected: [...values, ...counts, ...split.check(dialect)],
    from: compileSplit({ rows: parts, where: null, columns, inexactWhere }, dialect),
    checked: true,
  }
}

function compileCountColumn(column: string, { aggregate }: SqlDialect): string {
  const argument = { text: column, type: 'INT' } as const
  return `${aggregate({ aggregate: 'COUNT', argument, condition: 'TRUE' })} AS ${column}_count`
}

/** The columns of the inner query behind the keys: NULL where no row of a combination counts. */
function compileInnerStep(calls: readonly AggregateCall[], dialect: SqlDialect): readonly string[] {
  const rows = calls.map(({ condition }): AggregateCall => {
    return { aggregate: 'COUNT', argument: null, condition }
  })
  const placed = placeConditions([...rows, ...calls], dialect)
  return calls.map((_, at) => {
    const count = dialect.aggregate(placed[at]!)
    const value = dialect.aggregate(placed[calls.length + at]!)
    return `CASE WHEN ${count} > 0 THEN ${value} END AS ${SIDES[at % 2]}_${at >> 1}`
  })
}

/** The outer aggregate over a column of the inner step; a mean as its sum. */
function createOuterCall(measure: Measure, column: string, split: OuterSplit): AggregateCall {
  const { nested, aggregate, argument } = measure
  const outer = nested!.aggregate
  const type = aggregateType(aggregate, argument?.type ?? 'INT')
  return {
    aggregate: outer === 'AVG' ? 'SUM' : outer,
    argument: isOuterSumExact(measure)
      ? split.columns.addWith(column, outerBits(measure, split.bitsOf))
      : { text: column, type },
    condition: `${column} IS NOT NULL`,
  }
}

/** Whether the outer step of a measure adds up doubles. */
function isOuterSumExact({ nested, aggregate, argument }: Measure): boolean {
  const isSum = nested?.aggregate === 'SUM' || nested?.aggregate === 'AVG'
  return isSum && aggregateType(aggregate, argument?.type ?? 'INT') === 'DOUBLE'
}

/** How many numbers the outer step of a measure adds up for each double; 0 when it adds up none. */
export function countOuterLimbs(measure: Measure, bitsOf: BitsOf): number {
  return isOuterSumExact(measure) ? outerBits(measure, bitsOf).limbs : 0
}

interface OuterSplit {
  readonly columns: SplitColumns
  readonly bitsOf: BitsOf
}

function outerBits({ aggregate, argument }: Measure, bitsOf: BitsOf): BitRange {
  const bits = argument === null ? USUAL_BITS : bitsOf(argument)
  return aggregate === 'SUM' ? bitsOfSums(bits) : bits
}
