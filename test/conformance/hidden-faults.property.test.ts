import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fixedClock } from '@tributary/core'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMcpServer } from '../../packages/cli/src/mcp/create-server.ts'
import { openPlatformSession } from '../../packages/cli/src/session/platform-session.ts'
import { folderOf } from '../support/folder-of.ts'

/** What `eve` may not use, under names of its own in each of two shops that are the same otherwise. */
interface HiddenNames {
  readonly source: string
  readonly engine: string
  readonly address: string
  readonly file: string
  readonly places: string
  readonly weeks: string
  readonly orders: string
  readonly far: string
  readonly day: string
  readonly placed: string
  readonly town: string
  readonly amount: string
  readonly base: string
  readonly cell: string
  readonly key: string
}

const ONE: HiddenNames = {
  ...{ source: 'lake', engine: 'vault', address: '127.0.0.1:1', file: 'payroll' },
  ...{ places: 'branches', weeks: 'fortnights', orders: 'wages', far: 'ledger' },
  ...{ day: 'payday', placed: 'settled', town: 'suburb', amount: 'salary', base: 'gross' },
  ...{ cell: 'boss-earns-9000000', key: 'Ghent' },
}
const OTHER: HiddenNames = {
  ...{ source: 'pond', engine: 'crypt', address: '127.0.0.2:2', file: 'bonuses' },
  ...{ places: 'outlets', weeks: 'quinzaines', orders: 'grants', far: 'journal' },
  ...{ day: 'bonusday', placed: 'booked', town: 'hamlet', amount: 'money', base: 'netto' },
  ...{ cell: 'chief-earns-8000000', key: 'Bruges' },
}
const HIDDEN = [ONE, OTHER].flatMap((names) => Object.values(names) as string[])

/** What goes wrong with the data, each told by other code. */
const FAULTS = ['NONE', 'CELL', 'COLUMNS', 'MISSING', 'EMPTY', 'KEYS', 'PLACES'] as const
type Fault = (typeof FAULTS)[number]

/** The data files of a shop with a fault; null for a file that is not there. */
function dataOf(n: HiddenNames, fault: Fault): Readonly<Record<string, string | null>> {
  const amount = fault === 'CELL' ? n.cell : '4'
  const head = fault === 'COLUMNS' ? 'x,y' : `${n.day},paid,${n.town},kind,${n.amount}`
  const rows = [`2024-05-01,2024-05-02,${n.key},a,10`, `2024-05-02,2024-05-03,Ypres,b,${amount}`]
  const orders = [head, ...rows, `2024-06-01,2024-06-02,${n.key},a,30`, ''].join('\n')
  const places = ['id,region', `${n.key},East`, 'Ypres,West', '']
  const twice = fault === 'KEYS' ? [`${n.key},North`, ''] : []
  return {
    [`${n.file}.csv`]: { MISSING: null, EMPTY: '' }[fault as string] ?? orders,
    [`${n.places}.csv`]:
      fault === 'PLACES' ? null : [...places.slice(0, -1), ...twice, ''].join('\n'),
    ...(fault === 'MISSING' && { [`${n.file}.csv`]: null }),
  }
}

