import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 4 : 100

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** What the metrics of a workspace on these rows say, by every dimension. */
async function answersOn(rows: readonly Row[], filter: string | null): Promise<unknown> {
  const definitions = SHOP_FILES['workspace.yaml']!
  const time = '    time: { column: day, grain: DAY }\n'
  const { folder, remove } = await folderOf({
    ...SHOP_FILES,
    'orders.csv': `day,shop,amount\n${rows.map(({ day, shop, amount }) => `${day},${shop},${amount}\n`).join('')}`,
    'workspace.yaml': `${
      filter === null
        ? definitions
        : definitions.replace(time, `${time}    filter: ${JSON.stringify(filter)}\n`)
    }  - { name: spread, type: COMPOSITE, dataset: orders, expr: 'Max([amount]) - Min([amount])' }\n`,
  })
  cleanups.push(remove)
  const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  cleanups.push(() => platform.close())
  const ann = await platform.authenticate({
    tenantId: 'shop',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
  const attribution = {
    attributionCalculateType: 'ALL' as const,
    currentTimeConstraint: '[metric_time__month] = "2024-06"',
    compareTimeConstraint: '[metric_time__month] = "2024-05"',
  }
  const answers: unknown[] = []
  for (const metric of ['revenue', 'order_count', 'basket', 'spread']) {
    const dimensions = ['shop', 'city', 'shop,metric_time']
    answers.push(await platform.as(ann).compareTimes({ metric, dimensions, attribution }))
  }
  return answers
}

interface Row {
  readonly day: string
  readonly shop: string
  readonly amount: number
}

const row: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom('2024-05-01', '2024-05-20', '2024-06-01', '2024-06-30'),
  shop: fc.constantFrom('a', 'b', 'c', 'test'),
  amount: fc.integer({ min: -50, max: 50 }),
})

/** Filters of a dataset, and which rows they keep. */
const FILTERS: readonly (readonly [string, (row: Row) => boolean])[] = [
  ['[shop] <> "test"', ({ shop }) => shop !== 'test'],
  ['[amount] > 0 AND [shop] <> "c"', ({ amount, shop }) => amount > 0 && shop !== 'c'],
  ['[day] < Date("2024-06-15", "yyyy-MM-dd")', ({ day }) => day < '2024-06-15'],
]

test('a filtered dataset answers as one that never had the other rows', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 4, maxLength: 30 }),
      fc.constantFrom(...FILTERS),
      async (rows, [filter, keeps]) => {
        // A file without rows has no types to read.
        const kept = rows.filter(keeps)
        fc.pre(kept.length > 0)
        expect(await answersOn(rows, filter)).toEqual(await answersOn(kept, null))
      },
    ),
    { numRuns: RUNS },
  )
})
