import type { AggregateRequest, RowSet } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { compile, type Scope, type TypedExpr, type ValueType } from '@tributary/expression'

const TYPES: Readonly<Record<string, ValueType>> = {
  at: 'TIMESTAMP',
  day: 'DATE',
  s: 'STRING',
  n: 'INT',
  x: 'DOUBLE',
}

/** Rows of one table under an alias. */
export function rowsAs(alias: string): RowSet {
  return { base: { table: ['c', 's', 'facts'], alias }, lookups: [] }
}

/** Reads expressions about the rows of {@link rowsAs}. */
export function readAs(alias: string): (text: string) => TypedExpr {
  const scope: Scope = {
    resolve(name) {
      const column = name.kind === 'field' ? name.name : name.column
      return {
        found: { kind: 'reference', type: TYPES[column] ?? 'STRING', table: alias, name: column },
      }
    },
    names: () => Object.keys(TYPES),
  }
  return (text) => compile(text, scope, { path: text })
}

/** A table by day and `s`, with the sum of `n` and the count of rows. */
export function byDay(changed: Partial<Materialisation> = {}): Materialisation {
  const read = readAs('facts')
  const day = read('Cast(DateTrunc([at], "DAY"), "Date")')
  return {
    table: ['tributary', 'acme', 'by_day'],
    form: 'AGGREGATED',
    rows: rowsAs('facts'),
    filter: null,
    dimensions: [
      { column: 'at__day', value: day },
      { column: 's', value: read('[s]') },
    ],
    partition: { column: 'at__day', grain: 'DAY', time: read('[at]'), value: day },
    measures: [
      {
        measure: { name: 'sum', aggregate: 'SUM', argument: read('[n]'), filter: null },
        column: 'leaf_1',
        argument: null,
        filter: null,
      },
    ],
    rowCount: 'row_count',
    ...changed,
  }
}

/** The sum of `n` by `s`, in the third and the second of January 2001. */
export function request(changed: Partial<AggregateRequest> = {}): AggregateRequest {
  const read = readAs('sales')
  return {
    rows: rowsAs('sales'),
    filter: null,
    windows: {
      current: read('[at] >= "2001-01-03" AND [at] < "2001-01-04"'),
      compare: read('[at] >= "2001-01-02" AND [at] < "2001-01-03"'),
    },
    measures: [{ name: 'sum', aggregate: 'SUM', argument: read('[n]'), filter: null }],
    groupings: [[], [{ name: 's', value: read('[s]') }]],
    time: read('[at]'),
    ...changed,
  }
}
