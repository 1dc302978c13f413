import { setTimeout as delay } from 'node:timers/promises'
import { readWorkspace } from '@tributary/catalog'
import { type Client, createClient } from '@tributary/client'
import { createPlatform, type Platform } from '@tributary/platform'
import { afterEach, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../support/postgres.ts'
import { manyOrders } from './support/many-orders.ts'
import { type Service, startService } from './support/service.ts'
import { startWorker } from './support/worker.ts'

const STEPS = process.env.TRIBUTARY_LONG ? 2_000 : 30
const SERVERS = 3
const DAYS = 12

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Servers on one store behind a proxy that sends each request to the next one that is there. */
interface Cluster {
  /** Behind the proxy, as the account `boss`. */
  readonly client: Client
  /** Directly at each server that is there. */
  clients(credentials?: { readonly authType: 'APIKEY'; readonly authValue: string }): Client[]
  /** Kills a server as a power cut does, and starts another one in its place after a while. */
  replaceOne(): Promise<void>
}

async function startCluster(store: string): Promise<Cluster> {
  const start = async (): Promise<Service> => {
    const service = await startService(['--store', store, '--workers', '0'])
    endings.push(() => service.kill())
    return service
  }
  const services = await Promise.all(Array.from({ length: SERVERS }, start))
  let next = 0
  // Only what no server has received is sent to another one.
  const roundRobin: typeof fetch = async (input, init) => {
    for (let tried = 1; ; tried++) {
      const { url } = services[next++ % services.length]!
      const { pathname, search } = new URL(String(input))
      try {
        return await fetch(`${url}${pathname}${search}`, init)
      } catch (error) {
        const cause = (error as { cause?: { code?: string } }).cause?.code
        if (cause !== 'ECONNREFUSED' || tried >= services.length) throw error
      }
    }
  }
  const boss = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'boss' } as const
  return {
    client: createClient({ baseUrl: 'http://proxy', credentials: boss, fetch: roundRobin }),
    clients: (credentials) =>
      services.map(({ url }) =>
        createClient({
          baseUrl: url,
          credentials: credentials ? { tenantId: 'shop', ...credentials } : boss,
        }),
      ),
    async replaceOne() {
      const place = Math.floor(Math.random() * services.length)
      const [gone] = services.splice(place, 1)
      await gone!.kill()
      services.push(await start())
    },
  }
}

/** A write through the proxy, and what every server has to answer from then on. */
type Step = (cluster: Cluster, operator: Platform, turn: number) => Promise<void>

const STEP_KINDS: readonly Step[] = [
  async function attributes({ client, clients }, _, turn) {
    const properties = [{ name: 'a', value: `${turn}` }]
    const identityType = 'USER_ACCOUNT'
    await client.saveUserAttributes({
      identityType,
      userPropertyRequests: [{ identityValue: 'boss', properties }],
    })
    for (const one of clients()) {
      const [user] = await one.userAttributes({ identityType, identityValues: ['boss'] })
      expect(user?.properties).toEqual(properties)
    }
  },
  async function lineage({ client, clients }, _, turn) {
    const [from, to] = [`METRIC,from_${turn}`, `METRIC,to_${turn}`]
    const text = `src_type,src_id,dst_type,dst_id\n${from},${to}\n`
    await client.importLineage({ text })
    for (const one of clients()) {
      const { edgeList } = await one.allLineage()
      const ends = edgeList.map(({ dstVertex }) => dstVertex.vertexId)
      expect(ends).toContain(`to_${turn}`)
    }
  },
  async function views({ client, clients }, _, turn) {
    const view = { viewName: `view_${turn}`, displayName: 'A view', metrics: ['revenue'] }
    await client.createMetricView(view)
    for (const one of clients()) {
      await expect(one.createMetricView(view)).rejects.toMatchObject({ status: 409 })
    }
  },
  async function definitions({ clients }, operator, turn) {
    const workspace = await operator.definitions()
    const [first] = workspace.metrics
    const metric = { ...first!, name: `metric_${turn}`, displayName: `Metric ${turn}` }
    await operator.apply({ ...workspace, metrics: [...workspace.metrics, metric] })
    for (const one of clients()) {
      const found = await one.dimensionsOfMetrics({ metricNames: [metric.name] })
      expect(Object.keys(found)).toEqual([metric.name])
    }
  },
  async function credentials({ clients }, operator, turn) {
    const name = `secret ${turn}`
    const secret = { account: 'boss', kind: 'APIKEY', name } as const
    const authValue = await operator.createCredential(secret)
    const all = clients({ authType: 'APIKEY', authValue })
    for (const one of all) await one.allLineage()
    const made = (await operator.credentials()).find((one) => one.name === name)!
    await operator.revokeCredential({ id: made.id })
    for (const one of all) await expect(one.allLineage()).rejects.toMatchObject({ status: 401 })
  },
  async function rights({ clients }, operator, turn) {
    const workspace = await operator.definitions()
    const account = `user_${turn}`
    const user = { account, displayName: account, role: 'USAGER' } as const
    await operator.apply({ ...workspace, accounts: [...workspace.accounts, user] })
    const authValue = await operator.createCredential({ account, kind: 'APIKEY' })
    const all = clients({ authType: 'APIKEY', authValue })
    for (const one of all) expect((await one.allLineage()).edgeList).not.toEqual([])
    const accounts = [...workspace.accounts, { ...user, role: null }]
    await operator.apply({ ...workspace, accounts })
    for (const one of all) expect((await one.allLineage()).edgeList).toEqual([])
    await operator.apply(workspace)
    for (const one of all) await expect(one.allLineage()).rejects.toMatchObject({ status: 401 })
  },
]

