import { rm } from 'node:fs/promises'
import type { OPERATIONS } from '@tributary/contract'
import { fixedClock } from '@tributary/core'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'

/** What `eve` may not use, under names of its own in each of two shops that are the same otherwise. */
interface HiddenNames {
  readonly source: string
  readonly file: string
  readonly orders: string
  readonly ordersTitle: string
  readonly day: string
  readonly town: string
  readonly amount: string
  readonly amountTitle: string
  readonly relation: string
  readonly count: string
  readonly countCode: string
  readonly countTitle: string
  readonly peak: string
  readonly shop: string
  readonly shopCode: string
  readonly shopTitle: string
  readonly plan: string
  readonly planId: string
  readonly view: string
}

const ONE: HiddenNames = {
  source: 'lake',
  file: 'sales',
  orders: 'orders',
  ordersTitle: 'All orders',
  day: 'day',
  town: 'town',
  amount: 'amount',
  amountTitle: 'Amount paid',
  relation: 'order_branch',
  count: 'order_count',
  countCode: 'M7',
  countTitle: 'Number of orders',
  peak: 'largest_order',
  shop: 'outlet',
  shopCode: 'D7',
  shopTitle: 'The outlet',
  plan: 'by_shop',
  planId: '7f1d8a52-6c0e-4b3a-9a51-000000000001',
  view: 'secret_view',
}
const OTHER: HiddenNames = {
  source: 'pond',
  file: 'trade',
  orders: 'deals',
  ordersTitle: 'All the deals',
  day: 'moment',
  town: 'place',
  amount: 'money',
  amountTitle: 'Money taken',
  relation: 'deal_branch',
  count: 'deal_count',
  countCode: 'M8',
  countTitle: 'Number of deals',
  peak: 'biggest_deal',
  shop: 'stall',
  shopCode: 'D8',
  shopTitle: 'The stall',
  plan: 'by_store',
  planId: '7f1d8a52-6c0e-4b3a-9a51-000000000002',
  view: 'hidden_view',
}

const PLAN_ID = '7f1d8a52-6c0e-4b3a-9a51-000000000003'

function filesOf(n: HiddenNames): Readonly<Record<string, string>> {
  return {
    [`${n.file}.csv`]: `${n.day},${n.town},${n.amount}\n2024-05-01,Ghent,10\n2024-05-02,Bruges,4\n2024-06-01,Ghent,30\n`,
    'branches.csv': 'id,region\nGhent,East\nBruges,West\n',
    'workspace.yaml': `tenant: shop
accounts:
  - { account: boss, role: OWNER }
  - { account: eve }
grants:
  - { account: eve, role: USAGER, metric: revenue }
  - { account: eve, role: USAGER, metric: basket }
  - { account: eve, role: USAGER, metric: above }
  - { account: eve, role: USAGER, dimension: city }
  - { account: eve, role: ADMIN, dataset: branches }
datasources:
  - { name: ${n.source}, type: FILES, root: . }
  - { name: open, type: FILES, root: . }
datasets:
  - name: ${n.orders}
    displayName: ${n.ordersTitle}
    source: { datasource: ${n.source}, file: ${n.file}.csv }
    time: { column: ${n.day}, grain: DAY }
    cron: '0 0 1 1 *'
    columns:
      - { name: ${n.day}, type: DATE }
      - { name: ${n.town}, type: VARCHAR }
      - { name: ${n.amount}, type: BIGINT, displayName: ${n.amountTitle} }
    relations:
      - { name: ${n.relation}, to: branches, on: { ${n.town}: id } }
  - name: branches
    source: { datasource: open, file: branches.csv }
    columns: [{ name: id, type: VARCHAR, isPrimaryKey: true }, { name: region, type: VARCHAR }]
dimensions:
  - { name: city, displayName: City, dataset: ${n.orders}, column: ${n.town} }
  - { name: ${n.shop}, code: ${n.shopCode}, displayName: ${n.shopTitle}, dataset: ${n.orders}, column: ${n.town} }
metrics:
  - { name: revenue, displayName: Revenue, type: ATOMIC, dataset: ${n.orders}, aggregate: SUM, expr: '[${n.amount}]' }
  - { name: ${n.count}, code: ${n.countCode}, displayName: ${n.countTitle}, type: ATOMIC, dataset: ${n.orders}, aggregate: COUNT }
  - { name: ${n.peak}, type: ATOMIC, dataset: ${n.orders}, aggregate: MAX, expr: '[${n.amount}]' }
  - { name: above, type: COMPOSITE, expr: '[revenue] - [${n.peak}]' }
  - { name: basket, type: COMPOSITE, expr: '[revenue] / [${n.count}]' }
plans:
  - { id: ${n.planId}, name: ${n.plan}, kind: RESULT, dimensions: [city], metrics: [revenue] }
`,
  }
}

