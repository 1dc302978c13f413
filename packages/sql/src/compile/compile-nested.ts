import type { AggregateRequest, Leaf } from '@tributary/attribution'
import { aggregateType } from '@tributary/attribution/internal'
import type { AggregateCall, SqlDialect } from '../dialects/dialect.ts'
import { toStatement } from '../text/sql-statement.ts'
import { joined, raw, sqlText } from '../text/sql-text.ts'
import {
  anyWindow,
  type CompiledAggregate,
  compileWindowed,
  keyColumn,
  leafCall,
  SIDES,
} from './compile-aggregate.ts'
import { compileExpression } from './compile-expression.ts'
import { groupingSets, maskRuns } from './grouping-sets.ts'
import { RowColumns } from './row-columns.ts'

/**
 * Compiles the leaves that are aggregated in two steps: one statement for all leaves with the same first step. An inner
 * query computes the leaf for each group and combination of `per`, the outer query aggregates its results. A combination
 * without matching rows contributes no number to the outer step, not even to a COUNT. The results have no columns for
 * the numbers of rows.
 */
export function compileNested(
  request: AggregateRequest,
  dialect: SqlDialect,
): readonly CompiledAggregate[] {
  const families = new Map<string, number[]>()
  for (const [position, { nested }] of request.leaves.entries()) {
    if (nested === undefined) continue
    const identity = JSON.stringify(nested.per, (_, part: unknown) =>
      typeof part === 'bigint' ? `${part}n` : part,
    )
    families.set(identity, [...(families.get(identity) ?? []), position])
  }
  return [...families.values()].map((positions) => compileFamily(request, positions, dialect))
}

function compileFamily(
  request: AggregateRequest,
  positions: readonly number[],
  dialect: SqlDialect,
): CompiledAggregate {
  const columns = new RowColumns()
  const sets = groupingSets(request.groupings, (key) => keyColumn(key, columns, dialect))
  const { nested } = request.leaves[positions[0]!]!
  const per = nested!.per.map((one) =>
    columns.add('p', one, (typed) => dialect.key(compileExpression(typed, dialect), typed.type)),
  )
  const leaves = positions.map((position) => request.leaves[position]!)
  const inner = leaves.map((leaf) => innerLeaf(leaf, columns, dialect))
  const keys = columns.named('k')
  const masks = maskRuns(keys).map((run, i) => ({
    name: `g${i}`,
    text: `GROUPING(${run.join(', ')})`,
  }))
  const values = inner.flatMap((leaf, i) => SIDES.map((side) => `${leaf(side)} AS ${side}_${i}`))
  const grouped = sets.sets.map((set) => [...set.map((key) => keys[key]!), ...per].join(', '))
  const innerText = joined(
    [
      raw(
        `SELECT\n    ${[...masks.map(({ name, text }) => `${text} AS ${name}`), ...keys, ...values].join(',\n    ')}`,
      ),
      sqlText`FROM (\n  ${compileWindowed(request, columns, dialect)}\n) AS windowed`,
      raw(`WHERE ${anyWindow(request)}`),
      raw(`GROUP BY GROUPING SETS (${grouped.map((list) => `(${list})`).join(', ')})`),
    ],
    '\n  ',
  )
  const names = [...masks.map(({ name }) => name), ...keys]
  const outer = leaves.flatMap((leaf, i) =>
    SIDES.map((side) => `${dialect.aggregate(outerCall(leaf, `${side}_${i}`))} AS ${side}_${i}`),
  )
  const text = joined(
    [
      raw(`SELECT\n  ${[...names, ...outer].join(',\n  ')}`),
      sqlText`FROM (\n  ${innerText}\n) AS parts`,
      ...(names.length === 0 ? [] : [raw(`GROUP BY ${names.join(', ')}`)]),
    ],
    '\n',
  )
  const layout = { ...sets, keyCount: keys.length, leaves: positions }
  return { statement: toStatement(text, dialect), layout }
}

function innerLeaf(
  leaf: Leaf,
  columns: RowColumns,
  dialect: SqlDialect,
): (side: (typeof SIDES)[number]) => string {
  const call = leafCall(leaf, columns, dialect)
  return (side) => {
    const one = call(side)
    const rows: AggregateCall = { aggregate: 'COUNT', argument: null, condition: one.condition }
    return `CASE WHEN ${dialect.aggregate(rows)} > 0 THEN ${dialect.aggregate(one)} END`
  }
}

function outerCall({ nested, aggregate, argument }: Leaf, column: string): AggregateCall {
  return {
    aggregate: nested!.aggregate,
    argument: { text: column, type: aggregateType(aggregate, argument?.type ?? 'INT') },
    condition: `${column} IS NOT NULL`,
  }
}