function workspaceOf(n: HiddenNames): string {
  return `tenant: shop
calendar: { custom: [{ dataset: ${n.weeks}, start: ${n.day}, grains: [{ name: PAY_WEEK, label: label }] }] }
accounts: [{ account: boss, role: OWNER }, { account: eve }, { account: ada }, { account: una, role: USAGER }]
grants:
${['income', 'share', 'sold', 'debt', 'huge', 'calm'].map((metric) => `  - { account: eve, role: USAGER, metric: ${metric} }`).join('\n')}
  - { account: eve, role: USAGER, dimension: region }
  - { account: eve, role: USAGER, dimension: kind }
  - { account: ada, role: USAGER, metric: income }
  - { account: ada, role: USAGER, metric: calm }
  - { account: ada, role: ADMIN, dataset: ${n.orders} }
datasources:
  - { name: ${n.source}, type: FILES, root: . }
  - { name: ${n.engine}, type: POSTGRESQL, address: '${n.address}', database: d, credentials: { user: u } }
datasets:
  - name: ${n.orders}
    source: { datasource: ${n.source}, file: ${n.file}.csv }
    time: { name: ${n.placed}, column: ${n.day}, grain: DAY }
    times: [{ name: paid, column: paid, grain: DAY }]
    columns:
      - { name: ${n.day}, type: DATE }
      - { name: paid, type: DATE }
      - { name: ${n.town}, type: VARCHAR }
      - { name: kind, type: VARCHAR }
      - { name: ${n.amount}, type: BIGINT }
    relations: [{ name: to_${n.places}, to: ${n.places}, on: { ${n.town}: id } }]
  - name: ${n.places}
    source: { datasource: ${n.source}, file: ${n.places}.csv }
    columns: [{ name: id, type: VARCHAR, isPrimaryKey: true }, { name: region, type: VARCHAR }]
  - name: ${n.weeks}
    source: { datasource: ${n.source}, file: ${n.weeks}.csv }
    columns: [{ name: ${n.day}, type: DATE }, { name: label, type: VARCHAR }]
  - name: ${n.far}
    source: { datasource: ${n.engine}, schema: ${n.far}, table: ${n.far} }
    time: { column: ${n.day}, grain: DAY }
    columns: [{ name: ${n.day}, type: DATE }, { name: ${n.amount}, type: BIGINT }]
  - name: quiet
    source: { datasource: ${n.source}, file: quiet.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }]
dimensions:
  - { name: region, dataset: ${n.orders}, via: to_${n.places}, column: region }
  - { name: kind, dataset: ${n.orders}, column: kind }
metrics:
  - { name: ${n.base}, type: ATOMIC, dataset: ${n.orders}, aggregate: SUM, expr: '[${n.amount}]' }
  - { name: income, type: DERIVED, metric: ${n.base}, filters: ['[${n.amount}] > 0'] }
  - { name: share, type: COMPOSITE, expr: '[income] / [${n.base}]' }
  - { name: sold, type: ATOMIC, dataset: ${n.orders}, aggregate: COUNT, times: [paid] }
  - { name: huge, type: ATOMIC, dataset: ${n.orders}, aggregate: SUM, expr: '[${n.amount}] * 9000000000000000000' }
  - { name: calm, type: ATOMIC, dataset: quiet, aggregate: COUNT }
  - { name: debt, type: ATOMIC, dataset: ${n.far}, aggregate: SUM, expr: '[${n.amount}]' }
`
}

interface Asked {
  readonly path: string
  readonly body: unknown
}

interface Answered {
  readonly status: number
  readonly text: string
}

interface Shop {
  readonly folder: string
  readonly log: readonly string[]
  readonly ask: (asked: Asked, account?: string) => Promise<Answered>
  readonly call: (name: string, given: unknown) => Promise<string>
  readonly damage: (fault: Fault) => Promise<void>
  readonly close: () => Promise<void>
}

async function openShop(names: HiddenNames): Promise<Shop> {
  const weeks = `${names.day},label\n2024-05-01,w1\n${names.cell},w2\n`
  const files = {
    ...{ 'workspace.yaml': workspaceOf(names), 'quiet.csv': 'day\n2024-05-01\n2024-06-01\n' },
    [`${names.weeks}.csv`]: weeks,
  }
  const { folder } = await folderOf(files)
  const damage = async (fault: Fault): Promise<void> => {
    for (const [file, text] of Object.entries(dataOf(names, fault))) {
      const path = join(folder, file)
      if (text === null) await rm(path, { force: true })
      else await writeFile(path, text)
    }
  }
  await damage('NONE')
  const clock = fixedClock(new Date('2024-07-01T00:00:00Z'))
  const platform = await createPlatform({
    ...{ workspace: folder, checksSources: false, trustIdentityHeaders: true, clock },
  })
  const log: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void log.push(line) } }
  const app = createApp({ platform, logger })
  const ask: Shop['ask'] = async ({ path, body }, account = 'eve') => {
    const headers = { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': account }
    const payload = JSON.stringify(body)
    const response = await app.inject({
      ...{ method: 'POST', url: `/api/v1/${path}`, payload },
      headers: { ...headers, 'content-type': 'application/json' },
    })
    const text = response.body.replace(/"traceId":"[^"]*"/g, '')
    return { status: response.statusCode, text }
  }
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'eve' }
  const onFault = (error: unknown) => void log.push(String(error))
  const tools = await openTools({
    version: '1',
    openSession: () => openPlatformSession({ platform, credentials, clock, onPartFailed: onFault }),
    onFault,
  })
  const close = async (): Promise<void> => {
    await tools.close()
    await app.close()
    await platform.close()
    await rm(folder, { recursive: true })
  }
  return { folder, log, ask, call: tools.call, damage, close }
}