interface Shop {
  readonly ask: (request: Asked, account?: string) => Promise<Answered>
  readonly close: () => Promise<void>
}

interface Asked {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Answered {
  readonly status: number
  readonly text: string
}

async function openShop(names: HiddenNames): Promise<Shop> {
  const { folder } = await folderOf(filesOf(names))
  const clock = fixedClock(new Date('2024-07-01T00:00:00Z'))
  const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true, clock })
  const app = createApp({ platform, accountRateLimit: 'off' })
  const ask: Shop['ask'] = async ({ path, query, body, headers }, account = 'eve') => {
    const response = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1/${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      headers: {
        'tenant-id': 'shop',
        'auth-type': 'ACCOUNT',
        'auth-value': account,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    // The files of the two shops are not written at the same moment.
    const text = response.body.replace(/"(?:traceId|refreshedAt)":"[^"]*"/g, '')
    return { status: response.statusCode, text }
  }
  const view = { viewName: names.view, displayName: names.view, metrics: [names.count] }
  const made = await ask({ path: 'analysisview/create', body: view }, 'boss')
  expect(made.status, made.text).toBe(200)
  const close = async (): Promise<void> => {
    await app.close()
    await platform.close()
    await rm(folder, { recursive: true })
  }
  return { ask, close }
}

let shops: readonly [Shop, Shop]
const ids: string[] = []
beforeAll(async () => {
  shops = [await openShop(ONE), await openShop(OTHER)]
  // Only one of the shops has a task: the ids of instances are counted up, and those of one shop are those of another.
  const days = { startTime: '2024-05-01', endTime: '2024-05-01' }
  const body = { planId: ONE.planId, ...days }
  const task = await shops[0].ask({ path: 'accelerate/task/create', body }, 'boss')
  const dagName: string = JSON.parse(task.text.replace(/,(?=\})/, '')).data
  const path = 'accelerate/task/instance/list'
  const list = await shops[0].ask({ path, query: { dagName } }, 'boss')
  ids.push(dagName, JSON.parse(list.text).instances[0].id)
})
afterAll(() => Promise.all(shops.map((one) => one.close())))

const MAY = '[metric_time__month] = "2024-05"'
const JUNE = '[metric_time__month] = "2024-06"'

const VISIBLE = ['revenue', 'Revenue', 'basket', 'city', 'City', 'branches', 'region', 'open']
const HIDDEN = [ONE, OTHER].flatMap((one) => Object.values(one) as string[])
const NEAR = [
  'revenu',
  'order_cout',
  'ordrs',
  'amout',
  'deal_cont',
  'branchs',
  'nothing at all',
  PLAN_ID,
]

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HIDDEN) },
  { weight: 1, arbitrary: fc.constantFrom(...VISIBLE) },
  { weight: 1, arbitrary: fc.constantFrom(...NEAR) },
)
const fileOf = ({ source, file }: HiddenNames): string => `${source}.files.${file}_csv`
const columnName = fc.oneof(
  name,
  fc.tuple(name, name).map(([a, b]) => `${a}.${b}`),
  fc.constantFrom(fileOf(ONE), fileOf(OTHER), `${fileOf(ONE)}.${ONE.amount}`),
)
const task = fc.oneof(
  name,
  fc.integer({ min: 0, max: 1 }).map((index) => ids[index] ?? 'none'),
)

