import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Answer } from '../../support/flights.ts'
import { hasPostgres, MISSING, startPostgres, type TestPostgres } from '../../support/postgres.ts'

/** A small workspace of orders, served on a store; `max` is ADMIN, `joe` is USAGER, `eve` may use the metric `revenue` and the dimension `city` and manage the dataset `branches`, nothing else. */
export interface ServedShop {
  /** Asks as `ann`, who is OWNER, unless another account is named; `body` makes it a POST. */
  ask(path: string, body?: unknown, account?: string, more?: More): Promise<Answer>
  /** Stops the service and starts it again on the same store. */
  restart(): Promise<void>
  /** The folder of the workspace. */
  readonly folder: string
}

/** What else a request may have. */
export interface More {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is served in place of the shop. */
export interface Served {
  /** The files of the workspace, by name. */
  readonly files: Readonly<Record<string, string>>
  /** How many task instances it works on at once. */
  readonly workers: number
}

/**
 * Runs a chapter on every kind of store, with the shop unless something else is `served`. Without a PostgreSQL its part
 * is left out, or under CI fails.
 */
export function onEachStore(
  chapter: (shop: ServedShop) => void,
  served: Served = { files: FILES, workers: 0 },
): void {
  describe('on SQLite', () => chapter(shopIn(served, (data) => ({ data }))))
  const name = hasPostgres() ? 'on PostgreSQL' : `on PostgreSQL (left out: ${MISSING})`
  describe.skipIf(!hasPostgres())(name, () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await startPostgres()
    })
    // Hooks run last to first: the shop closes before its store goes.
    afterAll(() => server.stop())
    chapter(shopIn(served, () => ({ store: server.url })))
  })
}

function shopIn(
  { files, workers }: Served,
  placeOf: (folder: string) => { readonly data: string } | { readonly store: string },
): ServedShop {
  let folder: string
  let running: { readonly url: string; stop(): Promise<void> }
  const start = async (): Promise<void> => {
    const options = { workspace: folder, trustIdentityHeaders: true, workers, ...placeOf(folder) }
    const platform = await createPlatform(options)
    const served = await serve({ platform, host: '127.0.0.1', port: 0 })
    const stop = async (): Promise<void> => {
      await served.close()
      await platform.close()
    }
    running = { url: served.url, stop }
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tributary-conformance-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await start()
  })
  afterAll(async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    ask: async (path, body, account = 'ann', { method, headers = {} } = {}) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const length = String(Buffer.byteLength(text))
      const sent = {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          'tenant-id': 'shop',
          'auth-type': 'ACCOUNT',
          'auth-value': account,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': length }),
          ...headers,
        },
      }
      return send(`${running.url}/api/v1/${path}`, sent, text)
    },
    get folder() {
      return folder
    },
    restart: async () => {
      await running.stop()
      await start()
    },
  }
}

/** By Node's own client: `fetch` gives a GET no body, which the specification has. */
function send(url: string, options: RequestOptions, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (response) => {
      const parts: string[] = []
      for await (const part of response.setEncoding('utf8')) parts.push(part)
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(parts.join('')) })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

const FILES: Readonly<Record<string, string>> = {
  'orders.csv': `day,shop,amount
2024-05-01,a,10
2024-05-02,b,20
2024-05-03,test,99
2024-06-01,a,30
2024-06-02,b,25
2024-06-03,test,1
`,
  'branches.csv': 'id,city\na,Ghent\nb,Bruges\n',
  'shelves.csv': 'shelf,size\ns,3\nt,4\n',
  'workspace.yaml': `tenant: shop
accounts:
  - { account: ann, displayName: Ann, role: OWNER }
  - { account: max, displayName: Max, role: ADMIN }
  - { account: joe, displayName: Joe, role: USAGER }
  - { account: eve, displayName: Eve }
categories:
  - { id: sales, name: Sales }
grants:
  - { account: eve, role: USAGER, metric: revenue }
  - { account: eve, role: USAGER, dimension: city }
  - { account: eve, role: ADMIN, dataset: branches, expires: '2999-01-01T00:00:00Z' }
  - { account: joe, role: ADMIN, metric: basket, expires: '2999-01-01T00:00:00Z' }
  - { account: joe, role: USAGER, category: sales }
  - { account: eve, role: USAGER, metric: basket, expires: '2020-01-01T00:00:00Z' }
  - { account: eve, role: USAGER, category: sales, expires: '2020-01-01T00:00:00Z' }
groups:
  - { id: g1, code: ops, displayName: Operations }
  - { id: g2, code: ops_east, displayName: Operations east, parent: ops }
  - { id: g3, code: ops_west, displayName: Operations west, parent: ops }
  - { id: g4, code: planning, displayName: Planning }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE, displayName: Day of order }
      - { name: shop, type: VARCHAR, isHidden: true, description: Who sold it. }
      - { name: amount, type: BIGINT }
    relations:
      - { name: order_branch, displayName: Branch, to: branches, on: { shop: id } }
    filter: '[shop] <> "test"'
    partition:
      column: day
      sourceTable: lake.sales.orders
      sourceColumn: dt
      grain: DAY
      columns: [{ column: amount, interval: 2, sign: NEGATIVE }]
    layout: { open: [amount], width: 3 }
    owner: max
    tags: [sales, daily]
  - name: branches
    displayName: Branches
    source: { datasource: local, file: branches.csv }
    columns:
      - { name: id, type: VARCHAR, isPrimaryKey: true }
      - { name: city, type: VARCHAR }
  - name: shelves
    source: { datasource: local, file: shelves.csv }
    columns:
      - { name: shelf, type: VARCHAR }
      - { name: size, type: BIGINT }
dimensions:
  - { name: shelf, dataset: shelves, column: shelf }
  - { name: size, dataset: shelves, column: size, displayName: Size }
  - name: shop
    code: D1
    displayName: Branch
    description: Where it was sold.
    category: sales
    dataset: orders
    column: shop
    values: [{ value: a, name: First, description: The oldest. }, { value: b, name: Second }]
    attributes:
      basic: { since: '2019' }
      business: { steward: Ann }
      technical: { source: till }
      management: { review: yearly }
  - { name: band, dataset: orders, expr: 'If([amount] < 20, "low", "high")' }
  - { name: city, dataset: orders, via: order_branch, column: city }
  - { name: amount, dataset: orders, column: amount }
metrics:
  - name: revenue
    displayName: Revenue
    code: M1
    type: ATOMIC
    dataset: orders
    aggregate: SUM
    expr: '[amount]'
  - { name: order_count, displayName: Orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: stock, displayName: Size, type: ATOMIC, dataset: shelves, aggregate: SUM, expr: '[size]' }
  - { name: shelf_count, type: ATOMIC, dataset: shelves, aggregate: COUNT }
  - { name: basket, category: sales, type: COMPOSITE, expr: '[revenue] / [order_count]' }
`,
}
