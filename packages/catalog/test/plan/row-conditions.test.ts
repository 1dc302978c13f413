import { describe, expect, test } from 'vitest'
import { planAttribution } from '../../src/plan/plan-attribution.ts'
import { createCatalog } from '../../src/resolve/catalog/catalog.ts'
import { parseWorkspace } from '../../src/workspace/parse-workspace.ts'
import { writeWorkspace } from '../../src/workspace/write-workspace.ts'

const TEXT = `tenant: demo
datasources: [{ name: shop, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: shop, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
    rows: '[town] = [user.town]'
metrics:
  - { name: sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }
  - { name: count, type: ATOMIC, dataset: orders, aggregate: COUNT, rows: '[amount] < Cast([user.most], "INT")' }
  - { name: mean, type: COMPOSITE, expr: "[sales] / [count]" }
dimensions: [{ name: city, dataset: orders, column: town }]
`

const read = (text: string) => parseWorkspace([{ file: 'shop.yaml', text }])
const month = (start: string, end: string) => ({
  filters: [],
  timeConstraint: {
    text: `[metric_time] >= "${start}" AND [metric_time] < "${end}"`,
    path: 'timeConstraint',
  },
})

/** Stocks lead to shops, and these to zones. */
const OF_SHOPS = `tenant: demo
datasources: [{ name: shop, type: FILES, root: . }]
datasets:
  - name: stocks
    source: { datasource: shop, file: stocks.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }]
    relations: [{ name: shop, to: shops, on: { shop: name } }]
    rows: "['shops'/'city'] = [user.town]"
  - name: shops
    source: { datasource: shop, file: shops.csv }
    columns: [{ name: name, type: VARCHAR }, { name: city, type: VARCHAR }, { name: zone, type: VARCHAR }]
    relations: [{ name: zone, to: zones, on: { zone: name } }]
    rows: "['zones'/'name'] = [user.town]"
  - name: zones
    source: { datasource: shop, file: zones.csv }
    columns: [{ name: name, type: VARCHAR }, { name: region, type: VARCHAR }]
    rows: '[region] = [user.town]'
metrics: [{ name: stock, type: ATOMIC, dataset: stocks, aggregate: COUNT }]
dimensions: [{ name: city, dataset: shops, column: city }]
`

function planned(metric: string, user?: ReadonlyMap<string, string>, text = TEXT) {
  const limits: unknown[] = []
  const { workspace, problems } = read(text)
  if (workspace === null) throw new Error(JSON.stringify(problems))
  const request = planAttribution(
    createCatalog(workspace),
    {
      metric: { text: metric, path: 'metric' },
      metricDefinitions: new Map(),
      dimensions: [{ text: 'city', path: 'dimensions[0]' }],
      calculation: 'ALL',
      filters: [],
      timeConstraint: null,
      current: month('2026-02-01', '2026-03-01'),
      compare: month('2026-01-01', '2026-02-01'),
      compareDimension: null,
      now: 0n,
    },
    { ...(user && { user }), limited: (by) => limits.push(by) },
  )
  return { request, limits }
}

const USER = new Map([
  ['town', 'Ghent'],
  ['most', '9'],
])

describe('a row condition', () => {
  test('limits the rows of its dataset, and is not part of a window', () => {
    const { request, limits } = planned('sales', USER)
    const isTown = {
      kind: 'comparison',
      op: '=',
      left: { name: 'town' },
      right: { constant: { value: 'Ghent' } },
    }
    expect(request.rows.base.visible).toMatchObject({ condition: isTown, lookups: [] })
    for (const window of [request.windows.current, request.windows.compare]) {
      expect(JSON.stringify(window)).not.toContain('Ghent')
    }
    expect(request.time).not.toHaveProperty('within')
    expect(limits).toEqual([{ type: 'DATASET', name: 'orders' }])
  })

  test('of a metric applies to every formula with that metric', () => {
    for (const metric of ['count', 'mean']) {
      expect(planned(metric, USER).limits).toEqual([
        { type: 'DATASET', name: 'orders' },
        { type: 'METRIC', name: 'count' },
      ])
    }
  })

  test('refuses whoever lacks an attribute', () => {
    expect(() => planned('sales')).toThrow(
      expect.objectContaining({
        code: 'CATALOG_USER_ATTRIBUTE_MISSING',
        details: { path: 'metric', metric: 'sales', attribute: 'town' },
      }),
    )
    expect(() => planned('mean', new Map([['town', 'Ghent']]))).toThrow(/"most"/)
  })

  test('is kept when a workspace is written', () => {
    const { workspace } = read(TEXT)
    const files = writeWorkspace(workspace!, '')
    expect(parseWorkspace(files).workspace).toEqual(workspace)
    expect(files.map(({ text }) => text).join('')).toContain('[user.most]')
  })

  test.each([
    ["'[town] = [user.town]'", "'[user.town]'", 'condition'],
    ["'[town] = [user.town]'", "'[twn] = [user.town]'", 'twn'],
    ["'[town] = [user.town]'", "'[amount] = [user.town]'", 'STRING'],
    [`'[amount] < Cast([user.most], "INT")'`, "'[sales] > 5'", 'sales'],
  ])('%s as %s is a mistake of the workspace', (before, after, part) => {
    const { problems } = read(TEXT.replace(before, after))
    expect(problems).toHaveLength(1)
    expect(problems[0]!.path).toMatch(/\.rows$/)
    expect(problems[0]!.message).toContain(part)
  })

  test('is refused on a dataset that lists calendar periods', () => {
    const custom = '{ dataset: orders, start: day, grains: [{ name: RETAIL_DAY, label: town }] }'
    const { problems } = read(`${TEXT}calendar: { custom: [${custom}] }\n`)
    expect(problems).toMatchObject([
      {
        path: 'calendar.custom[0].dataset',
        message: expect.stringContaining('"orders" has a row condition'),
      },
    ])
  })

  test('of a looked-up dataset limits its rows in questions and in other row conditions', () => {
    const { request, limits } = planned('stock', USER, OF_SHOPS)
    const { base, lookups } = request.rows
    const zone = { visible: { condition: { left: { table: 'shop.zone', name: 'region' } } } }
    expect(base.visible?.condition).toMatchObject({ left: { table: 'shop', name: 'city' } })
    const [shop] = base.visible!.lookups
    expect(shop).toMatchObject({ alias: 'shop', table: ['shop', 'files', 'shops_csv'] })
    expect(shop!.visible).toMatchObject({
      condition: { left: { table: 'shop.zone', name: 'name' } },
      lookups: [{ alias: 'shop.zone', ...zone }],
    })
    expect(lookups).toEqual(base.visible!.lookups)
    expect(limits).toEqual(['stocks', 'shops', 'zones'].map((name) => ({ type: 'DATASET', name })))
  })

  test('that leads back to its own dataset sees all rows of it', () => {
    const back = OF_SHOPS.replace(
      "rows: '[region] = [user.town]'",
      "rows: \"['shops'/'city'] = [user.town]\"\n    relations: [{ name: main, to: shops, on: { name: name } }]",
    )
    const { request } = planned('stock', USER, back)
    const [shop] = request.rows.base.visible!.lookups
    const [zone] = shop!.visible!.lookups
    expect(zone!.visible!.lookups).toMatchObject([{ alias: 'shop.zone.main' }])
    expect(zone!.visible!.lookups[0]).not.toHaveProperty('visible')
  })
})