/** A condition that names something. */
const condition = fc.oneof(
  name.map((one) => `[${one}] > 5`),
  name.map((one) => `[${one}__month] = "2024-05"`),
  fc.tuple(name, name).map(([a, b]) => `['${a}'/'${b}'] = "x"`),
  fc.tuple(name, name).map(([a, b]) => `[${a}] = "x" OR [${b}] = "y" AND`),
  fc.tuple(name, name).map(([a, b]) => `[${a}] = [${b}]`),
)
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 })
const definitions = fc.dictionary(
  fc.constantFrom('t', 'u', ONE.count, 'revenue'),
  fc.record(
    {
      refMetric: fc.oneof(name, fc.constantFrom('t', 'revenue')),
      filters: few(condition),
      expr: fc.oneof(
        fc.tuple(name, name).map(([a, b]) => `[${a}] + [${b}]`),
        name.map((one) => `Sum([${one}])`),
      ),
      indirections: few(
        fc.oneof(
          name.map((one) => `multi_level_agg__SUM,${one}`),
          fc.tuple(name, name).map(([a, b]) => `${a}__rank__${b}`),
        ),
      ),
      specifyDimension: fc.record({
        type: fc.constantFrom('INCLUDE', 'EXCLUDE'),
        dimensions: name,
      }),
    },
    { requiredKeys: ['refMetric'] },
  ),
  { maxKeys: 2 },
)
const metric = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('revenue', 'basket', 'above', 't') },
  { weight: 1, arbitrary: name },
)
const dimension = fc.oneof(
  fc.constantFrom('city', 'metric_time'),
  name,
  fc.tuple(name, name).map(String),
)

const question = fc.record({
  metric,
  metricDefinitions: definitions,
  dimensions: fc.array(dimension, { minLength: 1, maxLength: 2 }),
  explain: fc.boolean(),
  filters: few(condition),
})
const expressionContext = fc.constantFrom('filter', 'time', 'result', 'formula')
const expression = fc.oneof(
  condition,
  name.map((one) => `[${one}]`),
  fc.tuple(name, name).map(([a, b]) => `[${a}] / [${b}]`),
)
const days = { startTime: '2024-05-01', endTime: '2024-05-02' }
const users = { identityType: 'USER_ACCOUNT' }

let views = 0

/** A tree of two nodes of a metric. */
const treeOf = (one: string, metricDefinitions: unknown) => ({
  rootNode: 'all',
  metricTree: { all: '[part] * 1' },
  metricTreeNodes: { all: one, part: one },
  metricDefinitions,
})

/** A request of every operation that names something. */
const REQUESTS: Readonly<
  Record<
    Exclude<keyof typeof OPERATIONS, 'importLineage' | 'importDefinitions'>,
    fc.Arbitrary<Asked>
  >
