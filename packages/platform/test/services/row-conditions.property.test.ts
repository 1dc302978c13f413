import type { TimeComparisonRequest } from '@tributary/contract'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 6 : 200

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Row {
  readonly day: string
  readonly shop: string
  readonly amount: number
}

const row: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom('2024-05-01', '2024-05-20', '2024-06-01', '2024-06-30', '2024-07-02'),
  shop: fc.constantFrom('a', 'b', 'c'),
  amount: fc.integer({ min: -50, max: 50 }),
})

const CITY: Readonly<Record<string, string>> = { a: 'Ghent', b: 'Bruges' }

/** A row condition, the attributes of the user, and which orders, shops and questions it is about. */
interface Rule {
  readonly at: 'orders' | 'shops' | 'revenue'
  readonly rows: string
  readonly user: Readonly<Record<string, string>>
  readonly keeps: (row: Row) => boolean
  /** The cities whose shops it keeps. @defaultValue all */
  readonly cities?: readonly string[]
}

const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.constantFrom('a', 'b', 'none').map((shop): Rule => {
    const keeps = (one: Row) => one.shop === shop
    return { at: 'orders', rows: '[shop] = [user.shop]', user: { shop }, keeps }
  }),
  fc.constantFrom('Ghent', 'Bruges', "'; DROP TABLE x; --").map((city): Rule => {
    const keeps = ({ shop }: Row) => CITY[shop] === city
    return {
      at: 'orders',
      rows: "['shops'/'city'] = [user.the city]",
      user: { 'the city': city },
      keeps,
    }
  }),
  fc.constantFrom('Ghent', 'Bruges').map((city): Rule => {
    const keeps = () => true
    return { at: 'shops', rows: '[city] = [user.city]', user: { city }, keeps, cities: [city] }
  }),
  fc
    .tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom('all', 'some'))
    .map(([least, sees]): Rule => {
      const rows = '[user.sees] = "all" OR [amount] >= Cast([user.least], "INT")'
      const keeps = ({ amount }: Row) => sees === 'all' || amount >= least
      return { at: 'revenue', rows, user: { least: `${least}`, sees }, keeps }
    }),
)

/** Which questions read what a rule is about. */
function isAbout(at: Rule['at'], metric: string, dimensions: readonly string[]): boolean {
  if (at === 'shops') return dimensions.includes('city')
  return at === 'orders' || metric !== 'order_count'
}

const QUESTIONS = ['revenue', 'order_count', 'basket'].flatMap((metric) =>
  [['shop'], ['city', 'shop']].flatMap((dimensions) =>
    (['ALL', 'AVG'] as const).map((type) => ({ metric, dimensions, type })),
  ),
)

function requestOf({
  metric,
  dimensions,
  type,
}: (typeof QUESTIONS)[number]): TimeComparisonRequest {
  return {
    metric,
    dimensions,
    attribution: {
      attributionCalculateType: type,
      currentTimeConstraint: '[metric_time__month] = "2024-06"',
      compareTimeConstraint: '[metric_time__month] = "2024-05"',
      filters: [],
    },
  }
}

async function shopOf(
  rows: readonly Row[],
  rule: Rule | null,
  cities: readonly string[] = Object.values(CITY),
): Promise<Platform> {
  const shops = Object.entries(CITY).filter(([, city]) => cities.includes(city))
  const orders = rows.map(({ day, shop, amount }) => `${day},${shop},${amount}\n`).join('')
  const { folder, remove } = await folderOf({
    ...SHOP_FILES,
    'orders.csv': `day,shop,amount\n${orders}`,
    'shops.csv': `id,city\n${shops.map((shop) => `${shop}\n`).join('')}`,
    'workspace.yaml': limitedBy(SHOP_FILES['workspace.yaml']!, rule),
  })
  cleanups.push(remove)
  const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  cleanups.push(() => platform.close())
  return platform
}

function limitedBy(definitions: string, rule: Rule | null): string {
  if (rule === null) return definitions
  const rows = JSON.stringify(rule.rows)
  if (rule.at === 'revenue') {
    return definitions.replace('name: revenue,', `name: revenue, rows: ${rows},`)
  }
  const name = `  - name: ${rule.at}\n`
  return definitions.replace(name, `${name}    rows: ${rows}\n`)
}

const callerOf = (platform: Platform, account: string) =>
  platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue: account })

test('a limited user is answered as if the other rows did not exist', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 30 }), rule, async (rows, rule) => {
      const kept = rows.filter(rule.keeps)
      // A file without rows has no types to read.
      fc.pre(kept.length > 0)
      const limited = await shopOf(rows, rule)
      const [joe, ann] = [await callerOf(limited, 'joe'), await callerOf(limited, 'ann')]
      const properties = Object.entries(rule.user).map(([name, value]) => ({ name, value }))
      await limited.saveUserAttributes(ann, {
        identityType: 'USER_ACCOUNT',
        userPropertyRequests: [{ identityValue: 'joe', properties }],
      })
      const [few, all] = [await shopOf(kept, null, rule.cities), await shopOf(rows, null)]
      for (const one of QUESTIONS) {
        const request = requestOf(one)
        const plain = isAbout(rule.at, one.metric, one.dimensions) ? few : all
        const expected = await plain.compareTimes(await callerOf(plain, 'joe'), request)
        expect(await limited.compareTimes(joe, request)).toEqual(expected)
      }
    }),
    { numRuns: RUNS },
  )
})
