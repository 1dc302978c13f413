import { setTimeout } from 'node:timers/promises'
import { TributaryError } from '@tributary/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Caller } from '../../src/model/rights.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf } from '../support/shop.ts'

/** The rows of sales: what joe may see, and the rows that only others may. */
const SALES = {
  shown: ['1,2024-05-03,EU,a,x,10', '2,2024-06-02,EU,b,x,40', '3,2024-06-09,EU,a,y,25'],
  hidden: ['4,2024-06-10,US,c,x,123456789012', '5,2024-12-31,US,a,z,9000000000000000000'],
}

/** Prices of items, which are as of a time in one relation and unique in the other. */
const PRICES = {
  shown: ['x,2024-01-01,low,5', 'y,2024-01-01,low,6'],
  hidden: ['x,2024-06-01,high,99', 'z,2024-01-01,high,7', 'z,2024-02-01,high,8'],
}

const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`

interface Limits {
  /** The row condition of each dataset that has one. */
  readonly sales?: string
  readonly prices?: string
}

/** A workspace with the hidden rows and row conditions, or without both. */
async function open(limits: Limits | null, more: readonly string[] = []): Promise<Platform> {
  const rowsOf = ({ shown, hidden }: typeof SALES) => [...shown, ...(limits ? hidden : [])]
  const rows = (name: keyof Limits) =>
    limits?.[name] === undefined ? '' : `rows: ${JSON.stringify(limits[name])}`
  const { folder, remove } = await folderOf({
    'sales.csv': csv('id,day,region,shop,item,amount', [...rowsOf(SALES), ...more]),
    'prices.csv': csv('item,since,level,price', rowsOf(PRICES)),
    'zones.csv': csv('region,zone', ['EU,EU', ...(limits ? ['US,US'] : [])]),
    'workspace.yaml': `tenant: shop
accounts:
  - { account: ann, role: OWNER }
  - { account: joe, role: USAGER }
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: local, file: sales.csv }
    ${rows('sales')}
    time: { column: day, grain: DAY }
    columns:
      [{ name: id, type: BIGINT }, { name: day, type: DATE }, { name: region, type: VARCHAR },
       { name: shop, type: VARCHAR }, { name: item, type: VARCHAR }, { name: amount, type: BIGINT }]
    relations:
      - { name: price_then, to: prices, on: { item: item }, asOf: { column: day, toColumn: since } }
      - { name: price, to: unique_prices, on: { item: item } }
      - { name: zone, to: zones, on: { region: region } }
  - name: prices
    source: { datasource: local, file: prices.csv }
    ${rows('prices')}
    columns: [{ name: item, type: VARCHAR }, { name: since, type: DATE }, { name: level, type: VARCHAR }, { name: price, type: BIGINT }]
  - name: unique_prices
    source: { datasource: local, file: prices.csv }
    ${rows('prices')}
    columns: [{ name: item, type: VARCHAR }, { name: level, type: VARCHAR }, { name: price, type: BIGINT }]
  - name: zones
    source: { datasource: local, file: zones.csv }
    columns: [{ name: region, type: VARCHAR }, { name: zone, type: VARCHAR }]
dimensions:
  - { name: shop, dataset: sales, column: shop }
  - { name: price_then, dataset: sales, via: price_then, column: price }
  - { name: price, dataset: sales, via: price, column: price }
  - { name: big, dataset: sales, per: shop, having: '[orders] > 1' }
metrics:
  - { name: orders, type: ATOMIC, dataset: sales, aggregate: COUNT }
  - { name: revenue, type: ATOMIC, dataset: sales, aggregate: SUM, expr: '[amount]' }
  - { name: basket, type: COMPOSITE, expr: '[revenue] / [orders]' }
  - { name: last, type: ATOMIC, dataset: sales, aggregate: SUM, expr: '[amount]', nonAdditive: { over: time, take: LAST, per: [shop] } }
