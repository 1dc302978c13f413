import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { createTrino, type Trino } from '@tributary/sql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'
import { isEngineTested, sharedEngine } from './support/engines.ts'
import { testPlansInEngine } from './support/plan-suite.ts'

const isTested = isEngineTested('trino', false)

/** Two schemas of this run: tables of the catalog `iceberg`, which tells their snapshots. */
const SCHEMA = `w${randomUUID().replaceAll('-', '')}`

/** The schema for tables of plans. */
const KEPT = `${SCHEMA}_kept`

const ORDERS = [
  "DATE '2024-05-01', 'a', 10, 1.10",
  "DATE '2024-05-02', 'b', 9007199254740993, 0.01",
  "DATE '2024-05-03', NULL, 7, NULL",
  "DATE '2024-06-01', 'a', 30, 2.20",
  "DATE '2024-06-02', 'b', 25, 12345678.90",
  "DATE '2024-06-03', 'c', 5, 3.33",
]
const TABLES = [
  `CREATE SCHEMA ${SCHEMA}`,
  "CREATE TABLE orders (day date, shop varchar, amount bigint, price decimal(12, 2)) WITH (partitioning = ARRAY['month(day)'])",
  `INSERT INTO orders VALUES ${ORDERS.map((row) => `(${row})`)}`,
  'CREATE TABLE shops (id varchar, city varchar)',
  "INSERT INTO shops VALUES ('a', 'Ghent'), ('b', 'Bruges')",
  'CREATE VIEW shop_view AS SELECT * FROM shops',
]

const FILES = {
  'orders.csv': `day,shop,amount,price
2024-05-01,a,10,1.10
2024-05-02,b,9007199254740993,0.01
2024-05-03,,7,
2024-06-01,a,30,2.20
2024-06-02,b,25,12345678.90
2024-06-03,c,5,3.33
`,
  'shops.csv': 'id,city\na,Ghent\nb,Bruges\n',
}

type Where = 'local' | 'lake'

interface Shop {
  readonly orders?: Where
  readonly shops?: Where
  readonly shopsTable?: string
  readonly datasource?: Readonly<Record<string, unknown>>
  readonly more?: string
}

let url: string
let admin: Trino
const remove: (() => Promise<void>)[] = []
const run = (text: string) => admin.run({ text, parameters: [] })