> = {
  createBackfill: fc.tuple(fc.constantFrom('planId', 'planName'), name).map(([by, one]) => {
    return { path: 'accelerate/task/create', body: { [by]: one, ...days } }
  }),
  taskInstances: task.map((dagName) => {
    return { path: 'accelerate/task/instance/list', query: { dagName, progress: 'true' } }
  }),
  taskInstance: task.map((id) => ({ path: 'scheduler/task/detail', query: { id } })),
  triggerSourceTable: columnName.map((tableName) => ({
    path: 'scheduler/task/triggerTableTaskInstanceByScheduleTime',
    body: { tableName, tenantId: 'shop', scheduleTimes: ['2024-05-01 00:00:00'] },
  })),
  triggerSourceTableRange: columnName.map((tableName) => ({
    path: 'scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
    body: {
      tableName,
      tenantId: 'shop',
      startTime: '2024-05-01 00:00:00',
      endTime: '2024-05-02 00:00:00',
    },
  })),
  planDetail: fc.tuple(fc.constantFrom('planId', 'planName'), name).map(([by, one]) => {
    return { path: 'accelerate/detail/query', query: { [by]: one } }
  }),
  planPartitions: name.map((uuid) => {
    const page = { pageNumber: '1', pageSize: '5' }
    return { path: 'accelerate/plan/queryMtPartitionList', query: { uuid, ...page } }
  }),
  deletePlan: name.map((uuid) => ({ path: 'accelerate/plan/delete', query: { uuid } })),
  comparePeers: fc
    .record({ question, compared: dimension, current: condition, compare: condition })
    .map(({ question: { filters, ...asked }, compared, current, compare }) => ({
      path: 'attribution/dim_peer_compare',
      body: {
        ...asked,
        attribution: {
          attributionCalculateType: 'ALL',
          compareDimension: compared,
          filters,
          timeConstraint: JUNE,
          currentObject: { filters: [current] },
          compareObject: { filters: [compare] },
        },
      },
    })),
  queryMetrics: fc
    .record({ question, view: fc.option(name), result: condition, order: name })
    .map(({ question: { metric: one, explain: _, ...asked }, view, result, order }) => ({
      path: 'metrics/query',
      body: {
        ...asked,
        viewName: view,
        metrics: [one],
        resultFilters: [result],
        orders: [{ [order]: 'ASC' }],
      },
    })),
  metricSeries: question.map(
    ({ metric: one, metricDefinitions, filters, dimensions: [split] }) => ({
      path: 'metrics/series',
      body: {
        metric: one,
        metricDefinitions,
        grain: 'MONTH',
        timeConstraint: JUNE,
        filters,
        split: { dimension: split },
      },
    }),
  ),
  dimensionValues: question.map(({ metric: one, filters, dimensions: [dimension] }) => ({
    path: 'dimension/values',
    body: { dimension, metric: one === 't' ? null : one, filters },
  })),
  datasetExtent: fc.tuple(fc.constantFrom('datasetName', 'metric'), name).map(([by, one]) => ({
    path: 'dataset/extent',
    query: { [by]: one },
  })),
  expressionScope: fc.tuple(metric, expressionContext).map(([one, context]) => ({
    path: 'expression/scope',
    query: { metric: one, context },
  })),
  checkExpression: fc.tuple(metric, expressionContext, expression).map(([one, context, text]) => ({
    path: 'expression/check',
    body: { metric: one, context, text },
  })),
  comparePath: question.map(({ filters, metric, metricDefinitions, dimensions: [one = 't'] }) => ({
    path: 'attribution/dim_path',
    body: {
      metric,
      metricDefinitions,
      dimensions: [one, 'metric_time__month'],
      valueSelectStrategy: { type: 'TOP', number: 2 },
      orders: [{ [one]: 'ASC' }],
      attribution: { currentTimeConstraint: JUNE, compareTimeConstraint: MAY, filters },
    },
  })),
  metricMovements: fc.tuple(fc.array(name, { maxLength: 2 }), condition).map(([names, one]) => ({
    path: 'metrics/movements',
    body: { metrics: names, current: JUNE, compare: `${MAY} AND ${one}`, history: 1, causes: 1 },
  })),
  findCauses: question.map(({ filters, metric, metricDefinitions, dimensions }) => ({
    path: 'attribution/root_cause',
    body: {
      metric,
      metricDefinitions,
      dimensions,
      attribution: { currentTimeConstraint: JUNE, compareTimeConstraint: MAY, filters },
    },
  })),
  breakDown: name.map((one) => ({ path: 'attribution/breakdown', body: { metric: one } })),
  compareTreeTimes: question.map(({ filters, metric, metricDefinitions }) => ({
    path: 'attribution/tree_time_compare',
    body: {
      metricTreeDef: treeOf(metric, metricDefinitions),
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters,
      },
    },
  })),
  compareTreePeers: fc
    .record({ question, compared: dimension, current: condition, compare: condition })
    .map(({ question: { filters, metric, metricDefinitions }, compared, current, compare }) => ({
      path: 'attribution/tree_peer_compare',
      body: {
        metricTreeDef: treeOf(metric, metricDefinitions),
        attribution: {
          attributionCalculateType: 'ALL',
          compareDimension: compared,
          filters,
          timeConstraint: JUNE,
          currentObject: { filters: [current] },
          compareObject: { filters: [compare] },
        },
      },
    })),
  rankDimensions: question.map(({ filters, metric, metricDefinitions }) => ({
    path: 'attribution/rank',
    body: {
      metric,
      metricDefinitions,
      attribution: { currentTimeConstraint: JUNE, compareTimeConstraint: MAY, filters },
    },
  })),
  compareTimes: question.map(({ filters, ...asked }) => ({
    path: 'attribution/dim_time_compare',
    body: {
      ...asked,
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters,
      },
    },
  })),
  allLineage: fc.constant({ path: 'lineage/queryAll' }),
  vertexLineage: vertex((type, id) => ({
    path: 'lineage/queryVertexLineage',
    query: { vertex_type: type, vertex_id: id, input_step: '3', output_step: '3', extras: 'true' },
  })),
  lineageEvidence: fc
    .tuple(vertexType(), columnName, vertexType(), columnName)
    .map(([a, b, c, d]) => ({
      path: 'lineage/queryEvidence',
      query: { from_type: a, from_id: b, to_type: c, to_id: d },
    })),
  lineageImpact: vertex((type, id) => ({
    path: 'lineage/queryImpact',
    query: { vertex_type: type, vertex_id: id },
  })),
  lineageSinglePoints: vertex((type, id) => ({
    path: 'lineage/querySinglePoints',
    query: { vertex_type: type, vertex_id: id },
  })),
  lineageLooseEnds: fc.constant({ path: 'lineage/queryLooseEnds' }),
  lineageCycles: fc.constant({ path: 'lineage/queryCycles' }),
  lineageDifference: vertex((type, id) => ({
    path: 'lineage/queryDifference',
    query: {
      from: '2024-01-01',
      vertex_type: type,
      vertex_id: id,
      input_step: '2',
      output_step: '2',
    },
  })),
  lineageMoments: fc.oneof(
    fc.constant({ path: 'lineage/moments' }),
    vertex((type, id) => ({
      path: 'lineage/moments',
      query: { vertex_type: type, vertex_id: id },
    })),
  ),
  definitionsImport: name.map((import_id) => ({
    path: 'definitions/queryImport',
    query: { import_id },
  })),
  cancelDefinitionsImport: name.map((importId) => ({
    path: 'definitions/cancelImport',
    body: { importId },
  })),
  searchLineage: name.map((q) => ({ path: 'lineage/search', query: { q } })),
  lineageImport: name.map((import_id) => ({
    path: 'lineage/queryImport',
    query: { import_id },
  })),
  cancelLineageImport: name.map((importId) => ({
    path: 'lineage/cancelImport',
    body: { importId },
  })),
  exportLineage: fc.constant({ path: 'lineage/export' }),
  dimensionDetail: fc.tuple(name, fc.boolean()).map(([dimName, byCode]) => ({
    path: 'dimension/detail',
    query: { dimName },
    ...(byCode && { headers: { queryby: 'UUID' } }),
  })),
  dimensionsOfMetrics: fc.array(metric, { minLength: 1, maxLength: 2 }).map((names) => {
    return { path: 'metrics/dimensionAll', query: { metricNames: names.join() } }
  }),
  partitionStates: name.map((planId) => ({
    path: 'accelerate/plan/partitions',
    query: { planId },
  })),
  listPlans: fc.constant({ path: 'accelerate/plan/list' }),
  listSourceTables: fc.constant({ path: 'scheduler/source/list' }),
  listTasks: fc
    .tuple(name)
    .map(([planId]) => ({ path: 'accelerate/task/list', query: { planId } })),
  retryTask: task.map((dagName) => ({ path: 'accelerate/task/retry', body: { dagName } })),
  cancelTask: task.map((dagName) => ({ path: 'accelerate/task/cancel', body: { dagName } })),
  listViews: fc.constant({ path: 'analysisview/list' }),
  viewDetail: name.map((viewName) => ({ path: 'analysisview/detail', query: { viewName } })),
  deleteView: name.map((viewName) => ({ path: 'analysisview/delete', body: { viewName } })),
  caller: fc.constant({ path: 'caller' }),
  metricDetail: metric.map((metricName) => ({ path: 'metrics/detail', query: { metricName } })),
  searchCatalog: fc
    .record(
      {
        q: fc.oneof(name, fc.constant('')),
        dataset: name,
        owner: fc.constantFrom('boss', 'eve'),
        limit: fc.constant('3'),
      },
      { requiredKeys: ['limit'] },
    )
    .map((query) => ({ path: 'catalog/search', query })),
  datasetDetail: name.map((one) => ({ path: 'dataset/info', query: { name: one } })),
  resourceEntries: fc
    .tuple(
      fc.constantFrom(
        'DATASET',
        'METRIC',
        'DIMENSION',
        'ANALYSIS_VIEW',
        'DATASOURCE',
        'RESULT_PLAN',
      ),
      name,
    )
    .map(([resourceType, resourceId]) => {
      return { path: 'authority/userList', body: { resourceType, resourceId } }
    }),
  createMetricView: fc
    .record({
      metrics: fc.array(metric, { minLength: 1, maxLength: 2 }),
      dimensions: few(dimension),
      filters: few(condition),
      resultFilters: few(condition),
      orders: few(fc.tuple(name, fc.constant('ASC')).map((pair) => Object.fromEntries([pair]))),
      metricDefinitions: definitions,
    })
    .map((rest) => {
      const viewName = `v${views++}`
      return { path: 'analysisview/create', body: { viewName, displayName: viewName, ...rest } }
    }),
  saveUserAttributes: name.map((identityValue) => {
    const userPropertyRequests = [{ identityValue, properties: [{ name: 'a', value: 'b' }] }]
    return { path: 'userPropertyValue/save', body: { ...users, userPropertyRequests } }
  }),
  deleteUserAttributes: name.map((identityValue) => {
    const items = [{ identityValue, propertyNames: ['a'] }]
    return { path: 'userPropertyValue/delete', body: { ...users, items } }
  }),
  userAttributes: fc.constantFrom('eve', 'boss', 'nobody').map((one) => {
    return { path: 'userPropertyValue/list', body: { ...users, identityValues: [one] } }
  }),
  userGroups: name.map((keyword) => {
    return { path: 'userGroup/list', body: { keyword, pageNumber: 1, pageSize: 5 } }
  }),
  moveUserGroup: name.map((value) => {
    const body = { groupIdentityType: 'USER_GROUP_CODE', value, parentGroupId: '-1' }
    return { path: 'userGroup/move', body }
  }),
}

