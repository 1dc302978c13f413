import type { AttributionTableData } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { type AttributionRow, pickRows, toRows } from '../../src/render/attribution-rows.ts'

const row = (key: string, share: number | null, growth: string | null = null): AttributionRow => ({
  keys: [key],
  compare: 0,
  current: 0,
  growth,
  growthRate: null,
  share,
  contribution: share,
  rate: null,
  mix: null,
})
const names = (rows: readonly AttributionRow[]): string => rows.map((one) => one.keys[0]).join('')

describe('pickRows', () => {
  test('takes the strongest with the change and the strongest against it', () => {
    const rows = [
      row('a', 0.9),
      row('b', 0.5),
      row('c', 0.1),
      row('d', 0),
      row('e', -0.1),
      row('f', -0.2),
      row('g', -0.3),
      row('h', null),
    ]
    const { first, left, last } = pickRows(rows, 2)
    expect([names(first), names(left), names(last)]).toEqual(['ab', 'cdeh', 'fg'])
  })

  test('shows a single row rather than saying that it is left out', () => {
    expect(names(pickRows([row('a', 0.6), row('b', 0.3), row('c', 0.1)], 2).first)).toBe('abc')
    const both = [row('a', 2), row('b', 0.5), row('c', 0), row('d', -0.5), row('e', -1)]
    expect(names(pickRows(both, 2).first)).toBe('abcde')
  })

  test('leaves out what worked against the change too little to be seen', () => {
    const rows = [
      row('a', 0.7),
      row('b', 0.3003),
      row('c', 0),
      row('d', -0.0001),
      row('e', -0.0002),
    ]
    const { first, left, last } = pickRows(rows, 1)
    expect([names(first), names(left), names(last)]).toEqual(['a', 'bcde', ''])
  })

  test('takes the largest growth without sign where nothing has a share', () => {
    const rows = [row('a', null, '1'), row('b', null, '-9'), row('c', null), row('d', null, '3')]
    const { first, left, last } = pickRows(rows, 2)
    expect([names(first), names(left), names(last)]).toEqual(['bd', 'ac', ''])
  })

  test('gives nothing for no rows', () => {
    expect(pickRows([], 5)).toEqual({ first: [], left: [], last: [] })
  })
})

test('rows without a value and those with the text (null) have labels of their own', () => {
  const table: AttributionTableData = {
    dimension: 'shop',
    table: { shop: ['(null)', '(null)', '"(null)"', 'null'], '@currentValue': [1, 2, 3, 4] },
    missingRows: { shop: [1] },
    warning: null,
    empty: false,
  }
  const labels = toRows(table, null).map(({ keys }) => keys[0])
  expect(labels).toEqual(['"(null)"', '(null)', '"\\"(null)\\""', 'null'])
})
