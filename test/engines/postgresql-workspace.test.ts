import { chmod, chown, copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readWorkspace } from '@tributary/catalog'
import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { createPostgreSql, type PostgreSql } from '@tributary/sql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'
import { hasPostgres } from '../support/postgres.ts'
import { startPostgresServer, type TestPostgresServer } from '../support/postgres-server.ts'
import { testPlansInEngine } from './support/plan-suite.ts'

const PASSWORD = 'swordfish-7'

const TABLES = `
CREATE SCHEMA sales;
CREATE TABLE sales.orders (day date, shop text, amount bigint, price numeric(12, 2)) PARTITION BY RANGE (day);
CREATE TABLE sales.orders_may PARTITION OF sales.orders FOR VALUES FROM ('2024-05-01') TO ('2024-06-01');
CREATE TABLE sales.orders_rest PARTITION OF sales.orders DEFAULT;
INSERT INTO sales.orders VALUES
  ('2024-05-01', 'a', 10, 1.10), ('2024-05-02', 'b', 9007199254740993, 0.01), ('2024-05-03', NULL, 7, NULL),
  ('2024-06-01', 'a', 30, 2.20), ('2024-06-02', 'b', 25, 12345678.90), ('2024-06-03', 'c', 5, 3.33);
CREATE TABLE public.shops (id text PRIMARY KEY, city text);
INSERT INTO public.shops VALUES ('a', 'Ghent'), ('b', 'Bruges');
CREATE VIEW public.shop_view AS SELECT * FROM shops`

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

type Where = 'local' | 'warehouse'

interface Shop {
  readonly orders?: Where
  readonly shops?: Where
  readonly shopsTable?: string
  readonly datasource?: Readonly<Record<string, unknown>>
  readonly more?: string
  /** The row conditions of orders and of shops. */
  readonly rows?: { readonly orders: string; readonly shops: string }
}

let database: Pick<TestPostgresServer, 'url' | 'stop'>
let admin: PostgreSql
const remove: (() => Promise<void>)[] = []
const run = (text: string) => admin.run({ text, parameters: [] })