/** The tools of an MCP server over a transport in memory; the text of what a call gives. */
async function openTools(options: Parameters<typeof createMcpServer>[0]) {
  const server = createMcpServer(options)
  const waiting = new Map<unknown, (text: string) => void>()
  const transport: Parameters<typeof server.connect>[0] = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if ('id' in message)
        waiting.get(message.id)?.(JSON.stringify(message).replace(/"id":\d+/, ''))
    },
  }
  await server.connect(transport)
  let id = 0
  const send = (method: string, params: Record<string, unknown>): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    id += 1
    waiting.set(id, resolve)
    transport.onmessage?.({ jsonrpc: '2.0', id, method, params })
    return promise
  }
  const clientInfo = { name: 'test', version: '1' }
  await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  return {
    call: (name: string, given: unknown) => send('tools/call', { name, arguments: given }),
    close: () => server.close(),
  }
}

let shops: readonly [Shop, Shop]
beforeAll(async () => {
  shops = [await openShop(ONE), await openShop(OTHER)]
})
afterAll(() => Promise.all(shops.map((shop) => shop.close())))

const MAY = '[metric_time__month] = "2024-05"'
const JUNE = '[metric_time__month] = "2024-06"'

const metric = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('income', 'share', 'sold', 'huge', 'debt') },
  { weight: 1, arbitrary: fc.constant('t') },
)
const dimension = fc.constantFrom('region', 'kind', 'metric_time__month', 'metric_time__pay_week')
const condition = fc.constantFrom(
  '[kind] = "a"',
  '[region] = "East"',
  '(Length([kind]) + 9) * 9000000000000000000 > 0',
  'DateAdd(DATE "2024-01-01", 9000000000000000000, "DAY") > [metric_time]',
  '[metric_time__pay_week] = "w1"',
)
const conditions = fc.array(condition, { maxLength: 1 })
const time = fc.constantFrom(ONE.placed, OTHER.placed, 'paid', 'x', '')
const metricDefinitions = fc.record({
  t: fc.record(
    {
      refMetric: fc.constantFrom('income', 'share', 'sold', 'huge', 'debt'),
      time,
      filters: conditions,
      preAggs: fc.constant([{ granularity: 'DAY', calculateType: 'AVG' }]),
      indirections: fc.constantFrom(['sameperiod__mom__growth'], ['multi_level_agg__SUM,kind']),
    },
    { requiredKeys: ['refMetric'] },
  ),
})
const question = fc.record({ metric, metricDefinitions, filters: conditions })
const windows = { currentTimeConstraint: JUNE, compareTimeConstraint: MAY }
const times = { attributionCalculateType: 'ALL', ...windows }
const peers = {
  ...{ attributionCalculateType: 'ALL', compareDimension: 'kind', timeConstraint: MAY },
  ...{ currentObject: { filters: ['[kind] = "a"'] }, compareObject: { filters: ['[kind] = "b"'] } },
}
const treeOf = (name: string) => ({
  ...{ rootNode: 'all', metricTree: { all: '[part] * 1' } },
  metricTreeNodes: { all: name, part: name },
})

