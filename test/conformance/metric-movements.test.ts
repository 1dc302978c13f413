import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postAs } from './support/post.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: boss, role: OWNER }, { account: clerk }, { account: nobody }]
grants: [{ account: clerk, role: USAGER, metric: orders_count }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: town, type: VARCHAR }
      - { name: amount, type: BIGINT }
  - name: towns
    source: { datasource: local, file: towns.csv }
    columns: [{ name: town, type: VARCHAR }]
dimensions: [{ name: city, dataset: orders, column: town }]
metrics:
  - { name: sales, displayName: Net sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: orders_count, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: basket, type: COMPOSITE, expr: '[sales] / [orders_count]' }
  - { name: largest, type: ATOMIC, dataset: orders, aggregate: MAX, expr: '[amount]' }
  - { name: last_day, type: ATOMIC, dataset: orders, aggregate: MAX, expr: '[day]' }
  - { name: town_count, type: ATOMIC, dataset: towns, aggregate: COUNT }
`

/** Ten weeks of orders in eight towns, three a day each; in the last one those of Ghent are a hundred times as large. */
function orders(): string {
  const lines = ['day,town,amount']
  for (let day = 0; day < 70; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
    for (let town = 0; town < 8; town++) {
      for (let one = 0; one < 3; one++) {
        const usual = 20 + ((day * 7 + town * 5 + one * 3) % 11)
        const name = town === 0 ? 'Ghent' : `Town ${town}`
        lines.push(`${date},${name},${day >= 63 && town === 0 ? usual * 100 : usual}`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

let folder: string
let platform: Platform
let served: Served
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-movements-'))
  await writeFile(join(folder, 'shop.yaml'), WORKSPACE)
  await writeFile(join(folder, 'orders.csv'), orders())
  await writeFile(join(folder, 'towns.csv'), 'town\nGhent\n')
  platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  served = await serve({ platform, host: '127.0.0.1', port: 0, explorer: false })
})
afterAll(async () => {
  await served.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

const ask = (path: string, body: unknown, account = 'boss') =>
  postAs(account, `${served.url}/api/v1/${path}`, body)

const movements = (body: unknown, account?: string) => ask('metrics/movements', body, account)
const WEEK = { current: '2024-W10', compare: 'previous' }

interface Row {
  readonly metric: string
  readonly current: number
  readonly compare: number
  readonly change: number
  readonly usual: number
  readonly unusual: boolean
  readonly cause: { readonly where: string | null } | null
}

describe('movements', () => {
  test('puts what changed beyond the usual first, with what stands out, and says what is quiet', async () => {
    const { status, body } = await movements(WEEK)
    expect(status).toBe(200)
    const { data } = body
    const names = data.movements.map(({ metric }: Row) => metric)
    expect(names.slice(0, 3).toSorted()).toEqual(['basket', 'largest', 'sales'])
    const sales: Row = data.movements.find(({ metric }: Row) => metric === 'sales')
    expect(sales.unusual).toBe(true)
    expect(sales.cause?.where).toBe('[city] = "Ghent"')
    const count: Row = data.movements.find(({ metric }: Row) => metric === 'orders_count')
    expect(count).toMatchObject({ change: 0, usual: 0, unusual: false, cause: null })
    expect(data.quiet).toBe(1)
    expect(data.considered).toEqual({ metrics: 4, datasets: 1, history: 8 })
    expect(data.headline).toMatch(/changed more than chance explains/)
  })

  test('has the values of compareTimes and of each week before', async () => {
    const { body } = await movements({ ...WEEK, metrics: ['Net sales'], causes: 0 })
    const [row]: readonly Row[] = body.data.movements
    const week = (start: string) => `DateTrunc([metric_time], "WEEK") = "${start}"`
    const starts = ['03-04', '02-26', '02-19', '02-12', '02-05', '01-29', '01-22', '01-15', '01-08']
    const values: number[] = []
    for (const start of [...starts, '01-01']) {
      const query = { metrics: ['sales'], timeConstraint: week(`2024-${start}`) }
      const one = await ask('metrics/query', query)
      values.push(one.body.data.table.sales[0])
    }
    expect([row!.current, row!.compare]).toEqual(values.slice(0, 2))
    const changes = values.slice(1, -1).map((value, index) => value - values[index + 2]!)
    const squares = changes.reduce((sum, change) => sum + change * change, 0)
    expect(row!.usual).toBeCloseTo(Math.sqrt(squares / changes.length), 9)
  })

  test('tells what cannot be compared, and compares the others', async () => {
    const { body } = await movements(WEEK)
    const reasons = new Map(
      body.data.leftOut.map((one: { metric: string; reason: string }) => [one.metric, one.reason]),
    )
    expect([...reasons.keys()].toSorted()).toEqual(['last_day', 'town_count'])
    expect(reasons.get('last_day')).toMatch(/no numbers/)
  })

  test('goes without a history, and says so', async () => {
    const { body } = await movements({ ...WEEK, history: 0, limit: 1, causes: 0 })
    expect(body.data.movements).toHaveLength(1)
    expect(body.data.movements[0]).toMatchObject({ usual: null, unusual: null, cause: null })
    expect(body.data.headline).toMatch(/nothing is known of what is usual/)
  })

  test('shows a caller no metric but those that the caller may use', async () => {
    const { status, body } = await movements(WEEK, 'clerk')
    expect(status).toBe(200)
    expect(body.data.movements.map(({ metric }: Row) => metric)).toEqual(['orders_count'])
    expect(JSON.stringify(body)).not.toMatch(/sales|basket|towns/)
    expect(await movements(WEEK, 'nobody')).toMatchObject({ status: 400 })
    expect(await movements({ ...WEEK, metrics: ['sales'] }, 'clerk')).toMatchObject({ status: 404 })
  })

  test('writes headlines in the language that the request prefers', async () => {
    const ask = async (language: string) =>
      postAs('boss', `${served.url}/api/v1/metrics/movements`, WEEK, {
        'accept-language': language,
      })
    for (const language of ['zh-CN,zh;q=0.9,en;q=0.8', 'de, zh-Hans;q=0.4']) {
      const { headers, body } = await ask(language)
      expect(headers.get('content-language')).toBe('zh')
      expect(headers.get('vary')).toBe('accept-language')
      expect(body.data.headline).toMatch(/指标|变化/)
      const sales = body.data.movements.find(({ metric }: Row) => metric === 'sales')
      expect(sales.cause.headline).toMatch(/sales 上升/)
    }
    for (const language of ['en, zh;q=0.5', 'de', 'zh;q=0', '*', ';;;,']) {
      const { headers, body } = await ask(language)
      expect(headers.get('content-language')).toBe('en')
      expect(body.data.headline).toMatch(/changed/)
    }
  })

  test('without a time range each metric is compared in the latest period of its data', async () => {
    const usual = { causes: 0 }
    const { body } = await movements(usual)
    const listed = body.data.movements as readonly Record<string, string | null>[]
    expect(listed.length).toBeGreaterThan(0)
    for (const { currentRange, compareRange } of listed) {
      expect([currentRange, compareRange]).not.toContain(null)
      const named = await movements({ ...usual, current: currentRange, compare: compareRange })
      expect(named.body.data.movements).toEqual(
        expect.arrayContaining(
          listed.filter((movement) => movement['currentRange'] === currentRange),
        ),
      )
    }
  })

  test.each<[string, object, RegExp]>([
    ['an empty time range', { current: ' ' }, /current/],
    ['what is no time range', { current: '2024-W60' }, /W60/],
    ['a condition that is none', { current: '[metric_time' }, /current/],
    ['a word beside a condition', { current: '[metric_time] = "2024-03-04"' }, /previous/],
    ['an unknown metric', { metrics: ['slaes'] }, /did you mean \\"sales\\"/],
    ['a metric without a time', { metrics: ['town_count'] }, /has no time/],
    ['a metric that is no number', { metrics: ['last_day'] }, /no numbers/],
    ['too long a history', { history: 9 }, /history/],
    ['too many causes', { causes: 11 }, /causes/],
    ['no rows', { limit: 0 }, /limit/],
    ['an unknown calculation', { attributionCalculateType: 'SUM' }, /attributionCalculateType/],
  ])('refuses %s', async (_, wrong, message) => {
    const { status, body } = await movements({ ...WEEK, ...wrong })
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).toMatch(message)
  })
})