function vertexType(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...['FILE', 'FILE_COLUMN', 'DATASET', 'DATASET_COLUMN', 'DIMENSION', 'METRIC', 'ANALYSIS_VIEW'],
  )
}

function vertex(request: (type: string, id: string) => Asked): fc.Arbitrary<Asked> {
  return fc.tuple(vertexType(), columnName).map(([type, id]) => request(type, id))
}

/** Texts of an answer that the request has not, and that only hidden things have. */
function leaked({ text }: Answered, asked: Asked): readonly string[] {
  const request = JSON.stringify(asked)
  return HIDDEN.filter((one) => one.length > 3 && text.includes(one) && !request.includes(one))
}

const RUNS = process.env.TRIBUTARY_LONG === '1' ? 2_000 : 25

describe('what a caller may not use is not there for him', () => {
  test.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])(
    '%s answers the same whatever the hidden things are called, and does not name them',
    async (operation) => {
      await fc.assert(
        fc.asyncProperty(REQUESTS[operation], async (asked) => {
          const [one, other] = await Promise.all(shops.map((shop) => shop.ask(asked)))
          expect(other).toEqual(one)
          expect(leaked(one!, asked)).toEqual([])
          expect(one!.status).toBeLessThan(500)
        }),
        { numRuns: RUNS },
      )
    },
    120_000,
  )

  test('a warning about a permitted metric names nothing that it is computed from', async () => {
    const attribution = {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: JUNE,
      compareTimeConstraint: MAY,
    }
    const asked = {
      path: 'attribution/dim_time_compare',
      body: { metric: 'above', dimensions: ['city'], attribution },
    }
    const [one, other] = await Promise.all(shops.map((shop) => shop.ask(asked)))
    expect(one!.status, one!.text).toBe(200)
    expect(one!.text).toContain('NOT_ATTRIBUTABLE')
    expect(other).toEqual(one)
    expect(leaked(one!, asked)).toEqual([])
  })

  test('an owner gets answers to the requests of the tests above', async () => {
    const ask = (asked: Asked) => shops[0].ask(asked, 'boss')
    const query = { name: ONE.orders }
    expect((await ask({ path: 'dataset/info', query })).status).toBe(200)
    const plan = { planName: ONE.plan }
    expect((await ask({ path: 'accelerate/detail/query', query: plan })).text).toContain(ONE.planId)
    const view = { resourceType: 'ANALYSIS_VIEW', resourceId: ONE.view }
    expect((await ask({ path: 'authority/userList', body: view })).status).toBe(200)
    expect((await ask({ path: 'scheduler/task/detail', query: { id: ids[1]! } })).status).toBe(200)
  })
})
