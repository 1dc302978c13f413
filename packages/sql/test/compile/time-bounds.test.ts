import type { AggregateRequest } from '@tributary/attribution'
import { compile, type Scope } from '@tributary/expression'
import { expect, test } from 'vitest'
import { windowBounds } from '../../src/compile/time-bounds.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { duckdbText } from '../../src/dialects/duckdb/statements.ts'

const TYPES = { at: 'TIMESTAMP', d: 'DATE', n: 'INT' } as const
const scope: Scope = {
  resolve: (node) =>
    node.kind === 'field'
      ? {
          found: {
            kind: 'reference',
            table: 'f',
            name: node.name,
            type: TYPES[node.name as keyof typeof TYPES],
          },
        }
      : { problem: { kind: 'unknown' } },
  names: () => Object.keys(TYPES),
}

function boundsOf(
  current: string,
  compare: string,
  dialect: SqlDialect = duckdbDialect,
): readonly string[] {
  const typed = (text: string) => compile(text, scope, { path: 'test' })
  const request: AggregateRequest = {
    rows: { base: { table: ['facts'], alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: typed(current), compare: typed(compare) },
    measures: [],
    groupings: [[]],
    time: null,
  }
  return windowBounds(request, dialect).flatMap(({ conditions }) => conditions.map(duckdbText))
}

test.each<[string, string, string, readonly string[]]>([
  [
    'both windows, two days wider',
    'DateTrunc([at], "MONTH") = "2024-06"',
    'DateTrunc([at], "MONTH") = "2024-05" AND [n] > 1',
    [`"f"."at" >= '2024-04-29 00:00:00'::TIMESTAMP`, `"f"."at" < '2024-07-03 00:00:00'::TIMESTAMP`],
  ],
  [
    'days',
    '[d] = "2024-06-01"',
    '[d] = "2024-05-01"',
    [`"f"."d" >= '2024-05-01'::DATE`, `"f"."d" < '2024-06-02'::DATE`],
  ],
  [
    'the end that all windows have',
    '[at] < "2024-06-01"',
    'DateTrunc([at], "DAY") = "2024-05-01"',
    [`"f"."at" < '2024-06-03 00:00:00'::TIMESTAMP`],
  ],
  [
    'no moment that nanoseconds cannot hold',
    '[at] >= "2024-06-01" AND [at] < "9999-12-31"',
    '[at] >= "2024-05-01" AND [at] < "2024-06-01"',
    [`"f"."at" >= '2024-04-29 00:00:00'::TIMESTAMP`],
  ],
  ['nothing where a row without a time is in a window', '[at] IS NULL', '[at] < "2024-06-01"', []],
  ['nothing where a window is no range', 'Hour([at]) = 2', '[at] < "2024-06-01"', []],
  ['nothing where a window does not name the time', '[at] < "2024-06-01"', '[n] = 1', []],
  ['nothing where ends are open', '[at] < "2024-06-01"', '[at] >= "2024-06-01"', []],
])('limits %s', (_, current, compare, bounds) => {
  expect(boundsOf(current, compare)).toEqual(bounds)
})

test('bounds a time exactly when the clock of the zone shows each end once', () => {
  const month = [
    'DateTrunc([at], "MONTH") = "2024-06"',
    'DateTrunc([at], "MONTH") = "2024-05"',
  ] as const
  const inZone = (timeZone: string) => ({ ...duckdbDialect, timeZone })
  expect(boundsOf(...month, inZone('Europe/Berlin'))).toEqual([
    `"f"."at" >= '2024-05-01 00:00:00'::TIMESTAMP`,
    `"f"."at" < '2024-07-01 00:00:00'::TIMESTAMP`,
  ])
  // In Berlin it was half past two twice on 27 October, and never on 31 March.
  const skipped = '[at] >= "2024-03-31 02:30:00" AND [at] < "2024-06-01"'
  const twice = '[at] >= "2024-06-01" AND [at] < "2024-10-27 02:30:00"'
  expect(boundsOf(skipped, twice, inZone('Europe/Berlin'))).toEqual([
    `"f"."at" >= '2024-03-29 02:30:00'::TIMESTAMP`,
    `"f"."at" < '2024-10-29 02:30:00'::TIMESTAMP`,
  ])
  expect(boundsOf(skipped, twice, inZone('UTC'))).toEqual([
    `"f"."at" >= '2024-03-31 02:30:00'::TIMESTAMP`,
    `"f"."at" < '2024-10-27 02:30:00'::TIMESTAMP`,
  ])
})

test('bounds the join keys of a time when they have its value', () => {
  const reference = (table: string, name: string, type: 'DATE' | 'INT') =>
    ({ kind: 'reference', table, name, type }) as const
  const bounds = (left: 'DATE' | 'INT', right: string) => {
    const inDays: Scope = {
      ...scope,
      resolve: () => ({ found: reference('sold_on', 'day', 'DATE') }),
    }
    const on = [{ left: reference('f', 'sold', left), right: reference('sold_on', right, left) }]
    const request: AggregateRequest = {
      rows: {
        base: { table: ['facts'], alias: 'f' },
        lookups: [{ table: ['days'], alias: 'sold_on', on }],
      },
      filter: null,
      windows: {
        current: compile('[day] = "2024-06-01"', inDays, { path: 'test' }),
        compare: compile('[day] = "2024-05-01"', inDays, { path: 'test' }),
      },
      measures: [],
      groupings: [[]],
      time: null,
    }
    return windowBounds(request, duckdbDialect).flatMap(({ conditions }) =>
      conditions.map(duckdbText),
    )
  }
  const days = [`"sold_on"."day" >= '2024-05-01'::DATE`, `"sold_on"."day" < '2024-06-02'::DATE`]
  expect(bounds('INT', 'key')).toEqual(days)
  expect(bounds('DATE', 'day')).toEqual([
    ...days,
    `"f"."sold" >= '2024-05-01'::DATE`,
    `"f"."sold" < '2024-06-02'::DATE`,
  ])
})
