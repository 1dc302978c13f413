import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as send } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { type ClickHouse, createClickHouse } from '@tributary/sql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'
import { isEngineTested, sharedEngine } from './support/engines.ts'
import { testPlansInEngine } from './support/plan-suite.ts'

const isTested = isEngineTested('clickhouse', true)

/** The database of this run. */
const DATABASE = `w${randomUUID().replaceAll('-', '')}`

/** The database for tables of plans. */
const KEPT = `${DATABASE}_kept`

const ORDERS = [
  "DATE '2024-05-01', 'a', 10, 1.10",
  "DATE '2024-05-02', 'b', 9007199254740993, 0.01",
  "DATE '2024-05-03', NULL, 7, NULL",
  "DATE '2024-06-01', 'a', 30, 2.20",
  "DATE '2024-06-02', 'b', 25, 12345678.90",
  "DATE '2024-06-03', 'c', 5, 3.33",
]
const TABLES = [
  'CREATE TABLE orders (day Date, shop LowCardinality(Nullable(String)), amount Int64, price Nullable(Decimal(12, 2))) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY day',
  `INSERT INTO orders VALUES ${ORDERS.map((row) => `(${row})`)}`,
  'CREATE TABLE shops (id String, city String) ENGINE = MergeTree ORDER BY id',
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

type Where = 'local' | 'events'

interface Shop {
  readonly orders?: Where
  readonly shops?: Where
  readonly shopsTable?: string
  readonly datasource?: Readonly<Record<string, unknown>>
  readonly more?: string
}

let url: string
let admin: ClickHouse
const remove: (() => Promise<void>)[] = []
const run = (text: string) => admin.run({ text, parameters: [] })

/** The workspace of the shop: each of its tables a file, or in the database. */
async function shopIn({
  orders = 'events',
  shops = 'events',
  shopsTable = 'shops',
  datasource = {},
  more = '',
}: Shop): Promise<string> {
  const events = {
    ...{ name: 'events', type: 'CLICKHOUSE', address: new URL(url).host, database: DATABASE },
    ...datasource,
  }
  const source = (where: Where, file: string, table: string): string =>
    JSON.stringify(where === 'local' ? { datasource: where, file } : { datasource: where, table })
  const yaml = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources:
  - { name: local, type: FILES, root: . }
  - ${JSON.stringify(events)}
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
  const { folder, remove: gone } = await folderOf({ ...FILES, 'workspace.yaml': yaml })
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

describe.skipIf(!isTested)('a ClickHouse in a workspace', () => {
  beforeAll(async () => {
    url = await sharedEngine('clickhouse')
    const server = await createClickHouse({ url, concurrency: 1 })
    await server.run({ text: `CREATE DATABASE ${DATABASE}`, parameters: [] })
    await server.close()
    admin = await createClickHouse({ url: new URL(DATABASE, url).href })
    for (const one of TABLES) await run(one)
  }, 60_000)
  afterEach(async () => {
    for (const one of remove.splice(0).toReversed()) await one()
    delete process.env.TRIBUTARY_TEST_PASSWORD
  })
  afterAll(async () => {
    if (admin === undefined) return
    await run(`DROP DATABASE ${DATABASE}`)
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
      ['events', 'events'],
      ['events', 'local'],
      ['local', 'events'],
    ] as const) {
      const platform = await opened({ orders, shops })
      const answer = await ask(platform)
      expect(answer.tables, `${orders} ${shops}`).toEqual(files.tables)
      expect(await stocks(platform), `${orders} ${shops}`).toEqual(stocksOfFiles)
      const sql = answer.explanation!.executed.join('\n')
      expect(sql).toContain(orders === 'local' ? '"local"."files"' : `\`${DATABASE}\`.\`orders\``)
      expect(sql).toContain(orders === shops ? 'AS `order_shop`' : '(brought along)')
    }
  })

  test('gives values, series and the values of a dimension as files do', async () => {
    const answers = []
    for (const where of ['local', 'events'] as const) {
      const platform = await opened({ orders: where, shops: where })
      const caller = await platform.authenticate(CALLER)
      answers.push([
        (
          await platform.as(caller).queryMetrics({
            metrics: ['revenue'],
            dimensions: ['shop', 'city'],
          })
        ).table,
        (await platform.as(caller).metricSeries({ metric: 'revenue', grain: 'MONTH' })).table,
        await platform.as(caller).dimensionValues({ dimension: 'city' }),
      ])
    }
    expect(JSON.stringify(answers[0])).toContain('Ghent')
    expect(answers[1]).toEqual(answers[0])
  })

  test('reads a view, and keeps every digit of a decimal', async () => {
    const answer = await ask(await opened({ shopsTable: 'shop_view' }), 'value')
    expect(JSON.stringify(answer.tables)).toContain('12345684.43')
  })

  test('says what is wrong with a table or a column', async () => {
    await expect(opened({ shopsTable: 'shoppes' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringMatching(/shoppes of the datasource "events".*does not exist/),
    })
    await run('CREATE TABLE typed (id Int64, city String) ENGINE = Memory')
    await expect(opened({ shopsTable: 'typed' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('typed it is Int64. Declare it as BIGINT'),
    })
  })

  test('has its tables in the lineage, below the name of the datasource', async () => {
    const platform = await opened({})
    const { edgeList } = await platform.as(await platform.authenticate(CALLER)).vertexLineage({
      ...{ vertex_type: 'METRIC', vertex_id: 'revenue', input_step: 5, output_step: 0 },
    })
    const vertices = [...edgeList].map(({ srcVertex }) => srcVertex)
    expect(vertices.map(({ vertexType, vertexId }) => `${vertexType} ${vertexId}`)).toEqual(
      expect.arrayContaining([
        `PHYSICAL_TABLE events.${DATABASE}.orders`,
        `PHYSICAL_TABLE_COLUMN events.${DATABASE}.orders.amount`,
      ]),
    )
    const dataset = await platform
      .as(await platform.authenticate(CALLER))
      .datasetDetail({ name: 'orders' })
    expect(dataset.sourceInfo).toMatchObject({ type: 'TABLE', name: `${DATABASE}.orders` })
    expect(dataset.sourceInfo.datasourceItems[0]).toMatchObject({ queryEngineType: 'CLICKHOUSE' })
  })

  test('fills the table of a plan, and answers from it until one of its tables is written', async () => {
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
    await run('CREATE TABLE unrelated ENGINE = MergeTree ORDER BY n AS SELECT 1 AS n')
    const after = await ask(platform, 'value')
    expect(after.tables).toEqual(before.tables)
    expect([before, after].map(isFast)).toEqual([false, true])
    await run("INSERT INTO shops VALUES ('c', 'Ypres')")
    const late = await ask(platform)
    expect(isFast(late)).toBe(false)
    expect(JSON.stringify(late.tables)).toContain('Ypres')
    await run("DELETE FROM shops WHERE id = 'c'")
  })

  testPlansInEngine(
    {
      daysOfLot: 100,
      open: async (more, options) => {
        await run(`CREATE DATABASE IF NOT EXISTS ${KEPT}`)
        return opened({ datasource: { plans: { schema: KEPT } }, more }, options)
      },
      ask,
      write: async () => {
        await run("INSERT INTO orders (day, shop, amount) VALUES ('2024-06-04', 'a', 1)")
      },
      tablesOfPlans: async () => {
        const { columns } = await run(`SELECT name FROM system.tables WHERE database = '${KEPT}'`)
        return columns[0]?.kind === 'text' ? columns[0].values.map(String) : []
      },
    },
    process.env.TRIBUTARY_LONG ? ['RESULT', 'ACCELERATION'] : ['RESULT'],
  )

  test('stays within its limits', async () => {
    const rows = await opened({ datasource: { limits: { rows: 2 } } })
    await expect(ask(rows)).rejects.toMatchObject({ code: 'SQL_LIMIT_EXCEEDED' })
    await run(
      'CREATE VIEW slow AS SELECT id, city FROM shops WHERE (SELECT count() FROM numbers(1000000000000000) WHERE cityHash64(number) = 7) >= 0',
    )
    const slow = await opened({ shopsTable: 'slow', datasource: { limits: { seconds: 1 } } })
    await expect(ask(slow)).rejects.toMatchObject({
      code: 'SQL_LIMIT_EXCEEDED',
      message: expect.stringContaining('takes longer than 1 s'),
    })
  })

  test('is reached by TLS, as the user with the password and the certificate of the datasource', async () => {
    const at = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url))
    const door = await guardedDoor(at)
    const { folder, remove: gone } = await folderOf({ password: 'swordfish-7\n' })
    remove.push(gone)
    const tls = { ca: at('ca.pem'), certificate: at('client.pem'), key: at('client.key') }
    const as = (credentials: object, keys: object = tls) =>
      opened({
        datasource: {
          ...{ address: door.address, tls: keys },
          credentials: { user: 'reader', ...credentials },
        },
      })
    const isUnavailable = (message: RegExp) => ({
      code: 'PLATFORM_SOURCE_UNAVAILABLE',
      message: expect.stringMatching(message),
    })
    const passwordEnv = 'TRIBUTARY_TEST_PASSWORD'
    await expect(as({ passwordEnv })).rejects.toMatchObject(isUnavailable(/PASSWORD is not set/))
    process.env[passwordEnv] = 'a wrong one'
    await expect(as({ passwordEnv })).rejects.toMatchObject(
      isUnavailable(/cannot be reached(?!.*reader).*Authentication failed/),
    )
    process.env[passwordEnv] = 'swordfish-7'
    for (const credentials of [{ passwordEnv }, { passwordFile: `${folder}/password` }]) {
      const platform = await as(credentials)
      const shown = JSON.stringify([await ask(platform), await platform.definitions()])
      expect(shown).toContain('Ghent')
      expect(shown).not.toContain('swordfish-7')
    }
    expect(door.names()).toEqual(['client.test'])
    const { certificate: _, key: __, ...ca } = tls
    for (const keys of [{}, ca, { ...tls, serverName: 'other.test' }]) {
      await expect(as({ passwordEnv }, keys)).rejects.toMatchObject(
        isUnavailable(/cannot be reached/),
      )
    }
  })

  test('says that the engine does not answer', async () => {
    const nowhere = opened({ datasource: { address: '127.0.0.1:1' } })
    await expect(nowhere).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_UNAVAILABLE',
      message: expect.stringContaining('The datasource "events" cannot be reached'),
    })
  })
})

/** A door with TLS before the engine, which has none: it wants a certificate of the client, a user and a password. */
async function guardedDoor(at: (name: string) => string) {
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'server.pem', 'server.key'].map((name) => readFile(at(name))),
  )
  const names = new Set<string>()
  const right = `Basic ${Buffer.from('reader:swordfish-7').toString('base64')}`
  const options = { ca: ca!, cert: cert!, key: key!, requestCert: true, rejectUnauthorized: true }
  const server = createServer(options, async (asked, answer) => {
    names.add(String((asked.socket as TLSSocket).getPeerCertificate().subject.CN))
    if (asked.headers.authorization !== right) {
      const refusal =
        'Code: 516. DB::Exception: reader: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)'
      asked.resume()
      answer.writeHead(403, { 'x-clickhouse-exception-code': '516' }).end(refusal)
      return
    }
    const { authorization: _, ...headers } = asked.headers
    const target = new URL(asked.url ?? '/', url)
    asked.pipe(
      send(target, { method: asked.method, headers }, (given: IncomingMessage) => {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
      }),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  remove.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, names: () => [...names] }
}