`,
  })
  const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  cleanups.push(async () => {
    await platform.close()
    await remove()
  })
  const properties = [
    { name: 'region', value: 'EU' },
    { name: 'level', value: 'low' },
  ]
  await platform.as(await callerOf(platform, 'ann')).saveUserAttributes({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: ['joe', 'ann'].map((identityValue) => ({ identityValue, properties })),
  })
  return platform
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const callerOf = (platform: Platform, authValue: string) =>
  platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })

const JUNE = '[metric_time__month] = "2024-06"'
const FAILS = '[amount] * 1000000000 + [id] > 0'

/** Questions of a caller whose expressions fail on rows that the caller may not see, and others that would tell of them. */
const QUESTIONS: Readonly<
  Record<string, (platform: Platform, caller: Caller) => Promise<unknown>>
> = {
  peers: (platform, caller) =>
    platform.as(caller).comparePeers({
      metric: 'orders',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'shop',
        timeConstraint: JUNE,
        currentObject: { filters: [FAILS] },
        compareObject: { filters: ['[shop] = "b"'] },
      },
    }),
  'a letter of a text': (platform, caller) =>
    platform.as(caller).comparePeers({
      metric: 'orders',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'shop',
        timeConstraint: JUNE,
        currentObject: {
          filters: ['If(StartsWith([shop], "c"), 9223372036854775807, 0) + Length([shop]) > 0'],
        },
        compareObject: { filters: ['[shop] = "b"'] },
      },
    }),
  'a filter': (platform, caller) =>
    platform.as(caller).queryMetrics({
      ...{ metrics: ['orders', 'basket'], dimensions: ['shop'], filters: [FAILS] },
    }),
  'a temporary metric': (platform, caller) =>
    platform.as(caller).queryMetrics({
      metrics: ['t'],
      metricDefinitions: { t: { refMetric: 'orders', filters: [FAILS] } },
    }),
  'values of a dimension': (platform, caller) =>
    platform.as(caller).dimensionValues({ dimension: 'shop', metric: 'orders' }),
  months: (platform, caller) =>
    platform.as(caller).metricSeries({ metric: 'revenue', grain: 'MONTH' }),
  extent: (platform, caller) => platform.as(caller).datasetExtent({ metric: 'orders' }),
  'last balances': (platform, caller) =>
    platform.as(caller).queryMetrics({ metrics: ['last'], dimensions: ['metric_time__month'] }),
  'a condition on a metric': (platform, caller) =>
    platform.as(caller).queryMetrics({ metrics: ['orders'], dimensions: ['big'] }),
  'prices then': (platform, caller) =>
    platform.as(caller).queryMetrics({ metrics: ['orders'], dimensions: ['price_then'] }),
  prices: (platform, caller) =>
    platform.as(caller).queryMetrics({ metrics: ['orders'], dimensions: ['price'] }),
  causes: (platform, caller) =>
    platform.as(caller).findCauses({
      metric: 'revenue',
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: '[metric_time__month] = "2024-05"',
      },
    }),
  movements: (platform, caller) => platform.as(caller).metricMovements({ current: '2024-06' }),
}

/** What joe is answered, or refused with. */
async function outcomes(platform: Platform): Promise<Readonly<Record<string, unknown>>> {
  const joe = await callerOf(platform, 'joe')
  const found: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    found[name] = await ask(platform, joe).catch((error: unknown) => {
      if (!(error instanceof TributaryError)) throw error
      return { code: error.code, message: error.message }
    })
  }
  return JSON.parse(
    JSON.stringify(found, (key, value: unknown) => (key === 'refreshedAt' ? null : value)),
  )
}

describe.each<[string, Limits]>([
  ['of a dataset', { sales: '[region] = [user.region]' }],
  ['of any form', { sales: 'NOT (Lower([region]) != Lower([user.region]) OR [region] LIKE "U%")' }],
  ['through a relation', { sales: "['zones'/'zone'] = [user.region]" }],
])('rows that a condition %s excludes', (_, limits) => {
  const all = { ...limits, prices: '[level] = [user.level]' }
  test('change no answer, no error and no status', async () => {
    const [limited, plain] = [await open(all), await open(null)]
    expect(await outcomes(limited)).toEqual(await outcomes(plain))
  })
})

test('a file in memory is answered as if rows that a condition excludes were not in it', async () => {
  // The engine reads a smaller file as quickly.
  const shop = 'many '.repeat(100)
  const more = Array.from({ length: 3_000 }, (_, i) => `${i + 10},2023-01-01,EU,${shop},x,1`)
  const conditions = {
    sales: "['zones'/'zone'] = [user.region]",
    prices: '[level] = [user.level]',
  }
  const [limited, plain] = [await open(conditions, more), await open(null, more)]
  const ask = async (platform: Platform) =>
    platform.as(await callerOf(platform, 'ann')).compareTimes({
      ...{ metric: 'orders', dimensions: ['shop', 'price'], explain: true },
      attribution: {
        attributionCalculateType: 'AVG',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: '[metric_time__month] = "2024-05"',
        filters: [FAILS],
      },
    })
  const { tables } = await ask(plain)
  for (;;) {
    const answer = await ask(limited)
    expect(answer.tables).toEqual(tables)
    if (answer.explanation!.executed.join().includes('in memory')) break
    await setTimeout(100)
  }
})

describe('a looked-up row that a condition excludes', () => {
  let limited: Platform
  beforeEach(async () => {
    limited = await open({ sales: '[region] = [user.region]', prices: '[level] = [user.level]' })
  })

  const ordersBy = async (dimension: string) => {
    const joe = await callerOf(limited, 'joe')
    const { table } = await limited.as(joe).queryMetrics({
      metrics: ['orders'],
      dimensions: [dimension],
    })
    return table
  }

  test('is skipped, so that the previous row is found', async () => {
    expect(await ordersBy('price_then')).toMatchObject({ price_then: ['5', '6'], orders: [2, 1] })
  })

  test('can have a repeated key', async () => {
    expect(await ordersBy('price')).toMatchObject({ price: ['5', '6'], orders: [2, 1] })
  })
})
