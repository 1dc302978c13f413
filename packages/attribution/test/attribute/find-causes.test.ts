import { expect, test } from 'vitest'
import { createColumnarSource, findCauses, questionRequest } from '../../src/index.ts'

test('an earlier window counts as covered when its first row comes later on its first day', async () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04']
  const shops = Array.from({ length: 20 }, (_, i) => `S${i}`)
  const sales = months.flatMap((month) => shops.map((shop, i) => ({ month, shop, n: 50 + i })))
  const source = createColumnarSource(
    {
      at: sales.map(({ month }) => `${month}-01 08:30:00`),
      shop: sales.map(({ shop }) => shop),
      n: sales.map(({ n }) => n),
    },
    { types: { at: 'TIMESTAMP', shop: 'STRING', n: 'INT' } },
  )
  const { groupings, ...asked } = questionRequest(source, {
    metric: { sum: '[n]' },
    dimensions: ['shop'],
    time: { column: 'at', grain: 'DAY' },
    current: '[at] >= "2026-04-01" AND [at] < "2026-05-01"',
    compare: '[at] >= "2026-03-01" AND [at] < "2026-04-01"',
  })
  const { considered } = await findCauses(source, { ...asked, grouping: groupings[0]! })
  expect(considered.history).toBe(2)
})

test('a quotient without a value in a window has no change that would be left unexplained', async () => {
  const source = createColumnarSource({
    month: [4, 4, 5, 5],
    shop: ['A', 'B', 'A', 'B'],
    late: [0, 0, 3, 4],
    flights: [0, 0, 10, 20],
  })
  const { groupings, ...asked } = questionRequest(source, {
    metric: {
      formula: '[late] / [flights]',
      measures: { late: { sum: '[late]' }, flights: { sum: '[flights]' } },
    },
    dimensions: ['shop'],
    current: '[month] = 5',
    compare: '[month] = 4',
  })
  const found = await findCauses(source, { ...asked, grouping: groupings[0]! })
  expect(found).toMatchObject({ compare: null, causes: [], unexplained: 0, direction: 'none' })
})
