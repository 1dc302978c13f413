import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadWorkspace } from '@tributary/catalog'
import { createPlatform, type Platform } from '@tributary/platform'

import { createApp } from '@tributary/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'

const workspaceOf = (expression: string): string => `tenant: shop
accounts:
  - { account: ann, role: OWNER }
  - { account: bea, role: USAGER }
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    rows: '[region] <> [user.hidden]'
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: amount, type: INT }
dimensions: [{ name: region, dataset: orders, column: region }]
metrics: [{ name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '${expression}' }]
`
const HEAD = 'day,region,amount\n'
const ORDERS = `${HEAD}2025-01-05,north,1\n2025-01-06,south,2\n2025-02-07,north,4\n2025-02-08,south,8\n`
const LONG_AGO = new Date('2025-03-01T00:00:00Z')

let home: Awaited<ReturnType<typeof folderOf>>
let platform: Platform
let app: ReturnType<typeof createApp>

/** Writes the orders as if it had been long ago. */
async function writeOrders(text: string, at = LONG_AGO): Promise<void> {
  await writeFile(join(home.folder, 'orders.csv'), text)
  await utimes(join(home.folder, 'orders.csv'), at, at)
}

beforeAll(async () => {
  home = await folderOf({ 'workspace.yaml': workspaceOf('[amount]') })
  await writeOrders(ORDERS)
  platform = await createPlatform({ workspace: home.folder, trustIdentityHeaders: true })
  app = createApp({ platform })
  await saveHidden('ann', 'none')
  await saveHidden('bea', 'south')
})
/** Saves the region that a user does not see. */
async function saveHidden(account: string, value: string): Promise<void> {
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
  await platform.as(await platform.authenticate(credentials)).saveUserAttributes({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [{ identityValue: account, properties: [{ name: 'hidden', value }] }],
  })
}
beforeEach(() => writeOrders(ORDERS))
afterAll(async () => {
  await app?.close()
  await platform?.close()
  await home?.remove()
})

const QUESTION = {
  metric: 'revenue',
  dimensions: ['region'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: '[metric_time__month] = "2025-02-01"',
    compareTimeConstraint: '[metric_time__month] = "2025-01-01"',
  },
}
const ASKED: Readonly<Record<string, object>> = {
  'attribution/dim_time_compare': QUESTION,
  'attribution/dim_peer_compare': {
    ...QUESTION,
    attribution: {
      attributionCalculateType: 'ALL',
      compareDimension: 'region',
      timeConstraint: '[metric_time__month] = "2025-02-01"',
      currentObject: { filters: ['IN([region], "north")'] },
      compareObject: { filters: ['IN([region], "south")'] },
    },
  },
  'metrics/query': { metrics: ['revenue'], dimensions: ['region'] },
  'metrics/series': { metric: 'revenue', grain: 'MONTH' },
}

interface Sent {
  readonly path?: string
  readonly body?: object
  readonly known?: string
  readonly account?: string
}

async function ask({
  path = 'attribution/dim_time_compare',
  body = ASKED[path]!,
  known,
  account = 'ann',
}: Sent = {}) {
  const credentials = { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': account }
  const headers = { ...credentials, ...(known !== undefined && { 'if-none-match': known }) }
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    payload: body,
    headers,
  })
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers }
}

const dataOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).data
const tagOf = ({ headers }: { readonly headers: object }) =>
  String((headers as Record<string, unknown>).etag)

test.each(Object.keys(ASKED))('%s says 304 while its answer is the same', async (path) => {
  const first = await ask({ path })
  expect(first.status).toBe(200)
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization, tenant-id, auth-type, auth-value',
  })
  expect(tagOf(first)).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [tagOf(first), `"other", ${tagOf(first)}`, tagOf(first).slice(2)]) {
    const again = await ask({ path, known })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tagOf(first) } })
    expect(again.headers['cache-control']).toBe('private, no-cache')
  }
  for (const known of ['"other"', '*', 'no list', '']) {
    const answered = await ask({ path, known })
    expect(answered.status).toBe(200)
    expect(dataOf(answered)).toEqual(dataOf(first))
  }
})

test('other data, as many bytes of it, is answered anew', async () => {
  const first = await ask()
  await writeOrders(ORDERS.replace('north,4', 'north,5'), new Date('2025-03-02T00:00:00Z'))
  const second = await ask({ known: tagOf(first) })
  expect(second.status).toBe(200)
  expect(dataOf(second)).not.toEqual(dataOf(first))
  expect(tagOf(second)).not.toBe(tagOf(first))
  expect((await ask({ known: tagOf(second) })).status).toBe(304)
})

test('a file that was written a moment ago has no tag', async () => {
  await writeOrders(ORDERS, new Date())
  const { status, headers } = await ask()
  expect({ status, etag: headers.etag, kept: headers['cache-control'] }).toEqual({
    status: 200,
    etag: undefined,
    kept: 'private, no-store',
  })
})

test('different requests, and callers with different rows, have different ETags', async () => {
  const all = [
    await ask(),
    await ask({ body: { ...QUESTION, contributions: true } }),
    await ask({ body: { ...QUESTION, dimensions: [] } }),
    await ask({ path: 'metrics/query' }),
    await ask({ path: 'metrics/query', body: { metrics: ['revenue'] } }),
  ]
  expect(new Set(all.map(tagOf)).size).toBe(all.length)
  const bea = await ask({ account: 'bea', known: all.map(tagOf).join(', ') })
  expect(bea.status).toBe(200)
  expect(dataOf(bea)).not.toEqual(dataOf(all[0]!))
})

test('other attributes of the caller, and other definitions, are answered anew', async () => {
  const before = await ask({ account: 'bea' })
  await saveHidden('bea', 'north')
  const after = await ask({ account: 'bea', known: tagOf(before) })
  expect(after.status).toBe(200)
  expect(dataOf(after)).not.toEqual(dataOf(before))
  await writeFile(join(home.folder, 'workspace.yaml'), workspaceOf('[amount] * 2'))
  await platform.apply(await loadWorkspace(home.folder))
  const doubled = await ask({ account: 'bea', known: tagOf(after) })
  expect(doubled.status).toBe(200)
  expect(dataOf(doubled)).not.toEqual(dataOf(after))
})

test('an explanation has no ETag, and a wrong request gets its error whatever ETag it sends', async () => {
  expect((await ask({ body: { ...QUESTION, explain: true } })).headers.etag).toBeUndefined()
  const { headers } = await ask()
  const wrong = await ask({ body: { ...QUESTION, metric: 'revenu' }, known: String(headers.etag) })
  expect(wrong).toMatchObject({ status: 404, headers: { 'cache-control': 'private, no-store' } })
  expect(wrong.headers.etag).toBeUndefined()
})