const NAME = `three servers and two workers on one PostgreSQL are as one, also when some of them die`
test.skipIf(!hasPostgres())(
  hasPostgres() ? NAME : `${NAME} (left out: ${MISSING})`,
  { timeout: 60_000 + STEPS * 1_000 },
  async () => {
    const orders = await manyOrders(DAYS, 50)
    endings.push(orders.remove)
    const postgres = await startPostgres()
    endings.push(() => postgres.stop())
    const { workspace } = await readWorkspace(orders.folder)
    const operator = await createPlatform({ store: postgres.url, workspace: workspace! })
    endings.push(() => operator.close())
    const cluster = await startCluster(postgres.url)
    const worker = async () => {
      const started = await startWorker(['store', postgres.url])
      endings.push(started.kill)
      return started
    }
    const workers = await Promise.all([worker(), worker()])

    const { client } = cluster
    const dagName = await client.createBackfill({
      planName: 'by_day',
      startTime: orders.from,
      endTime: orders.to,
      dateIntervalOfLot: 1,
    })
    const kills = [Math.floor(STEPS / 3), Math.floor((2 * STEPS) / 3)]
    for (let turn = 0; turn < STEPS; turn++) {
      const step = STEP_KINDS[turn % STEP_KINDS.length]!
      await step(cluster, operator, turn)
      if (kills.includes(turn)) await cluster.replaceOne()
      if (turn === kills[0]) await workers[0]!.kill()
      if (turn === kills[1]) await worker()
    }

    const look = () => client.taskInstances({ dagName, pageSize: 100, progress: true })
    let task = await look()
    while (task.progress!.waiting + task.progress!.running > 0) {
      await delay(100)
      task = await look()
    }
    expect(task.instances.map(({ status }) => status)).toEqual(Array(DAYS).fill('SUCCESS'))
    const window = (day: string) => `[metric_time__day] = "${day}"`
    for (const one of cluster.clients()) {
      const { tables, explanation } = await one.compareTimes({
        metric: 'revenue',
        dimensions: ['city'],
        explain: true,
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: window(orders.to),
          compareTimeConstraint: window(orders.from),
          filters: [],
        },
      })
      expect(explanation?.executed.join('\n')).toContain('"by_day"')
      const { city, '@currentValue': current } = tables[1]!.table as Record<string, unknown[]>
      const found = city!.map((name, row) => [`${orders.to} ${String(name)}`, current![row]])
      const wanted = [...orders.expected].flatMap(([key, [, sum]]) =>
        key.startsWith(orders.to) ? [[key, sum]] : [],
      )
      expect(found.toSorted()).toEqual(wanted.toSorted())
    }
  },
)
