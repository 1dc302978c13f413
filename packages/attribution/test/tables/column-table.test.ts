import { desc, escape as fromClosure } from 'arquero'
import { expect, test } from 'vitest'
import { columnTable, viewColumn } from '../../src/tables/column-table.ts'

const sizes = Float64Array.of(3, 1, 2)
const table = columnTable([
  ['shop', ['a', 'b', 'c']],
  ['@currentValue', viewColumn(3, (row) => sizes[row]!)],
  ['@growth', viewColumn(3, (row) => (row === 1 ? null : `${sizes[row]!}`))],
])

test('a view is read by row and as a whole', () => {
  const view = viewColumn(3, (row) => row * 2)
  expect(view.at(2)).toBe(4)
  expect([...view]).toEqual([0, 2, 4])
})

test('arquero filters, orders, copies and exports views', () => {
  const large = table
    .filter(fromClosure((row: Record<string, number>) => row['@currentValue']! > 1))
    .orderby(desc('@currentValue'))
  expect(large.reify().objects()).toEqual([
    { shop: 'a', '@currentValue': 3, '@growth': '3' },
    { shop: 'c', '@currentValue': 2, '@growth': '2' },
  ])
  expect(large.array('@growth')).toEqual(['3', '2'])
  const arrow = table.toArrow()
  expect(arrow.getChild('@growth').toArray()).toEqual(['3', null, '2'])
})