/** Requests of the operations that read data, or say what a name means. */
const REQUESTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'attribution/dim_time_compare': fc
    .tuple(question, dimension)
    .map(([{ filters, ...asked }, by]) => {
      return { ...asked, dimensions: [by], explain: true, attribution: { ...times, filters } }
    }),
  'attribution/dim_peer_compare': fc
    .tuple(question, dimension)
    .map(([{ filters, ...asked }, by]) => {
      return { ...asked, dimensions: [by], attribution: { ...peers, filters } }
    }),
  'attribution/dim_path': question.map(({ filters, ...asked }) => ({
    ...{ ...asked, dimensions: ['kind', 'region'], attribution: { ...windows, filters } },
    valueSelectStrategy: { type: 'TOP', number: 2 },
  })),
  'attribution/root_cause': question.map(({ filters, ...asked }) => {
    return { ...asked, dimensions: ['kind', 'region'], attribution: { ...windows, filters } }
  }),
  'attribution/rank': question.map(({ filters, ...asked }) => {
    return { ...asked, attribution: { ...windows, filters } }
  }),
  'attribution/tree_time_compare': question.map(({ filters, ...asked }) => ({
    metricTreeDef: { ...treeOf(asked.metric), metricDefinitions: asked.metricDefinitions },
    attribution: { ...times, filters },
  })),
  'attribution/tree_peer_compare': question.map(({ filters, ...asked }) => ({
    metricTreeDef: { ...treeOf(asked.metric), metricDefinitions: asked.metricDefinitions },
    attribution: { ...peers, filters },
  })),
  'metrics/query': fc.tuple(question, dimension).map(([{ metric: name, ...asked }, by]) => {
    return { ...asked, metrics: [name], dimensions: [by], timeConstraint: MAY }
  }),
  'metrics/series': question.map((asked) => {
    return { ...asked, grain: 'MONTH', timeConstraint: MAY, split: { dimension: 'region' } }
  }),
  'metrics/movements': fc
    .record({
      metrics: fc.constantFrom([], ['income'], ['debt', 'sold']),
      current: fc.constantFrom('2024-06', 'last-pay-week'),
      compare: fc.constantFrom('2024-05', 'previous'),
    })
    .map((asked) => ({ ...asked, history: 1, causes: 3 })),
  'dimension/values': fc.record({
    ...{ dimension, metric: fc.constantFrom('income', 'sold', null), filters: conditions },
  }),
  'expression/check': fc.record({
    metric: fc.constantFrom('income', 'sold'),
    context: fc.constantFrom('filter', 'time'),
    text: condition,
  }),
}

/** Calls of tools that read data. */
const CALLS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  query: fc.record({
    metrics: fc.tuple(fc.constantFrom('income', 'share', 'huge', 'debt')),
    dimensions: fc.array(dimension, { maxLength: 1 }),
    filters: conditions,
    time: fc.constantFrom('2024-05', 'last-pay-week'),
  }),
  series: fc.record({
    metric: fc.constantFrom('income', 'huge', 'debt'),
    ...{ grain: fc.constant('MONTH'), splitBy: fc.constant('region'), time: fc.constant('2024') },
  }),
  explain: fc.record({
    metric: fc.constantFrom('income', 'huge', 'debt'),
    ...{ current: fc.constant('2024-06'), dimensions: fc.tuple(dimension), filters: conditions },
  }),
  causes: fc.record({
    metric: fc.constantFrom('income', 'huge', 'debt'),
    ...{ current: fc.constant('2024-06'), filters: conditions },
  }),
  movements: fc.record({ current: fc.constantFrom('2024-06', 'last-pay-week') }),
  describe: fc.record({ name: fc.constantFrom('income', 'huge', 'region', ONE.base, ONE.orders) }),
}

/** Texts of an answer that the request has not, and that only hidden things, the machine and the rows have. */
function leaked(text: string, asked: unknown): readonly string[] {
  const request = JSON.stringify(asked)
  const secrets = [...HIDDEN, ...shops.map(({ folder }) => folder), 'ECONNREFUSED', 'Overflow']
  return secrets.filter((secret) => text.includes(secret) && !request.includes(secret))
}

const [HTTP_RUNS, TOOL_RUNS] = process.env.TRIBUTARY_LONG === '1' ? [2_000, 500] : [15, 6]

/** Any of the requests or calls, with its name. */
function anyOf(some: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc.oneof(
    ...Object.entries(some).map(([name, given]) => fc.tuple(fc.constant(name), given)),
  )
}

/** Of two faults the one is told that is found first, which is not the same each time. */
function hasOneFault(fault: Fault, asked: unknown): boolean {
  return fault !== 'KEYS' || !/huge|9000000000000000000/.test(JSON.stringify(asked))
}