/** The workspace of the shop: each of its tables a file, or in the database. */
async function shopIn({
  orders = 'warehouse',
  shops = 'warehouse',
  shopsTable = 'shops',
  datasource = {},
  more = '',
  rows,
}: Shop): Promise<string> {
  const { host, pathname } = new URL(database.url)
  const warehouse = {
    ...{ name: 'warehouse', type: 'POSTGRESQL', address: host, database: pathname.slice(1) },
    credentials: { user: 'postgres' },
    ...datasource,
  }
  const source = (where: Where, file: string, table: object): string =>
    JSON.stringify(
      where === 'local' ? { datasource: where, file } : { datasource: where, ...table },
    )
  const text = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources:
  - { name: local, type: FILES, root: . }
  - ${JSON.stringify(warehouse)}
datasets:
  - name: orders
    source: ${source(orders, 'orders.csv', { schema: 'sales', table: 'orders' })}
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
      - { name: price, type: ${orders === 'local' ? 'DOUBLE' : 'DECIMAL'} }
    relations: [{ name: order_shop, to: shops, on: { shop: id } }]
${rowsOf(rows?.orders)}  - name: shops
    source: ${source(shops, 'shops.csv', { table: shopsTable })}
    columns: [{ name: id, type: VARCHAR, isPrimaryKey: true }, { name: city, type: VARCHAR }]
${rowsOf(rows?.shops)}dimensions:
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

const rowsOf = (condition: string | undefined): string =>
  condition === undefined ? '' : `    rows: ${JSON.stringify(condition)}\n`

async function opened(shop: Shop, options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const platform = await createPlatform({
    ...{ workspace: await shopIn(shop), trustIdentityHeaders: true, memoryBytes: 0 },
    ...options,
  })
  remove.push(() => platform.close())
  return platform
}

const CALLER = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const

async function ask(platform: Platform, metric = 'revenue'): Promise<AttributionData> {
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
  return platform.as(await platform.authenticate(CALLER)).compareTimes(request)
}

describe.skipIf(!hasPostgres())('a PostgreSQL in a workspace', () => {
  beforeAll(async () => {
    // Any write on a server makes the plans over its tables stale, so it is not the one that all tests share.
    database = await startPostgresServer()
    admin = await createPostgreSql({ url: database.url })
    for (const text of TABLES.split(';\n')) await run(text)
  })
  afterEach(async () => {
    for (const one of remove.splice(0).toReversed()) await one()
    delete process.env.TRIBUTARY_TEST_PASSWORD
  })
  afterAll(async () => {
    await admin.close()
    await database.stop()
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
      ['warehouse', 'warehouse'],
      ['warehouse', 'local'],
      ['local', 'warehouse'],
    ] as const) {
      const platform = await opened({ orders, shops })
      const answer = await ask(platform)
      expect(answer.tables, `${orders} ${shops}`).toEqual(files.tables)
      expect(await stocks(platform), `${orders} ${shops}`).toEqual(stocksOfFiles)
      const sql = answer.explanation!.executed.join('\n')
      expect(sql).toContain(orders === 'local' ? '"local"."files"' : '"sales"."orders"')
      expect(sql).toContain(orders === shops ? 'AS "order_shop"' : '(brought along)')
    }
  })

  test('reads a view, and keeps every digit of a decimal', async () => {
    const answer = await ask(await opened({ shopsTable: 'shop_view' }), 'value')
    expect(JSON.stringify(answer.tables)).toContain('12345684.43')
  })

  test('refuses to copy a large lookup table into the query, and names it', async () => {
    await run(
      'CREATE TABLE many AS SELECT i::text AS id, i::text AS city FROM generate_series(1, 10001) AS i',
    )
    const platform = await opened({ orders: 'local', shopsTable: 'many' })
    await expect(ask(platform)).rejects.toMatchObject({
      code: 'PLATFORM_LOOKUP_TOO_LARGE',
      message: expect.stringContaining('.public.many'),
    })
    await run('DELETE FROM many WHERE length(id) = 5')
    const { explanation } = await ask(platform)
    expect(explanation!.executed.join()).toContain('public.many (brought along)')
  })

  test('answers as if rows that a condition excludes were not there, wherever they are', async () => {
    await run('CREATE TABLE public.some_shops AS SELECT * FROM shops')
    // More than may be brought along, and keys that others have too.
    await run(
      "INSERT INTO some_shops SELECT CASE WHEN i % 2 = 0 THEN 'b' ELSE 'c' END, 'Hidden' FROM generate_series(1, 10001) AS i",
    )
    const local = await opened({
      ...{ orders: 'local', shops: 'local' },
      rows: { orders: "['shops'/'city'] = \"Ghent\"", shops: '[city] != "Hidden"' },
    })
    const expected = await ask(local)
    expect(JSON.stringify(expected.tables)).toContain('Ghent')
    for (const [orders, shops] of [
      ['warehouse', 'warehouse'],
      ['warehouse', 'local'],
      ['local', 'warehouse'],
    ] as const) {
      const rows = { orders: "['shops'/'city'] = \"Ghent\"", shops: '[city] != "Hidden"' }
      const platform = await opened({ orders, shops, shopsTable: 'some_shops', rows })
      expect((await ask(platform)).tables, `${orders} ${shops}`).toEqual(expected.tables)
    }
  })

  test('says what is wrong with a table or a column', async () => {
    await expect(opened({ shopsTable: 'shoppes' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringMatching(
        /public\.shoppes of the datasource "warehouse".*does not exist/,
      ),
    })
    await run('CREATE TABLE typed (id bigint, city text)')
    await expect(opened({ shopsTable: 'typed' })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('in public.typed it is bigint. Declare it as BIGINT'),
    })
    await run('CREATE TABLE lost (id text, city text)')
    const platform = await opened({ shopsTable: 'lost' })
    await run('ALTER TABLE lost DROP COLUMN city')
    await expect(ask(platform)).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('wants the column "city"'),
    })
  })

  test('has the tables of the database in its lineage', async () => {
    const platform = await opened({})
    const { edgeList } = await platform.as(await platform.authenticate(CALLER)).vertexLineage({
      ...{ vertex_type: 'METRIC', vertex_id: 'revenue', input_step: 5, output_step: 0 },
    })
    const vertices = [...edgeList].map(({ srcVertex }) => srcVertex)
    const { pathname } = new URL(database.url)
    expect(vertices.map(({ vertexType, vertexId }) => `${vertexType} ${vertexId}`)).toEqual(
      expect.arrayContaining([
        `PHYSICAL_TABLE ${pathname.slice(1)}.sales.orders`,
        `PHYSICAL_TABLE_COLUMN ${pathname.slice(1)}.sales.orders.amount`,
      ]),
    )
    const dataset = await platform
      .as(await platform.authenticate(CALLER))
      .datasetDetail({ name: 'orders' })
    expect(dataset.sourceInfo).toMatchObject({ type: 'TABLE', name: 'sales.orders' })
    expect(dataset.sourceInfo.datasourceItems[0]).toMatchObject({ queryEngineType: 'POSTGRESQL' })
    expect(dataset.available).toBe(0)
  })

  test('fills the table of a plan, and answers from it until something is written', async () => {
    const plan = `plans:
  - { name: by_day, kind: RESULT, dimensions: [metric_time__day, shop, city], metrics: [revenue, value] }
`
    for (const shops of ['warehouse', 'local'] as const) {
      const platform = await opened({ shops, more: plan }, { workers: 1, taskTimes: { poll: 50 } })
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
      const after = await ask(platform, 'value')
      expect(after.tables).toEqual(before.tables)
      const isFast = (one: AttributionData) => one.explanation!.executed.join().includes('-- from')
      expect([before, after].map(isFast)).toEqual([false, true])
      await run('UPDATE sales.orders SET amount = amount + 1')
      expect(isFast(await ask(platform))).toBe(false)
    }
  })

  test('has a version that changes with every write, except writes of plans and writes to uncounted tables', async () => {
    await run('CREATE SCHEMA IF NOT EXISTS kept')
    await run('CREATE TABLE IF NOT EXISTS written (n integer)')
    const uncounted = ['kept', 'tributary_writes']
    const driver = await createPostgreSql({ url: database.url, uncounted })
    const other = await createPostgreSql({ url: database.url, concurrency: 1 })
    remove.push(driver.close.bind(driver), other.close.bind(other))
    const version = () => driver.versionOf(['sales', 'orders'])
    const query = { text: 'SELECT n FROM written', parameters: [] }
    const insert = { text: 'INSERT INTO written VALUES (1)', parameters: [] }
    const own = async (n: number) => {
      await driver.createTableAs({ name: ['kept', `t${n}`], sortedBy: null }, query)
      if (n % 2 === 0) await driver.dropTable(['kept', `t${n}`])
    }
    const rolledBack = async () => {
      const failing = driver.transaction(async (send) => {
        await send(insert)
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
    }
    const nameOf = (n: number) => (['own', 'counted', 'rolled back', 'open'] as const)[n % 4]!
    // Every order of two, with a transaction that is open from the beginning to the middle.
    for (let n = 0; n < 32; n++) {
      const before = await version()
      let seen = false
      const step = async (kind: ReturnType<typeof nameOf>): Promise<void> => {
        if (kind === 'own') await own(n)
        if (kind === 'rolled back') await rolledBack()
        if (kind === 'counted') await run('INSERT INTO written VALUES (2)')
        seen ||= kind === 'counted'
        expect((await version()) === before, `${n}: ${kind}`).toBe(!seen)
      }
      if (n < 16) {
        for (const kind of [nameOf(n), nameOf(Math.floor(n / 4))]) await step(kind)
        continue
      }
      await other.transaction(async (send) => {
        await send(insert)
        expect(await version()).toBe(before)
        for (const kind of [nameOf(n), nameOf(Math.floor(n / 4))]) await step(kind)
      })
      seen = true
      await step('open')
    }
    expect(await driver.versionOf(['kept', 't1'])).toBeNull()
    await run('DROP SCHEMA kept CASCADE')
  })

  testPlansInEngine({
    daysOfLot: 40,
    open: async (more, options) => {
      await run('CREATE SCHEMA IF NOT EXISTS kept')
      return opened({ datasource: { plans: { schema: 'kept' } }, more }, options)
    },
    ask,
    write: async () => {
      await run('UPDATE sales.orders SET amount = amount + 1')
    },
    tablesOfPlans: async () => {
      const { columns } = await run(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'kept'::regnamespace AND relkind = 'r' AND relname <> 'tributary_writes'",
      )
      return columns[0]?.kind === 'text' ? columns[0].values.map(String) : []
    },
  })

  test('reads only, within its limits', async () => {
    const rows = await opened({ datasource: { limits: { rows: 2 } } })
    await expect(ask(rows)).rejects.toMatchObject({ code: 'SQL_LIMIT_EXCEEDED' })
    await run(
      "CREATE VIEW slow AS SELECT id || CASE WHEN pg_sleep(20) IS NULL THEN 'x' ELSE '' END AS id, city FROM shops",
    )
    const slow = await opened({ shopsTable: 'slow', datasource: { limits: { seconds: 1 } } })
    await expect(ask(slow)).rejects.toMatchObject({
      code: 'SQL_LIMIT_EXCEEDED',
      message: expect.stringContaining('takes longer than 1 s'),
    })
    await run(
      "CREATE FUNCTION written() RETURNS text LANGUAGE sql AS $$ INSERT INTO shops VALUES ('x', 'y') RETURNING id $$",
    )
    await run('CREATE VIEW writing AS SELECT id || left(written(), 0) AS id, city FROM shops')
    const writing = await opened({ shopsTable: 'writing' })
    await expect(ask(writing)).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringContaining('read-only transaction'),
    })
  })

  test('stops a query in the server when its caller goes away', async () => {
    await run(
      "CREATE VIEW endless AS SELECT id || CASE WHEN pg_sleep(600) IS NULL THEN 'x' ELSE '' END AS id, city FROM shops",
    )
    const platform = await opened({ shopsTable: 'endless' })
    const caller = await platform.authenticate(CALLER)
    const running = async () => {
      const { columns } = await run(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%endless%' AND pid <> pg_backend_pid()",
      )
      return columns[0]?.kind === 'exact' ? Number(columns[0].units[0]) : -1
    }
    const stop = new AbortController()
    const request = {
      ...{ metric: 'revenue', dimensions: ['city'] },
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: '[metric_time__day] = "2024-06-01"',
        compareTimeConstraint: '[metric_time__day] = "2024-05-01"',
      },
    } as const
    const answer = platform.as(caller).compareTimes(request, { signal: stop.signal })
    answer.catch(() => {})
    while ((await running()) === 0) await setTimeout(10)
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    while ((await running()) > 0) await setTimeout(10)
  })

  test('takes the password from a variable or a file, and shows it nowhere', async () => {
    await run(`CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}'`)
    const { folder, remove: gone } = await folderOf({ password: `${PASSWORD}\n` })
    remove.push(gone)
    const as = (credentials: object) => ({
      datasource: { credentials: { user: 'reader', ...credentials } },
    })
    const missing = opened(as({ passwordEnv: 'TRIBUTARY_TEST_PASSWORD' }))
    await expect(missing).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_UNAVAILABLE',
      message: expect.stringContaining('TRIBUTARY_TEST_PASSWORD is not set'),
    })
    process.env.TRIBUTARY_TEST_PASSWORD = PASSWORD
    // The role may not read yet.
    const refused = opened(as({ passwordEnv: 'TRIBUTARY_TEST_PASSWORD' }))
    await expect(refused).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('permission denied'),
    })
    await run('GRANT USAGE ON SCHEMA sales TO reader')
    await run('GRANT SELECT ON sales.orders, shops TO reader')
    for (const credentials of [
      { passwordEnv: 'TRIBUTARY_TEST_PASSWORD' },
      { passwordFile: join(folder, 'password') },
    ]) {
      const platform = await opened(as(credentials))
      const shown = JSON.stringify([await ask(platform), await platform.definitions()])
      expect(shown).not.toContain(PASSWORD)
    }
  })

  test('says that the database does not answer, and goes on when it does again', async () => {
    const nowhere = opened({ datasource: { address: '127.0.0.1:1' } })
    await expect(nowhere).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_UNAVAILABLE',
      message: expect.stringContaining('The datasource "warehouse" cannot be reached'),
    })
    const platform = await opened({})
    const { tables } = await ask(platform)
    await run(
      'SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    expect((await ask(platform)).tables).toEqual(tables)
  })

  test('asks once more when the server gives a statement up for another one', async () => {
    const raise = `RAISE EXCEPTION 'conflict with recovery' USING ERRCODE = '40001'`
    // A lock of a session outlives the statement that fails.
    const first = `IF NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) THEN
      PERFORM pg_advisory_lock(pg_backend_pid()); ${raise}; END IF`
    const create = async (name: string, body: string): Promise<void> => {
      await run(
        `CREATE FUNCTION ${name}() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN true; END $$`,
      )
      await run(`CREATE VIEW shops_${name} AS SELECT * FROM shops WHERE ${name}()`)
    }
    await create('once', first)
    await create('always', raise)
    const { tables } = await ask(await opened({}))
    const datasource = { limits: { connections: 1 } }
    const shaken = await opened({ shopsTable: 'shops_once', datasource })
    expect((await ask(shaken)).tables).toEqual(tables)
    const broken = await opened({ shopsTable: 'shops_always', datasource })
    await expect(ask(broken)).rejects.toMatchObject({ code: 'PLATFORM_SOURCE_UNAVAILABLE' })
  })

  test('shows no password of a workspace file in its mistakes', async () => {
    for (const datasource of [
      { address: `reader:${PASSWORD}@db.example.com` },
      { address: `postgres://reader:${PASSWORD}@db.example.com/shop` },
      { credentials: { user: 'reader', password: PASSWORD } },
      { credentials: { user: 'reader', passwordEnv: PASSWORD } },
    ]) {
      const { problems } = await readWorkspace(await shopIn({ datasource }))
      expect(problems.length).toBeGreaterThan(0)
      expect(JSON.stringify(problems)).not.toContain(PASSWORD)
    }
  })
})

