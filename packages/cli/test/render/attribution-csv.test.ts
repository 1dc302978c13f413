import { expect, test } from 'vitest'
import { renderAttributionCsv } from '../../src/render/attribution-csv.ts'

test('leaves the cells of rows without a value empty, and writes a text that looks like their label', () => {
  const table = (city: readonly string[], missing: readonly number[]) => ({
    dimension: 'city',
    table: { city: [...city], '@currentValue': [1, 2, 3], '@compareValue': [1, 1, 1] },
    warning: null,
    empty: false,
    missingRow: missing[0] ?? null,
    missingRows: { city: [...missing] },
  })
  const cities = ['(null)', '(null)', '']
  const lines = renderAttributionCsv({ tables: [table(cities, [1])], warning: null })
  expect(lines).toEqual([
    'by,city,comparison,current',
    'city,(null),1,1',
    'city,,1,2',
    'city,"",1,3',
  ])
})