/** The workspace of the shop: each of its tables a file, or in the lake. */
async function shopIn({
  orders = 'lake',
  shops = 'lake',
  shopsTable = 'shops',
  datasource = {},
  more = '',
}: Shop): Promise<string> {
  const lake = {
    ...{ name: 'lake', type: 'TRINO', address: new URL(url).host, catalog: 'iceberg' },
    ...{ schema: SCHEMA, credentials: { user: 'reader' } },
    ...datasource,
  }
  const source = (where: Where, file: string, table: string): string =>
    JSON.stringify(where === 'local' ? { datasource: where, file } : { datasource: where, table })
  const text = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources:
  - { name: local, type: FILES, root: . }
  - ${JSON.stringify(lake)}
datasets:
  - name: orders
    source: ${source(orders, 'orders.csv', 'orders')}
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
      - { name: price, type: ${orders === 'local' ? 'DOUBLE' : 'DECIMAL'} }
    relations: [{ name: order_shop, to: shops, on: { shop: id } }]
  - name: shops
    source: ${source(shops, 'shops.csv', shopsTable)}
    columns: [{ name: id, type: VARCHAR, isPrimaryKey: true }, { name: city, type: VARCHAR }]
dimensions:
  - { name: shop, dataset: orders, column: shop }
  - { name: city, dataset: orders, via: order_shop, column: city }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: value, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[price]' }
  - { name: stock, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', nonAdditive: { over: time, take: LAST, per: [shop] } }
  - { name: mean_stock, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', nonAdditive: { over: time, take: AVG } }
${more}`
  const { folder, remove: gone } = await folderOf({ ...FILES, 'workspace.yaml': text })
  remove.push(gone)
  return folder
}

async function opened(shop: Shop, options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const platform = await createPlatform({
    ...{ workspace: await shopIn(shop), trustIdentityHeaders: true, memoryBytes: 0 },
    ...options,
  })
  remove.push(() => platform.close())
  return platform
}

const CALLER = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const

async function ask(
  platform: Platform,
  metric = 'revenue',
  signal?: AbortSignal,
): Promise<AttributionData> {
  const request: TimeComparisonRequest = {
    metric,
    dimensions: ['shop', 'city'],
    explain: true,
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: '[metric_time__day] BETWEEN "2024-06-01" AND "2024-06-30"',
      compareTimeConstraint: '[metric_time__day] BETWEEN "2024-05-01" AND "2024-05-31"',
    },
  }
  const caller = await platform.authenticate(CALLER)
  return platform.as(caller).compareTimes(request, signal ? { signal } : {})
}

describe.skipIf(!isTested)('a Trino in a workspace', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    url = await sharedEngine('trino')
    admin = await createTrino({ url, user: 'tests', catalog: 'iceberg', schema: SCHEMA })
    for (const text of TABLES) await run(text)
  }, 300_000)
  afterEach(async () => {
    for (const one of remove.splice(0).toReversed()) await one()
  })
  afterAll(async () => {
    if (admin === undefined) return
    await run(`DROP SCHEMA IF EXISTS ${KEPT} CASCADE`)
    await run(`DROP SCHEMA ${SCHEMA} CASCADE`)
    await admin.close()
  })

  test('answers as files do, wherever the tables are', async () => {
    const local = await opened({ orders: 'local', shops: 'local' })
    const files = await ask(local)
    const stocks = async (platform: Platform) => [
      (await ask(platform, 'stock')).tables,
      (await ask(platform, 'mean_stock')).tables,
    ]
    const stocksOfFiles = await stocks(local)
    expect(JSON.stringify(files.tables)).toContain('9007199254741010')
    for (const [orders, shops] of [
      ['lake', 'lake'],
      ['lake', 'local'],
      ['local', 'lake'],
    ] as const) {
      const platform = await opened({ orders, shops })
      const answer = await ask(platform)
      expect(answer.tables, `${orders} ${shops}`).toEqual(files.tables)
      expect(await stocks(platform), `${orders} ${shops}`).toEqual(stocksOfFiles)
      const sql = answer.explanation!.executed.join('\n')
      expect(sql).toContain(orders === 'local' ? '"local"."files"' : `"${SCHEMA}"."orders"`)
      expect(sql).toContain(orders === shops ? 'AS "order_shop"' : '(brought along)')
    }
  })

  test('reads a view, and keeps every digit of a decimal', async () => {
    const answer = await ask(await opened({ shopsTable: 'shop_view' }), 'value')
    expect(JSON.stringify(answer.tables)).toContain('12345684.43')
  })

  test('says what is wrong with a table or a column', async () => {
    await expect(opened({ shopsTable: 'shoppes' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringMatching(/shoppes of the datasource "lake".*does not exist/),
    })
    await run('CREATE TABLE typed (id bigint, city varchar)')
    await expect(opened({ shopsTable: 'typed' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('typed it is bigint. Declare it as BIGINT'),
    })
  })

  test('has the tables of the catalog in its lineage', async () => {
    const platform = await opened({})
    const { edgeList } = await platform.as(await platform.authenticate(CALLER)).vertexLineage({
      ...{ vertex_type: 'METRIC', vertex_id: 'revenue', input_step: 5, output_step: 0 },
    })
    const vertices = [...edgeList].map(({ srcVertex }) => srcVertex)
    expect(vertices.map(({ vertexType, vertexId }) => `${vertexType} ${vertexId}`)).toEqual(
      expect.arrayContaining([
        `PHYSICAL_TABLE iceberg.${SCHEMA}.orders`,
        `PHYSICAL_TABLE_COLUMN iceberg.${SCHEMA}.orders.amount`,
      ]),
    )
    const dataset = await platform
      .as(await platform.authenticate(CALLER))
      .datasetDetail({ name: 'orders' })
    expect(dataset.sourceInfo).toMatchObject({ type: 'TABLE', name: `${SCHEMA}.orders` })
    expect(dataset.sourceInfo.datasourceItems[0]).toMatchObject({ queryEngineType: 'TRINO' })
  })

  test('fills the table of a plan, and answers from it until one of its tables has a new snapshot', async () => {
    const plan = `plans:
  - { name: by_day, kind: RESULT, dimensions: [metric_time__day, shop, city], metrics: [revenue, value] }
`
    const platform = await opened({ more: plan }, { workers: 1, taskTimes: { poll: 50 } })
    const before = await ask(platform, 'value')
    const caller = await platform.authenticate(CALLER)
    const dagName = await platform.as(caller).createBackfill({
      ...{ planName: 'by_day', startTime: '2024-05-01', endTime: '2024-06-30' },
      dateIntervalOfLot: 100,
    })
    for (let done = false; !done; await setTimeout(20)) {
      const { instances } = await platform.as(caller).taskInstances({ dagName, pageSize: 10 })
      expect(instances.map(({ status }) => status)).not.toContain('FAILED')
      done = instances.every(({ status }) => status === 'SUCCESS')
    }
    const isFast = (one: AttributionData) => one.explanation!.executed.join().includes('-- from')
    await run('CREATE TABLE unrelated AS SELECT 1 AS n')
    const after = await ask(platform, 'value')
    expect(after.tables).toEqual(before.tables)
    expect([before, after].map(isFast)).toEqual([false, true])
    await run("INSERT INTO shops VALUES ('c', 'Ypres')")
    const late = await ask(platform)
    expect(isFast(late)).toBe(false)
    expect(JSON.stringify(late.tables)).toContain('Ypres')
    await run("DELETE FROM shops WHERE id = 'c'")
  })

  testPlansInEngine({
    daysOfLot: 40,
    open: async (more, options) => {
      await run(`CREATE SCHEMA IF NOT EXISTS ${KEPT}`)
      return opened({ datasource: { plans: { schema: KEPT } }, more }, options)
    },
    ask,
    write: async () => {
      await run("INSERT INTO orders VALUES (DATE '2024-06-04', 'a', 1, NULL)")
    },
    tablesOfPlans: async () => {
      const { columns } = await run(`SHOW TABLES FROM ${KEPT}`)
      return columns[0]?.kind === 'text' ? columns[0].values.map(String) : []
    },
  })

  test('reads only, within its limits', async () => {
    const rows = await opened({ datasource: { limits: { rows: 2 } } })
    await expect(ask(rows)).rejects.toMatchObject({ code: 'SQL_LIMIT_EXCEEDED' })
    await run(
      'CREATE VIEW slow AS SELECT s.id, s.city FROM shops s WHERE (SELECT count(*) FROM tpch.sf100000.lineitem WHERE orderkey + partkey = -7) >= 0',
    )
    const slow = await opened({ shopsTable: 'slow', datasource: { limits: { seconds: 2 } } })
    await expect(ask(slow)).rejects.toMatchObject({
      code: 'SQL_LIMIT_EXCEEDED',
      message: expect.stringContaining('takes longer than 2 s'),
    })
  })

  test('stops its statements in the engine when its caller goes away', async () => {
    await run(
      'CREATE VIEW endless AS SELECT s.id, s.city FROM shops s WHERE (SELECT count(*) FROM tpch.sf100000.lineitem WHERE orderkey + partkey = -9) >= 0',
    )
    const platform = await opened({ shopsTable: 'endless' })
    const running = async () => {
      const { columns } = await run(
        `SELECT count(*) FROM system.runtime.queries WHERE "user" = 'reader' AND query LIKE '%"${SCHEMA}"."endless"%' AND state NOT IN ('FINISHED', 'FAILED')`,
      )
      return columns[0]?.kind === 'exact' ? Number(columns[0].units[0]) : -1
    }
    const stop = new AbortController()
    const answer = ask(platform, 'revenue', stop.signal)
    answer.catch(() => {})
    while ((await running()) === 0) await setTimeout(50)
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    while ((await running()) > 0) await setTimeout(50)
  })

  test('says that the engine does not answer', async () => {
    const nowhere = opened({ datasource: { address: '127.0.0.1:1' } })
    await expect(nowhere).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_UNAVAILABLE',
      message: expect.stringContaining('The datasource "lake" cannot be reached'),
    })
  })
})
