import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OPERATIONS } from '@tributary/contract'
import { FORMATS, SQL_TEXT_DIALECTS } from '@tributary/definitions'
import { createPlatform, type Platform } from '@tributary/platform'
import { readWorkspace, type Workspace } from '@tributary/platform/internal'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, ownGranularities, simple } from '../../packages/definitions/test/shop.ts'
import type { Answer } from '../support/flights.ts'
import { expectFields } from './support/fields.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }, { account: ada, role: ADMIN }]
datasources: [{ name: lake, type: FILES, root: data }]
datasets:
  - name: visits
    source: { datasource: lake, file: visits.csv }
    columns: [{ name: page, type: VARCHAR }]
metrics: [{ name: page_views, type: ATOMIC, dataset: visits, aggregate: COUNT }]
`

const metric = (name: string, expression: string): string =>
  `      - { name: ${name}, expression: { dialects: [{ dialect: ANSI_SQL, expression: '${expression}' }] } }\n`

const modelOf = (...metrics: readonly string[]): string =>
  `semantic_model:\n  - name: shop\n    datasets: [{ name: orders, source: main.orders }]\n    metrics:\n${metrics.join('')}`

const REVENUE = metric('revenue', 'SUM(orders.amount)')
const RANK = metric('rank', 'RANK() OVER (ORDER BY 1)')

const FIELDS = {
  ...{ importId: 'string', status: 'string', step: 'string|null', applied: 'boolean' },
  ...{ file: 'string', format: 'string|null', dialect: 'string|null', counts: 'object|null' },
  ...{ added: 'array', changed: 'array', removed: 'array', kept: 'array' },
  ...{ findings: 'array', unread: 'array' },
  ...{ startTime: 'string', endTime: 'string|null', msg: 'string|null' },
}

let home: string
let workspace: Workspace
let platform: Platform
let served: Served
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-definitions-'))
  await mkdir(join(home, 'data'))
  await writeFile(join(home, 'data/visits.csv'), 'page\nhome\n')
  await writeFile(
    join(home, 'data/orders.csv'),
    'id,amount,day\n1,2.5,2024-01-01\n2,4,2024-01-02\n',
  )
  await writeFile(
    join(home, 'data/spine.csv'),
    'ds,retail,season\n2024-01-01,P1,2024-01-01\n2024-01-02,P1,2024-01-01\n2024-01-03,P2,2024-01-03\n',
  )
  await writeFile(join(home, 'secret.csv'), 'pin\n1234\n')
  await symlink('../secret.csv', join(home, 'data/pins.csv'))
  await writeFile(join(home, 'workspace.yaml'), WORKSPACE)
  const read = await readWorkspace(home)
  expect(read.problems).toEqual([])
  workspace = read.workspace!
  platform = await createPlatform({ data: join(home, 'store'), trustIdentityHeaders: true })
  await platform.apply(workspace)
  served = await serve({ platform, port: 0 })
})
afterAll(async () => {
  await served.close()
  await platform.close()
  await rm(home, { recursive: true, force: true })
})

async function send(
  query: Readonly<Record<string, string>>,
  text: string,
  { account = 'ann', url = served.url } = {},
): Promise<Answer> {
  const search = new URLSearchParams({ file: 'shop.yaml', ...query })
  const response = await fetch(`${url}/api/v1/definitions/import?${search}`, {
    method: 'POST',
    headers: { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': account },
    body: text,
  })
  return { status: response.status, body: await response.json() }
}

async function totalOf(metric: string, of: Platform = platform): Promise<unknown> {
  const owner = await of.authenticate({
    tenantId: 'shop',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
  const { table } = await of.as(owner).queryMetrics({ metrics: [metric] })
  return Object.values(table).flat()[0]
}

const names = async (): Promise<readonly string[]> =>
  (await platform.definitions('shop')).metrics.map(({ name }) => name)

test('a dry run and a strict import change nothing, and tell what would be', async () => {
  const dry = await send({ dry_run: 'true' }, modelOf(REVENUE, RANK))
  expect(dry.status, JSON.stringify(dry.body)).toBe(200)
  expectFields(dry.body.data, FIELDS)
  const strict = await send({ strict: 'true' }, modelOf(REVENUE, RANK))
  for (const { body } of [dry, strict]) {
    expect(body.data).toMatchObject({
      applied: false,
      format: 'ossie',
      dialect: 'ansi',
      counts: { metrics: 2, exact: 1, leftOut: 1 },
      added: ['datasets/orders', 'metrics/revenue'],
    })
    expect(
      body.data.findings.find(({ status }: { status: string }) => status === 'LEFT_OUT'),
    ).toMatchObject({ name: 'rank', path: 'semantic_model[0].metrics[1]', line: 6 })
  }
  expect(await names()).toEqual(['page_views'])
})

test('an import is there at once, and a second one changes what came from it and was not edited', async () => {
  const first = await send({}, modelOf(REVENUE, metric('orders', 'COUNT(*)')))
  expect(first.body.data).toMatchObject({ applied: true, kept: [] })
  expect(await totalOf('revenue')).toBe(6.5)
  expect(await totalOf('page_views')).toBe(1)

  const same = await send({}, modelOf(REVENUE, metric('orders', 'COUNT(*)')))
  expect(same.body.data).toMatchObject({ applied: true, added: [], changed: [], removed: [] })

  const stored = await platform.definitions('shop')
  const edited = stored.metrics.map((one) =>
    one.name === 'revenue' ? { ...one, displayName: 'Umsatz' } : one,
  )
  await platform.apply({ ...stored, metrics: edited })
  const { body } = await send(
    {},
    modelOf(
      metric('revenue', 'SUM(orders.amount) * 2'),
      metric('average', 'AVG(orders.amount)'),
      metric('page_views', 'COUNT(*)'),
    ),
  )
  expect(body.data).toMatchObject({ added: ['metrics/average'], changed: [], removed: [] })
  expect(body.data.kept).toEqual([
    { key: 'metrics/revenue', reason: 'it was edited since the last import' },
    { key: 'metrics/page_views', reason: 'it is defined in the definitions of the tenant' },
    { key: 'metrics/orders', reason: 'the file has it no more; prune=true removes it' },
  ])
  expect(await totalOf('revenue')).toBe(6.5)

  const query = { prune: 'true', theirs: 'true' }
  const last = await send(query, modelOf(metric('revenue', 'SUM(orders.amount) * 2')))
  expect(last.body.data).toMatchObject({
    changed: ['metrics/revenue'],
    removed: ['metrics/orders', 'metrics/average'],
  })
  expect(await totalOf('revenue')).toBe(13)
  expect(await names()).toEqual(['page_views', 'revenue'])
})

test('what is answered is kept: a process that starts on the store has it', async () => {
  const next = await createPlatform({ data: join(home, 'store'), trustIdentityHeaders: true })
  try {
    expect(await totalOf('revenue', next)).toBe(13)
  } finally {
    await next.close()
  }
})

test('imports at the same time leave what each of them says', async () => {
  const files = ['a', 'b', 'c']
  const answers = await Promise.all(
    files.map((one) =>
      send({ file: `${one}.yaml` }, modelOf(metric(`${one}_sum`, 'SUM(orders.amount)'))),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await names()).toSorted()).toEqual(['a_sum', 'b_sum', 'c_sum', 'page_views', 'revenue'])
})

const MANY = modelOf(
  ...Array.from({ length: 300 }, (_, i) => metric(`m${i}`, `SUM(orders.amount) * ${i}`)),
)

test('a large import, which a worker thread reads, answers as a small one', async () => {
  const { status, body } = await send({ file: 'many.yaml', dry_run: 'true' }, MANY)
  expect([status, body.data.added.length, body.data.findings.length]).toEqual([200, 300, 300])
})

test('the calendar of a project is that of the tenant, and stays when another project has one', async () => {
  const orders = {
    ...model('orders', { defaults: { agg_time_dimension: 'day' } }),
    dimensions: [{ name: 'day', type: 'time', type_params: { time_granularity: 'day' } }],
  }
  const project = (column: string): string =>
    JSON.stringify({
      semantic_models: [orders],
      metrics: [simple('spent')],
      ...ownGranularities([{ name: 'retail_month', column_name: column }], 'retail_month'),
    })
  const own = await send({ file: 'project.json' }, project('retail'))
  expect(own.body.data.added, JSON.stringify(own.body)).toContain('calendar')
  const { sources } = (await platform.definitions('shop')).calendar
  expect(sources).toMatchObject([{ dataset: 'spine', grains: [{ label: 'retail' }] }])

  const other = await send({ file: 'other.json' }, project('season'))
  expect(other.body.data.kept).toContainEqual({
    key: 'calendar',
    reason: 'it is defined in the import of project.json',
  })
  const changed = await send({ file: 'project.json' }, project('season'))
  expect(changed.body.data.changed).toEqual(['calendar'])
  const gone = JSON.stringify({ semantic_models: [orders], metrics: [simple('spent')] })
  const pruned = await send({ file: 'project.json', prune: 'true' }, gone)
  expect(pruned.body.data.removed).toEqual(['datasets/spine', 'calendar'])
  expect((await platform.definitions('shop')).calendar.sources).toBeUndefined()
})

describe('an import that takes long', () => {
  const stateOf = async (id: string): Promise<Answer> => {
    const search = new URLSearchParams({ import_id: id })
    const response = await fetch(`${served.url}/api/v1/definitions/queryImport?${search}`, {
      headers: { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': 'ann' },
    })
    return { status: response.status, body: await response.json() }
  }
  const untilEnded = async (id: string): Promise<Answer['body']> => {
    for (;;) {
      const { status, body } = await stateOf(id)
      expect(status).toBe(200)
      expectFields(body.data, FIELDS)
      if (body.data.status !== 'RUNNING') return body.data
      await delay(20)
    }
  }
  const AT_ONCE = { at_once: 'true' }

  test('is answered with its id, goes on, and tells what it did as the answer of one that does not', async () => {
    const model = modelOf(metric('long_sum', 'SUM(orders.amount)'), RANK)
    const file = { file: 'long.yaml', dry_run: 'true' }
    const {
      importId: _,
      startTime: __,
      endTime: ___,
      ...whole
    } = (await send(file, model)).body.data
    const { status, body } = await send({ ...file, ...AT_ONCE }, model)
    expect([status, body.data.status, body.data.counts]).toEqual([200, 'RUNNING', null])
    expect(await untilEnded(body.data.importId)).toMatchObject(whole)
    const applied = await send({ file: 'long.yaml', ...AT_ONCE }, model)
    expect((await untilEnded(applied.body.data.importId)).added).toEqual(['metrics/long_sum'])
    expect(await names()).toContain('long_sum')
  })

  test('and fails says why, with nothing changed', async () => {
    const { body } = await send({ file: 'long.yaml', ...AT_ONCE }, `${MANY}  : [`)
    const state = await untilEnded(body.data.importId)
    expect(state).toMatchObject({ status: 'FAILED', applied: false, added: [] })
    expect(state.msg).toMatch(/^DEFINITIONS_INVALID_IMPORT: /)
  })

  test('can be cancelled, and has changed nothing then', async () => {
    const before = await platform.definitions('shop')
    const { body } = await send({ file: 'many.yaml', ...AT_ONCE }, MANY)
    const response = await fetch(`${served.url}/api/v1/definitions/cancelImport`, {
      method: 'POST',
      headers: {
        ...{ 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': 'ann' },
        'content-type': 'application/json',
      },
      body: JSON.stringify({ importId: body.data.importId }),
    })
    const { data: cancelled } = (await response.json()) as Answer['body']
    expect(cancelled).toMatchObject({ status: 'CANCELLED', applied: false })
    expect(cancelled.msg).toContain('"ann" cancelled it')
    // The next import has its turn after this one.
    await send({ file: 'many.yaml', dry_run: 'true' }, MANY)
    expect((await stateOf(body.data.importId)).body.data).toEqual(cancelled)
    expect(await platform.definitions('shop')).toEqual(before)
  })

  test('answers 404 for an unknown import', async () => {
    const { status, body } = await stateOf('00000000-0000-4000-8000-000000000000')
    expect([status, body.detailErrorMsg]).toEqual([
      404,
      expect.stringContaining('PLATFORM_UNKNOWN_IMPORT'),
    ])
  })
})

// To start a worker thread from source takes a second or more.
test.runIf(process.env.TRIBUTARY_LONG)(
  'the mistake of a large import is told, and its caller may leave',
  async () => {
    const wrong = await send({ file: 'many.yaml' }, `${MANY}  : [`)
    expect([wrong.status, wrong.body.detailErrorMsg]).toEqual([
      400,
      expect.stringContaining('DEFINITIONS_INVALID_IMPORT'),
    ])
    const owner = await platform.authenticate({
      tenantId: 'shop',
      authType: 'ACCOUNT',
      authValue: 'ann',
    })
    const stop = new AbortController()
    const { signal } = stop
    const left = platform.as(owner).importDefinitions({ file: 'many.yaml', text: MANY }, { signal })
    setTimeout(() => stop.abort(new Error('left')), 300)
    await expect(left).rejects.toThrow('left')
    expect(await names()).not.toContain('m0')
  },
)

test.each([
  ['an ADMIN', {}, modelOf(REVENUE), { account: 'ada' }, 403, 'ACCESS_FORBIDDEN'],
  ['an empty body', {}, '', {}, 400, 'DEFINITIONS_INVALID_IMPORT'],
  ['no YAML', {}, 'a: [', {}, 400, 'DEFINITIONS_INVALID_IMPORT'],
  ['another format', { from: 'dbt' }, modelOf(REVENUE), {}, 400, 'found an Ossie model'],
  ['an unknown format', { from: 'lookml' }, modelOf(REVENUE), {}, 400, 'SERVER_INVALID_QUERY'],
  ['no such datasource', { datasource: 'sea' }, modelOf(REVENUE), {}, 400, 'it has lake'],
  [
    'no such table',
    {},
    modelOf(REVENUE).replace('main.orders', 'nowhere'),
    {},
    400,
    'DEFINITIONS_TABLES_MISSING',
  ],
  [
    'a link out of the datasource',
    {},
    modelOf(REVENUE).replace('main.orders', 'pins'),
    {},
    400,
    'PLATFORM_INVALID_REQUEST',
  ],
  ['a name with a zero byte', { file: 'a\0' }, modelOf(REVENUE), {}, 400, 'SERVER_INVALID_QUERY'],
] as const)('%s is refused by name', async (_, query, text, as, status, message) => {
  const before = await platform.definitions('shop')
  const { status: found, body } = await send({ file: 'other.yaml', ...query }, text, as)
  expect([found, JSON.stringify(body)]).toEqual([status, expect.stringContaining(message)])
  expect(await platform.definitions('shop')).toEqual(before)
})

test('what would break other definitions is refused', async () => {
  const file = { file: 'own.yaml' }
  const own = modelOf(metric('own', 'SUM(orders.id)')).replace('name: orders', 'name: lines')
  await send(file, own.replaceAll('orders.id', 'lines.id'))
  const before = await platform.definitions('shop')
  const { dataset } = before.metrics.find(({ name }) => name === 'own') as { dataset: string }
  const byHand = { ...before.metrics.find(({ name }) => name === 'page_views')!, name: 'by_hand' }
  const stored = {
    ...before,
    metrics: [...before.metrics, { ...byHand, dataset } as typeof byHand],
  }
  await platform.apply(stored)
  const { status, body } = await send({ ...file, prune: 'true' }, modelOf(REVENUE))
  expect([status, body.detailErrorMsg]).toEqual([
    400,
    expect.stringMatching(/DEFINITIONS_INVALID_IMPORT.*1 mistakes?; nothing was changed.*lines/s),
  ])
  expect(await platform.definitions('shop')).toEqual(stored)
  await platform.apply(before)
})

test('definitions that files give at each start are not changed, and a dry run tells what would be', async () => {
  const started = await createPlatform({ workspace, trustIdentityHeaders: true })
  const serving = await serve({ platform: started, port: 0 })
  try {
    const at = { url: serving.url }
    const { status, body } = await send({}, modelOf(REVENUE), at)
    expect([status, body.detailErrorMsg]).toEqual([
      409,
      expect.stringContaining('PLATFORM_DEFINITIONS_IN_FILES'),
    ])
    expect((await send({ dry_run: 'true' }, modelOf(REVENUE), at)).body.data.added).toEqual([
      'datasets/orders',
      'metrics/revenue',
    ])
  } finally {
    await serving.close()
    await started.close()
  }
})

test('the contract has the formats and the dialects of the importer', () => {
  const { from, dialect } = OPERATIONS.importDefinitions.query.properties
  expect(from.enum).toEqual(FORMATS)
  expect(dialect.enum).toEqual(SQL_TEXT_DIALECTS.map((name) => name.toLowerCase()))
})
