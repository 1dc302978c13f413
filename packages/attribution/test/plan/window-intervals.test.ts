import { compile, type Scope, type TypedReference } from '@tributary/expression'
import { expect, test } from 'vitest'
import { windowIntervals } from '../../src/plan/periods.ts'

const types = { day: 'TIMESTAMP', origin: 'STRING', other: 'TIMESTAMP' } as const
const reference = (name: keyof typeof types): TypedReference => ({
  kind: 'reference',
  type: types[name],
  table: 'f',
  name,
})
const scope: Scope = {
  names: () => Object.keys(types),
  resolve: (name) => ({ found: reference((name.kind === 'field' ? name.name : '') as 'day') }),
}

const at = (text: string): bigint => BigInt(Date.parse(text)) * 1000n

function intervals(text: string, time = reference('day')) {
  return windowIntervals(compile(text, scope, { path: 'current' }), time)
}

test.each([
  'DateTrunc([day], "MONTH") = "2001-05-01"',
  '[day] >= "2001-05-01" AND [day] < "2001-06-01"',
  '[origin] = "ATL" AND ([day] >= "2001-05-01" AND ([day] < "2001-06-01" AND [origin] != "ORD"))',
])('finds May in %s', (text) => {
  expect(intervals(text)).toEqual([{ from: at('2001-05-01'), to: at('2001-06-01') }])
})

test.each([
  ['[origin] = "ATL"', 'names no time'],
  ['[origin] = "ATL" OR [day] < "2001-06-01"', 'leaves time open on a branch'],
  ['[day] = [other] AND [day] < "2001-06-01"', 'compares two times'],
  ['[other] < "2001-06-01"', 'is about another time'],
])('finds nothing in %s, which %s', (text) => {
  expect(intervals(text)).toBeNull()
})

test('finds nothing when time is not a plain column', () => {
  const time = compile('DateTrunc([day], "DAY")', scope, { path: 'time' })
  expect(windowIntervals(compile('[day] < "2001-06-01"', scope, { path: 'w' }), time)).toBeNull()
})
