import type { AggregateRequest } from '@tributary/attribution'
import { compile, type Scope } from '@tributary/expression'
import { expect, test } from 'vitest'
import { windowBounds } from '../../src/compile/time-bounds.ts'
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

function boundsOf(current: string, compare: string): readonly string[] {
  const typed = (text: string) => compile(text, scope, { path: 'test' })
  const request: AggregateRequest = {
    rows: { base: { table: ['facts'], alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: typed(current), compare: typed(compare) },
    leaves: [],
    groupings: [[]],
    time: null,
  }
  return windowBounds(request, duckdbDialect).map(duckdbText)
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
    [`"f"."d" >= '2024-04-29'::DATE`, `"f"."d" < '2024-06-04'::DATE`],
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