describe.each(FAULTS)('with the fault %s in the data', (fault) => {
  beforeAll(() => Promise.all(shops.map((shop) => shop.damage(fault))))

  test('no operation reveals a hidden name, place or value', async () => {
    await fc.assert(
      fc.asyncProperty(anyOf(REQUESTS), async ([path, body]) => {
        fc.pre(hasOneFault(fault, body))
        const [one, other] = await Promise.all(shops.map((shop) => shop.ask({ path, body })))
        expect(leaked(one!.text + other!.text, body)).toEqual([])
        expect(other).toEqual(one)
      }),
      { numRuns: HTTP_RUNS },
    )
  }, 300_000)

  test('no tool tells a name, a place or a value that is hidden', async () => {
    await fc.assert(
      fc.asyncProperty(anyOf(CALLS), async ([tool, given]) => {
        fc.pre(hasOneFault(fault, given))
        const [one, other] = await Promise.all(shops.map((shop) => shop.call(tool, given)))
        expect(leaked(one! + other!, given)).toEqual([])
        expect(other).toEqual(one)
      }),
      { numRuns: TOOL_RUNS },
    )
  }, 300_000)
})

describe('a fault is told', () => {
  const byRegion = { metrics: ['income'], dimensions: ['region'], timeConstraint: MAY }
  const query = (account: string) =>
    shops[0].ask({ path: 'metrics/query', body: byRegion }, account)
  const moved = { path: 'metrics/movements', body: { current: '2024-06', history: 0 } }

  test('with its file, row and value to those who administer the dataset', async () => {
    await shops[0].damage('CELL')
    const [boss, ada, una, eve] = await Promise.all(
      ['boss', 'ada', 'una', 'eve'].map((account) => shops[0].ask(moved, account)),
    )
    for (const { text } of [boss!, ada!]) {
      expect(text).toMatch(
        /payroll\.csv cannot be read: row 2, column .+ found .+boss-earns-9000000/,
      )
    }
    for (const { text } of [una!, eve!]) {
      expect(text).toContain('Data that the question needs cannot be read; ask whoever administers')
      expect(text).not.toContain(ONE.cell)
    }
    expect(leaked(eve!.text, moved)).toEqual([])
  })

  test('with the table and its key to the owner, and without them to others', async () => {
    await shops[0].damage('KEYS')
    const [boss, una] = [await query('boss'), await query('una')]
    expect([boss.status, una.status]).toEqual([409, 409])
    expect(boss.text).toContain('one row per key in lake.files.branches_csv')
    expect(una.text).toContain('A related dataset has several rows for a key')
    expect(leaked(una.text, byRegion)).toEqual([])
  })

  test('with the datasource and its host to the owner, and without them to others', async () => {
    const body = { metrics: ['debt'], dimensions: [] }
    const [boss, eve] = await Promise.all(
      ['boss', 'eve'].map((account) => shops[0].ask({ path: 'metrics/query', body }, account)),
    )
    expect([boss!.status, eve!.status]).toEqual([503, 503])
    expect(boss!.text).toMatch(/The datasource \\"vault\\" cannot be reached: .*127\.0\.0\.1:1/)
    expect(eve!.text).toContain('A database that the question needs cannot be reached')
  })

  test('in full in the log, with its code, and once', async () => {
    await shops[0].damage('KEYS')
    const before = shops[0].log.length
    await query('eve')
    const lines = shops[0].log.slice(before)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      traceId: expect.any(String),
      err: {
        code: 'SQL_LOOKUP_NOT_UNIQUE',
        message: expect.stringMatching(/lake\.files\.branches_csv, but several have the key Ghent/),
      },
    })
  })

  test('in the log where an answer only leaves a part out', async () => {
    await shops[0].damage('CELL')
    const before = shops[0].log.length
    expect((await shops[0].ask(moved)).status).toBe(200)
    expect(shops[0].log.slice(before).join()).toContain(ONE.cell)
  })
})

test('the time of a metric can be chosen by names that the caller may use', async () => {
  await shops[0].damage('NONE')
  const ask = (refMetric: string, time: string, account?: string) =>
    shops[0].ask(
      {
        path: 'metrics/query',
        body: { metrics: ['t'], dimensions: [], metricDefinitions: { t: { refMetric, time } } },
      },
      account,
    )
  expect((await ask('sold', 'paid')).status).toBe(200)
  expect((await ask('sold', 'x')).text).toMatch(/\\"sold\\" does not have .*; it has \\"paid\\"/)
  expect((await ask('income', 'x')).text).toMatch(/\\"income\\" does not have .*; it has none/)
  expect((await ask('income', ONE.placed)).status).toBe(400)
  expect((await ask('income', ONE.placed, 'boss')).status).toBe(200)
  expect((await ask('income', 'x', 'boss')).text).toMatch(/it has \\"settled\\"/)
})
