import { desc } from 'arquero'
import { expect, test } from 'vitest'
import { toWireTable } from '../../src/tables/answer.ts'
import { columnTable } from '../../src/tables/column-table.ts'

test('writes every column as a plain array', () => {
  const table = columnTable([
    ['origin', ['ATL', null]],
    ['@currentValue', [1, null]],
  ])
  expect(toWireTable(table)).toEqual({ origin: ['ATL', null], '@currentValue': [1, null] })
})

test('writes the rows that a filter leaves, in their order', () => {
  const table = columnTable([['origin', ['ATL', 'ORD', 'SFO']]])
  const kept = table
    .filter((row: { origin: string }) => row.origin !== 'ORD')
    .orderby(desc('origin'))
  expect(toWireTable(kept)).toEqual({ origin: ['SFO', 'ATL'] })
})

test('keeps a dimension called __proto__', () => {
  const wire = toWireTable(columnTable([['__proto__', ['a']]]))
  expect(Object.keys(wire)).toEqual(['__proto__'])
  expect(JSON.stringify(wire)).toBe('{"__proto__":["a"]}')
})

test('keeps the columns of an empty table', () => {
  const table = columnTable([
    ['origin', []],
    ['@currentValue', []],
  ])
  expect(toWireTable(table)).toEqual({ origin: [], '@currentValue': [] })
})