describe.skipIf(!hasPostgres())('a PostgreSQL with certificates', () => {
  test('is reached by TLS alone, and only when its certificate is right', async () => {
    const server = await startPostgresServer()
    const keys = await mkdtemp(join(tmpdir(), 'tributary-tls-'))
    const source = new URL('../support/tls/', import.meta.url)
    const at = (name: string) => join(keys, name)
    database = { url: server.url, stop: server.stop }
    admin = await createPostgreSql({ url: server.url })
    try {
      const found = await run('SHOW data_directory')
      const [data] = found.columns[0]?.kind === 'text' ? found.columns[0].values : []
      const { uid, gid } = await stat(data!)
      for (const name of ['ca.pem', 'server.pem', 'server.key', 'client.pem', 'client.key']) {
        await copyFile(new URL(name, source), at(name))
      }
      await chmod(at('server.key'), 0o600)
      await chmod(keys, 0o755)
      if (process.getuid?.() === 0) await chown(at('server.key'), uid, gid)
      const settings = {
        ssl_cert_file: 'server.pem',
        ssl_key_file: 'server.key',
        ssl_ca_file: 'ca.pem',
      }
      for (const [name, file] of Object.entries(settings)) {
        await run(`ALTER SYSTEM SET ${name} = '${at(file)}'`)
      }
      await run('ALTER SYSTEM SET ssl = on')
      await run('SELECT pg_reload_conf()::text')
      for (const text of TABLES.split(';\n')) await run(text)
      await run(
        'CREATE VIEW who AS SELECT (SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS city, id FROM shops',
      )
      const tls = { ca: at('ca.pem'), certificate: at('client.pem'), key: at('client.key') }
      const platform = await opened({ shopsTable: 'who', datasource: { tls } })
      expect(JSON.stringify((await ask(platform)).tables)).toContain('CN=client.test')
      await expect(opened({ datasource: { tls: {} } })).rejects.toMatchObject({
        code: 'PLATFORM_SOURCE_UNAVAILABLE',
      })
      const named = opened({ datasource: { tls: { ...tls, serverName: 'other.test' } } })
      await expect(named).rejects.toMatchObject({ code: 'PLATFORM_SOURCE_UNAVAILABLE' })
    } finally {
      for (const one of remove.splice(0).toReversed()) await one()
      await admin.close()
      await server.stop()
      await rm(keys, { recursive: true, force: true })
    }
  })
})
