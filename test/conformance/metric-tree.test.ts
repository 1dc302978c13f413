import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postAs } from './support/post.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: boss, role: OWNER }, { account: clerk }]
grants:
  - { account: clerk, role: USAGER, metric: margin }
  - { account: clerk, role: USAGER, metric: sales }
  - { account: clerk, role: USAGER, dataset: orders }
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: town, type: VARCHAR }
      - { name: amount, type: BIGINT }
      - { name: paid, type: BIGINT }
dimensions: [{ name: city, dataset: orders, column: town }]
metrics:
  - { name: sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: cost, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[paid]' }
  - { name: orders_count, displayName: Orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: mean, type: ATOMIC, dataset: orders, aggregate: AVG, expr: '[amount]' }
  - { name: last_day, type: ATOMIC, dataset: orders, aggregate: MAX, expr: '[day]' }
  - { name: profit, type: COMPOSITE, expr: '[sales] - [cost]' }
  - { name: margin, type: COMPOSITE, expr: '[profit] / NullIf([sales], 0)' }
  - { name: basket, type: COMPOSITE, expr: '[sales] / [Orders]' }
  - { name: size, type: COMPOSITE, expr: 'Coalesce(Sqrt(Abs([profit])), 0) + [basket] * [mean]' }
  - { name: ghent_margin, type: DERIVED, metric: margin, filters: ['[city] = "Ghent"'] }
  - { name: big_ghent_margin, type: DERIVED, metric: ghent_margin, filters: ['[amount] > 12'] }
  - { name: bruges_sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', rows: '[city] = "Bruges"' }
  - { name: bruges_basket, type: COMPOSITE, expr: '[bruges_sales] / [Orders]' }
  - { name: lines, type: COMPOSITE, dataset: orders, expr: 'Sum([amount]) / Count([paid])' }
`
const ROWS = `day,town,amount,paid
2024-05-01,Ghent,10,14
2024-05-02,Ghent,20,10
2024-05-02,Bruges,30,20
2024-06-01,Ghent,40,10
2024-06-01,Bruges,5,8
2024-06-03,Bruges,15,5
2024-07-01,Bruges,0,7
`

let folder: string
let platform: Platform
let served: Served
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-tree-'))
  await writeFile(join(folder, 'shop.yaml'), WORKSPACE)
  await writeFile(join(folder, 'orders.csv'), ROWS)
  platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  served = await serve({ platform, host: '127.0.0.1', port: 0, explorer: false })
})
afterAll(async () => {
  await served.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

const ask = (operation: string, body: unknown, account = 'boss') =>
  postAs(account, `${served.url}/api/v1/attribution/${operation}`, body)

const month = (text: string) => `[metric_time__month] = "${text}"`
const times = (current: string, compare: string, attributionCalculateType = 'ALL') => ({
  attributionCalculateType,
  currentTimeConstraint: month(current),
  compareTimeConstraint: month(compare),
})

interface Node {
  readonly node: string
  readonly metric: string
  readonly parent: string | null
  readonly currentValue: number | null
  readonly compareValue: number | null
  readonly growth: string | null
  readonly contribution: number | null
  readonly overallContributionRate: number | null
  readonly relativeContributionRate: number | null
  readonly method: string | null
  readonly reason: string | null
}

/** The contributions of the children of each node that divides add up to its growth. */
function assertCloses(nodes: readonly Node[]): void {
  for (const { node, method, growth, currentValue, compareValue } of nodes) {
    if (method === null) continue
    const below = nodes.filter(({ parent }) => parent === node)
    const sum = below.reduce((total, one) => total + one.contribution!, 0)
    const size = Math.abs(currentValue!) + Math.abs(compareValue!)
    expect(Math.abs(sum - Number(growth))).toBeLessThanOrEqual(1e-9 * size)
  }
}

describe('breakdown', () => {
  test('goes down to the aggregates, one node a place', async () => {
    const { status, body } = await ask('breakdown', { metric: 'size' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      rootNode: 'node_001',
      metricTree: {
        node_001: 'Coalesce(Sqrt(Abs([node_002])), 0) + [node_003] * [node_004]',
        node_002: '[node_005] - [node_006]',
        node_003: '[node_007] / [node_008]',
      },
      metricTreeNodes: {
        node_001: 'size',
        node_002: 'profit',
        node_003: 'basket',
        node_004: 'mean',
        node_005: 'sales',
        node_006: 'cost',
        node_007: 'sales',
        node_008: 'orders_count',
      },
      metricDefinitions: {},
    })
  })

  test('has temporary metrics below a formula with filters', async () => {
    const { body } = await ask('breakdown', { metric: 'big_ghent_margin' })
    const { metricTree, metricTreeNodes, metricDefinitions } = body.data
    expect(metricTree).toEqual({
      node_001: '[node_002] / NullIf([node_003], 0)',
      node_002: '[node_004] - [node_005]',
    })
    expect(metricDefinitions[metricTreeNodes.node_005]).toEqual({
      refMetric: 'cost',
      filters: ['[amount] > 12', '[city] = "Ghent"'],
    })
  })

  test('does not expand metrics that the caller may not see or that have filters of their own', async () => {
    const leaf = { metricTree: {}, metricDefinitions: {} }
    const clerk = await ask('breakdown', { metric: 'margin' }, 'clerk')
    expect(clerk.body.data).toMatchObject({ ...leaf, metricTreeNodes: { node_001: 'margin' } })
    const limited = await ask('breakdown', { metric: 'bruges_basket' })
    expect(limited.body.data).toMatchObject(leaf)
  })

  test('refuses what is no metric', async () => {
    expect(await ask('breakdown', { metric: 'sales_' })).toMatchObject({ status: 404 })
    expect(await ask('breakdown', {})).toMatchObject({ status: 400 })
  })
})

describe('tree_time_compare', () => {
  test.each([
    'size',
    'margin',
    'ghent_margin',
    'big_ghent_margin',
    'basket',
    'mean',
    'lines',
    'bruges_basket',
  ])('closes at every level of the breakdown of %s, in any windows', async (metric) => {
    const { data: metricTreeDef } = (await ask('breakdown', { metric })).body
    for (const type of ['ALL', 'AVG']) {
      for (const [current, compare] of [
        ['2024-06', '2024-05'],
        ['2024-05', '2024-06'],
        ['2024-07', '2024-06'],
        ['2024-06', '2024-06'],
        ['2023-01', '2024-06'],
        ['2023-01', '2023-02'],
      ] as const) {
        const attribution = times(current, compare, type)
        const { status, body } = await ask('tree_time_compare', { metricTreeDef, attribution })
        expect([status, body.errorMsg]).toEqual([200, null])
        expect(body.data.nodes).toHaveLength(Object.keys(metricTreeDef.metricTreeNodes).length)
        assertCloses(body.data.nodes)
      }
    }
  })

  test('gives the values of an attribution and the shares of the parent and of the root', async () => {
    const { data: metricTreeDef } = (await ask('breakdown', { metric: 'margin' })).body
    const attribution = times('2024-06', '2024-05')
    const { body } = await ask('tree_time_compare', { metricTreeDef, attribution })
    const nodes: readonly Node[] = body.data.nodes
    const e5 = await ask('dim_time_compare', {
      metric: 'margin',
      dimensions: ['city'],
      attribution,
    })
    const { table } = e5.body.data.tables[0]
    const [root, profit, sales] = nodes
    expect([root!.currentValue, root!.growth]).toEqual([
      table['@currentValue'][0],
      table['@growth'][0],
    ])
    // profit 16 → 37, sales 60 → 60: only the profit changed.
    expect([profit!.metric, profit!.relativeContributionRate]).toEqual(['profit', 1])
    expect([sales!.metric, sales!.relativeContributionRate]).toEqual(['sales', 0])
    expect(nodes.map(({ method }) => method)).toEqual(['logarithmicMean', 'sum', null, null, null])
    const below = nodes.filter(({ parent }) => parent === profit!.node)
    expect(below.map((one) => [one.metric, one.contribution])).toEqual([
      ['sales', 0],
      ['cost', 21],
    ])
    expect(below[1]!.overallContributionRate).toBeCloseTo(1, 12)
  })

  test('takes an edited tree, and refuses one that does not give the metric, with both values', async () => {
    const attribution = times('2024-06', '2024-05')
    const tree = (expression: string) => ({
      metricTreeDef: {
        rootNode: 'all',
        metricTree: { all: expression },
        metricTreeNodes: { all: 'sales', ghent: 'ghent_sales', other: 'other_sales' },
        metricDefinitions: {
          ghent_sales: { refMetric: 'sales', filters: ['[city] = "Ghent"'] },
          other_sales: { refMetric: 'sales', filters: ['[city] <> "Ghent"'] },
        },
      },
      attribution,
    })
    const right = await ask('tree_time_compare', tree('[ghent] + [other]'))
    expect(right.body.data.nodes.map((one: Node) => one.contribution)).toEqual([0, 10, -10])
    const wrong = await ask('tree_time_compare', tree('[ghent] + 2 * [other]'))
    expect(wrong.status).toBe(400)
    expect(wrong.body.errorMsg).toMatch(/gives 80 in the current window, .* has 60/)
  })

  const NODES = { a: 'basket', b: 'sales', c: 'orders_count' }
  test.each<[string, object, RegExp]>([
    ['an unknown root', { rootNode: 'd' }, /rootNode names the node "d"/],
    ['an expression of no node', { metricTree: { a: '[b] / [c]', d: '[b]' } }, /node "d"/],
    ['an unknown child', { metricTree: { a: '[b] / [cc]' } }, /cc/],
    ['an expression that cannot be read', { metricTree: { a: '[b] /' } }, /metricTree\.a/],
    ['an expression that is no number', { metricTree: { a: '[b] > [c]' } }, /metricTree\.a/],
    ['a node without a place', { metricTree: { a: '[b]' } }, /has "c"/],
    ['a constant', { metricTree: { a: '1 + 1' } }, /names no node/],
    ['a circle', { metricTree: { a: '[b] / [c]', b: '[a]' } }, /names the root "a"/],
    ['a node of itself', { metricTree: { a: '[b] / [c]', b: '[b]' } }, /below "a" already/],
    ['two parents', { metricTree: { a: '[b] / [c]', b: '[c]' } }, /below "a" already/],
    ['an unknown metric', { metricTreeNodes: { ...NODES, c: 'ordrs' } }, /ordrs/],
    ['a metric that is a text', { metricTreeNodes: { ...NODES, c: 'last_day' } }, /no number/],
    [
      'too many nodes',
      { metricTreeNodes: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, 'sales'])) },
      /100/,
    ],
    ['a wrong temporary metric', { metricDefinitions: { x: { refMetric: 'none' } } }, /none/],
    ['no tree', { metricTree: null }, /metricTree/],
  ])('refuses %s', async (_, wrong, message) => {
    const right = { rootNode: 'a', metricTree: { a: '[b] / [c]' }, metricTreeNodes: NODES }
    const attribution = times('2024-06', '2024-05')
    const question = { metricTreeDef: { ...right, ...wrong }, attribution }
    const { status, body } = await ask('tree_time_compare', question)
    expect([400, 404]).toContain(status)
    expect(`${body.errorMsg} ${body.detailErrorMsg}`).toMatch(message)
  })

  test.each<[string, object, RegExp]>([
    ['an unknown calculation', { attributionCalculateType: 'SUM' }, /attributionCalculateType/],
    ['an empty time range', { currentTimeConstraint: ' ' }, /currentTimeConstraint is empty/],
    ['a wrong filter', { filters: ['[city'] }, /filters\[0\]/],
  ])('refuses %s', async (_, wrong, message) => {
    const metricTreeDef = { rootNode: 'a', metricTree: {}, metricTreeNodes: { a: 'sales' } }
    const attribution = { ...times('2024-06', '2024-05'), ...wrong }
    const { status, body } = await ask('tree_time_compare', { metricTreeDef, attribution })
    expect(status).toBe(400)
    expect(`${body.errorMsg} ${body.detailErrorMsg}`).toMatch(message)
  })
})

describe('tree_peer_compare', () => {
  test('divides the difference of two objects', async () => {
    const { data: metricTreeDef } = (await ask('breakdown', { metric: 'basket' })).body
    const attribution = {
      attributionCalculateType: 'ALL',
      compareDimension: 'city',
      timeConstraint: month('2024-06'),
      currentObject: { filters: ['[city] = "Ghent"'] },
      compareObject: { filters: ['[city] = "Bruges"'] },
    }
    const { status, body } = await ask('tree_peer_compare', { metricTreeDef, attribution })
    expect(status).toBe(200)
    const [root, sales, orders]: readonly Node[] = body.data.nodes
    expect([root!.currentValue, root!.compareValue]).toEqual([40, 10])
    // 40 / 1 against 20 / 2: both factors double the quotient.
    expect(sales!.contribution).toBeCloseTo(15, 12)
    expect(orders!.contribution).toBeCloseTo(15, 12)
    const wrong = { ...attribution, compareDimension: 'town_' }
    expect(await ask('tree_peer_compare', { metricTreeDef, attribution: wrong })).toMatchObject({
      status: 404,
    })
  })
})
