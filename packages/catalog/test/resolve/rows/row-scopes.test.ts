import { complete, hover } from '@tributary/expression'
import { expect, test } from 'vitest'
import { createDatasetScope } from '../../../src/resolve/rows/row-scopes.ts'
import { flightsCatalog } from '../../flights.ts'

const catalog = flightsCatalog()
const flights = catalog.datasets.byName('flights')!
const scope = createDatasetScope(catalog, flights)

test('an editor is offered the dimensions, the columns, and the columns that relations lead to', () => {
  const found = complete('', 0, scope)
  const labels = found.map((one) => one.label)
  expect(labels).toEqual(expect.arrayContaining(['metric_time', 'flights/delay']))
  const ends = new Set(labels.filter((one) => one.includes('/')).map((one) => one.split('/')[0]))
  expect([...ends]).toContain('flights')
  for (const one of found) {
    if (one.kind === 'field' || one.kind === 'column') expect(one.type).not.toBeNull()
  }
})

test('a name is told by its description, else by its display name', () => {
  for (const column of flights.columns) {
    const text = `['flights'/'${column.name}']`
    const expected = column.description === '' ? column.displayName : column.description
    expect(hover(text, 3, scope)?.description).toBe(expected)
  }
  expect(hover('[nothing]', 3, scope)?.description).toBeNull()
})

test('the values listed of a dimension are offered beside it', () => {
  const text = '[distance_band] = '
  const found = complete(text, text.length, scope).slice(0, 3)
  expect(found.map((one) => [one.insert, one.description])).toEqual([
    ['"short"', 'Below 500 miles.'],
    ['"medium"', '500 miles to below 1500.'],
    ['"long"', '1500 miles and more.'],
  ])
})
