import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '@tributary/platform'
import { readWorkspace } from '@tributary/platform/internal'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres, type TestPostgres } from '../support/postgres.ts'

/** Where a role comes from; `none` is an account without any, `stranger` one of another tenant. */
type Source = 'direct' | 'category' | 'tenant' | 'expired' | 'none' | 'stranger'
type Role = 'OWNER' | 'ADMIN' | 'USAGER'

const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'USAGER']
const CALLERS: readonly (readonly [source: Source, role: Role | null])[] = [
  ...(['direct', 'category', 'tenant', 'expired'] as const).flatMap((source) =>
    ROLES.map((role) => [source, role] as const),
  ),
  ['none', null],
  ['stranger', 'OWNER'],
]

function accountOf(source: Source, role: Role | null): string {
  return role === null ? source : `${source}_${role.toLowerCase()}`
}

const RESOURCES = ['metric: revenue', 'dimension: city', 'dataset: orders', 'datasource: local']
const GRANTS = ROLES.flatMap((role) => [
  ...RESOURCES.flatMap((resource) => [
    `{ account: ${accountOf('direct', role)}, role: ${role}, ${resource} }`,
    `{ account: ${accountOf('expired', role)}, role: ${role}, ${resource}, expires: 2020-01-01T00:00:00Z }`,
  ]),
  `{ account: ${accountOf('category', role)}, role: ${role}, category: money }`,
])

/** A plan for each caller to delete, after the one that all ask for. */
const planId = (index: number): string =>
  `7f1d8a52-6c0e-4b3a-9a51-${String(index).padStart(12, '0')}`
const PLANS = ['by_day', ...CALLERS.map(([source, role]) => accountOf(source, role))].map(
  (name, i) =>
    `{ id: ${planId(i)}, name: ${name}, kind: RESULT, dimensions: [metric_time__day, city], metrics: [revenue] }`,
)
const BY_DAY = planId(0)
const DAY = { startTime: '2024-05-01', endTime: '2024-05-01' }
const AT = '2024-05-01 00:00:00'
const TABLE = { tableName: 'local.files.orders_csv', tenantId: 'shop' }

function workspaceOf(
  tenant: string,
  accounts: readonly string[],
  grants: readonly string[],
): string {
  return `tenant: ${tenant}
accounts:
${accounts.map((one) => `  - ${one}\n`).join('')}
grants: [${grants.join(', ')}]
groups: [{ code: a }, { code: b }]
categories: [{ id: money }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    cron: '0 0 1 1 *'
    columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: BIGINT }]
dimensions: [{ name: city, code: C1, dataset: orders, column: town, category: money }]
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', category: money }
plans:
${PLANS.map((one) => `  - ${one}\n`).join('')}`
}

const SHOP = workspaceOf(
  'shop',
  CALLERS.filter(([source]) => source !== 'stranger').map(([source, role]) => {
    const account = accountOf(source, role)
    return source === 'tenant'
      ? `{ account: ${account}, role: ${role} }`
      : `{ account: ${account} }`
  }),
  GRANTS,
)
const OTHER = workspaceOf('other', ['{ account: stranger_owner, role: OWNER }'], [])
  .replaceAll('revenue', 'income')
  .replaceAll('7f1d8a52', '7f1d8a53')

const TIME = (month: string): string =>
  `DateTrunc([metric_time], "MONTH") = Date("${month}-01", "yyyy-MM-dd")`
const PEERS = {
  metric: 'revenue',
  dimensions: ['city'],
  attribution: {
    attributionCalculateType: 'ALL',
    compareDimension: 'city',
    currentObject: { filters: ['[city] = "Ghent"'], timeConstraint: TIME('2024-05') },
    compareObject: { filters: ['[city] = "Bruges"'], timeConstraint: TIME('2024-05') },
  },
}
const TIMES = {
  metric: 'revenue',
  dimensions: ['city'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: TIME('2024-06'),
    compareTimeConstraint: TIME('2024-05'),
  },
}

const TREE = { rootNode: 'all', metricTree: {}, metricTreeNodes: { all: 'revenue' } }

/** What an operation needs, for the account's rights to be compared with. */
type Need =
  /** To use the metric and the dimension, which `money` holds. */
  | 'use'
  /** To use the dataset, which no category holds. */
  | 'use the dataset'
  /** To edit the dataset. */
  | 'edit the dataset'
  /** To use whatever the tenant has: grants in files do not name plans. */
  | 'use the tenant'
  /** To manage the tenant. */
  | 'manage'
  /** To own the tenant. */
  | 'own'
  /** To belong to the tenant. */
  | 'belong'

interface Operation {
  readonly name: string
  readonly need: Need
  readonly path: string | ((account: string) => string)
  readonly body?: (account: string) => unknown
  /**
   * The right to see what it names, without which there is no such thing. @defaultValue `need`, where that is to use
   * something; else the operation names nothing that is hidden
   */
  readonly sees?: Need
  /** What is answered when there is no such thing. @defaultValue 404 */
  readonly missing?: number
}

const E14_NAMES = new Map<string, number>()

/** The task that taskInstances and taskInstance are asked for, and its instance; made before. */
const TASK = { dagName: '', id: '' }

/** The import whose state is asked for; made before. */
const IMPORT = { importId: '', definitionsId: '' }

const OPERATIONS: readonly Operation[] = [
  {
    name: 'createBackfill',
    need: 'manage',
    sees: 'use the tenant',
    path: '/api/v1/accelerate/task/create',
    body: () => ({ planId: BY_DAY, ...DAY }),
  },
  {
    name: 'taskInstances',
    need: 'use the tenant',
    path: () => `/api/v1/accelerate/task/instance/list?dagName=${TASK.dagName}`,
  },
  {
    name: 'taskInstance',
    need: 'use the tenant',
    path: () => `/api/v1/scheduler/task/detail?id=${TASK.id}`,
  },
  {
    name: 'comparePeers',
    need: 'use',
    path: '/api/v1/attribution/dim_peer_compare',
    body: () => PEERS,
  },
  {
    name: 'compareTimes',
    need: 'use',
    path: '/api/v1/attribution/dim_time_compare',
    body: () => TIMES,
  },
  {
    name: 'path of dimensions',
    need: 'use',
    path: '/api/v1/attribution/dim_path',
    body: () => ({
      ...TIMES,
      dimensions: [...TIMES.dimensions, 'metric_time'],
      valueSelectStrategy: { type: 'TOP', number: 1 },
    }),
  },
  {
    name: 'movements',
    need: 'use',
    path: '/api/v1/metrics/movements',
    body: () => ({ metrics: ['revenue'], current: '2024-06', history: 0 }),
  },
  { name: 'root causes', need: 'use', path: '/api/v1/attribution/root_cause', body: () => TIMES },
  {
    name: 'tree of a metric',
    need: 'use',
    path: '/api/v1/attribution/breakdown',
    body: () => ({ metric: 'revenue' }),
  },
  {
    name: 'tree by time',
    need: 'use',
    path: '/api/v1/attribution/tree_time_compare',
    body: () => ({ metricTreeDef: TREE, attribution: TIMES.attribution }),
  },
  {
    name: 'tree by peer',
    need: 'use',
    path: '/api/v1/attribution/tree_peer_compare',
    body: () => ({ metricTreeDef: TREE, attribution: PEERS.attribution }),
  },
  {
    name: 'ranked dimensions',
    need: 'use',
    path: '/api/v1/attribution/rank',
    body: () => TIMES,
  },
  {
    name: 'metrics/query',
    need: 'use',
    path: '/api/v1/metrics/query',
    body: () => ({ metrics: ['revenue'], dimensions: ['city'] }),
  },
  {
    name: 'metrics/series',
    need: 'use',
    path: '/api/v1/metrics/series',
    body: () => ({ metric: 'revenue', grain: 'MONTH', split: { dimension: 'city' } }),
  },
  {
    name: 'dimension/values',
    need: 'use',
    path: '/api/v1/dimension/values',
    body: () => ({ dimension: 'city' }),
  },
  {
    name: 'dataset/extent',
    need: 'use the dataset',
    path: '/api/v1/dataset/extent?datasetName=orders',
  },
  {
    name: 'expression/scope',
    need: 'use',
    path: '/api/v1/expression/scope?metric=revenue&context=filter',
  },
  {
    name: 'expression/check',
    need: 'use',
    path: '/api/v1/expression/check',
    body: () => ({ text: '[city] = "a"', metric: 'revenue', context: 'filter' }),
  },
  ...(['METRIC revenue', 'DIMENSION city'] as const).map((asked): Operation => {
    const [resourceType, resourceId] = asked.split(' ')
    const path = '/api/v1/authority/userList'
    return {
      name: `resourceEntries of ${asked}`,
      need: 'use',
      path,
      body: () => ({ resourceType, resourceId }),
    }
  }),
  {
    name: 'resourceEntries of DATASET orders',
    need: 'use the dataset',
    path: '/api/v1/authority/userList',
    body: () => ({ resourceType: 'DATASET', resourceId: 'orders' }),
  },
  {
    name: 'triggerSourceTable',
    need: 'edit the dataset',
    sees: 'use the dataset',
    path: '/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTime',
    body: () => ({ ...TABLE, scheduleTimes: [AT] }),
  },
  {
    name: 'triggerSourceTableRange',
    need: 'edit the dataset',
    sees: 'use the dataset',
    path: '/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
    body: () => ({ ...TABLE, startTime: AT, endTime: AT }),
  },
  {
    name: 'planDetail',
    need: 'use the tenant',
    path: `/api/v1/accelerate/detail/query?planId=${BY_DAY}`,
    missing: 200,
  },
  {
    name: 'saveUserAttributes',
    need: 'manage',
    path: '/api/v1/userPropertyValue/save',
    body: () => ({
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: [{ identityValue: 'none', properties: [{ name: 'a', value: '1' }] }],
    }),
  },
  {
    name: 'deleteUserAttributes',
    need: 'manage',
    path: '/api/v1/userPropertyValue/delete',
    body: () => ({
      identityType: 'USER_ACCOUNT',
      items: [{ identityValue: 'none', propertyNames: ['zz'] }],
    }),
  },
  {
    name: 'userAttributes of another user',
    need: 'manage',
    path: '/api/v1/userPropertyValue/list',
    body: (account) => ({
      identityType: 'USER_ACCOUNT',
      identityValues: [account === 'none' ? 'direct_owner' : 'none'],
    }),
  },
  {
    name: 'userAttributes of oneself',
    need: 'belong',
    path: '/api/v1/userPropertyValue/list',
    body: (account) => ({ identityType: 'USER_ACCOUNT', identityValues: [account] }),
  },
  {
    name: 'createMetricView',
    need: 'use',
    path: '/api/v1/analysisview/create',
    body: (account) => {
      const turn = (E14_NAMES.get(account) ?? 0) + 1
      E14_NAMES.set(account, turn)
      const viewName = `${account}_${turn}`
      return { viewName, displayName: viewName, metrics: ['revenue'], dimensions: ['city'] }
    },
  },
  {
    name: 'planPartitions',
    need: 'use the tenant',
    path: `/api/v1/accelerate/plan/queryMtPartitionList?uuid=${BY_DAY}&pageNumber=1&pageSize=1`,
  },
  { name: 'allLineage', need: 'belong', path: '/api/v1/lineage/queryAll' },
  ...(['METRIC/revenue', 'DIMENSION/city'] as const).map((asked): Operation => {
    const [type, id] = asked.split('/')
    return {
      name: `vertexLineage of ${asked}`,
      need: 'use',
      path: `/api/v1/lineage/queryVertexLineage?vertex_type=${type}&vertex_id=${id}&input_step=2&output_step=0`,
    }
  }),
  {
    name: 'vertexLineage of DATASET_COLUMN/orders.amount',
    need: 'use the dataset',
    path: '/api/v1/lineage/queryVertexLineage?vertex_type=DATASET_COLUMN&vertex_id=orders.amount&input_step=2&output_step=0',
  },
  {
    name: 'the state of an import of lineage',
    need: 'manage',
    path: () => `/api/v1/lineage/queryImport?import_id=${IMPORT.importId}`,
  },
  {
    name: 'the end of an import of lineage',
    need: 'manage',
    path: '/api/v1/lineage/cancelImport',
    body: () => ({ importId: IMPORT.importId }),
  },
  {
    name: 'the state of an import of definitions',
    need: 'own',
    path: () => `/api/v1/definitions/queryImport?import_id=${IMPORT.definitionsId}`,
  },
  {
    name: 'the end of an import of definitions',
    need: 'own',
    path: '/api/v1/definitions/cancelImport',
    body: () => ({ importId: IMPORT.definitionsId }),
  },
  { name: 'dimensionDetail', need: 'use', path: '/api/v1/dimension/detail?dimName=city' },
  {
    name: 'dimensionsOfMetrics',
    need: 'use',
    path: '/api/v1/metrics/dimensionAll?metricNames=revenue',
  },
  {
    name: 'States of partitions',
    need: 'use the tenant',
    path: `/api/v1/accelerate/plan/partitions?planId=${BY_DAY}`,
  },
  { name: 'List of source tables', need: 'belong', path: '/api/v1/scheduler/source/list' },
  { name: 'Moments of lineage', need: 'belong', path: '/api/v1/lineage/moments' },
  {
    name: 'Moments of METRIC/revenue',
    need: 'use',
    path: '/api/v1/lineage/moments?vertex_type=METRIC&vertex_id=revenue',
  },
  { name: 'Search in the lineage', need: 'belong', path: '/api/v1/lineage/search?q=revenue' },
  { name: 'List of plans', need: 'belong', path: '/api/v1/accelerate/plan/list' },
  { name: 'List of tasks', need: 'belong', path: '/api/v1/accelerate/task/list' },
  ...(['retry', 'cancel'] as const).map((change): Operation => {
    const body = () => ({ dagName: TASK.dagName })
    const path = `/api/v1/accelerate/task/${change}`
    return { name: `Task ${change}`, need: 'manage', sees: 'use the tenant', path, body }
  }),
  {
    name: 'Import of definitions',
    need: 'own',
    path: '/api/v1/definitions/import?file=count.json&dry_run=true',
    body: () => ({
      semantic_model: [
        {
          name: 'count',
          datasets: [{ name: 'rows', source: 'orders' }],
          metrics: [
            {
              name: 'row_count',
              expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'COUNT(*)' }] },
            },
          ],
        },
      ],
    }),
  },
  { name: 'Who the caller is', need: 'belong', path: '/api/v1/caller' },
  { name: 'List of views', need: 'belong', path: '/api/v1/analysisview/list' },
  {
    name: 'View detail',
    need: 'use the tenant',
    path: '/api/v1/analysisview/detail?viewName=doomed_none',
  },
  {
    name: 'Deletion of a view',
    need: 'manage',
    sees: 'use the tenant',
    path: '/api/v1/analysisview/delete',
    body: (account) => ({ viewName: `doomed_${account}` }),
  },
  { name: 'Metric detail', need: 'use', path: '/api/v1/metrics/detail?metricName=revenue' },
  { name: 'Search of the catalog', need: 'belong', path: '/api/v1/catalog/search?q=revenue' },
  { name: 'datasetDetail', need: 'use the dataset', path: '/api/v1/dataset/info?name=orders' },
  {
    name: 'userGroups',
    need: 'belong',
    path: '/api/v1/userGroup/list',
    body: () => ({ pageNumber: 1, pageSize: 10 }),
  },
  {
    name: 'moveUserGroup',
    need: 'manage',
    path: '/api/v1/userGroup/move',
    body: () => ({
      groupIdentityType: 'USER_GROUP_CODE',
      value: 'b',
      parentGroupId: '-1',
      frontGroupId: 'a',
    }),
  },
  {
    name: 'deletePlan',
    need: 'manage',
    sees: 'use the tenant',
    path: (account) => {
      const index = CALLERS.findIndex(([source, role]) => accountOf(source, role) === account)
      return `/api/v1/accelerate/plan/delete?uuid=${planId(index + 1)}`
    },
  },
]

/** What is answered without the right: 401, 404 for what the caller may not see, or 403 for what he may not do. */
function refusal({ need, sees, missing = 404 }: Operation, source: Source, role: Role | null) {
  if (source === 'stranger') return 401
  const seen = sees ?? (need.startsWith('use') ? need : 'belong')
  return isEnough(seen, source, role) ? 403 : missing
}

/** The table itself: whether a role from a source is enough for what an operation needs. */
function isEnough(need: Need, source: Source, role: Role | null): boolean {
  switch (need) {
    case 'belong':
      return source !== 'stranger'
    case 'use':
      return source === 'direct' || source === 'category' || source === 'tenant'
    case 'use the dataset':
      return source === 'direct' || source === 'tenant'
    case 'edit the dataset':
      return (source === 'direct' || source === 'tenant') && role !== 'USAGER'
    case 'use the tenant':
      return source === 'tenant'
    case 'manage':
      return source === 'tenant' && role !== 'USAGER'
    case 'own':
      return source === 'tenant' && role === 'OWNER'
  }
}

const places: [
  string,
  (folder: string) => { readonly data: string } | { readonly store: string },
][] = [['SQLite', (folder) => ({ data: join(folder, 'data') })]]
let postgres: TestPostgres | null = null
places.push(['PostgreSQL', () => ({ store: postgres?.url ?? '' })])

describe.each(places)('who may call what, on %s', (store, placeOf) => {
  if (store === 'PostgreSQL' && !hasPostgres()) {
    test.skip(`left out: ${MISSING}`, () => {})
    return
  }
  let folder: string
  let platform: Platform
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    if (store === 'PostgreSQL') postgres = await startPostgres()
    folder = await mkdtemp(join(tmpdir(), 'tributary-rights-'))
    const rows = ['2024-05-01,Ghent,10', '2024-05-02,Bruges,4', '2024-06-01,Ghent,30']
    const files = { shop: SHOP, other: OTHER }
    platform = await createPlatform({ ...placeOf(folder), trustIdentityHeaders: true })
    for (const [name, text] of Object.entries(files)) {
      const home = await mkdtemp(join(folder, name))
      await writeFile(join(home, 'orders.csv'), `day,town,amount\n${rows.join('\n')}\n`)
      await writeFile(join(home, 'workspace.yaml'), text)
      const { workspace, problems } = await readWorkspace(home)
      expect(problems).toEqual([])
      await platform.apply(workspace!)
    }
    const served = await serve({ platform, host: '127.0.0.1', port: 0 })
    url = served.url
    close = async () => {
      await served.close()
      await platform.close()
    }
    const owner = await platform.authenticate({
      tenantId: 'shop',
      authType: 'ACCOUNT',
      authValue: 'tenant_owner',
    })
    for (const [source, role] of CALLERS) {
      const viewName = `doomed_${accountOf(source, role)}`
      await platform.as(owner).createMetricView({
        viewName,
        displayName: viewName,
        metrics: ['revenue'],
      })
    }
    TASK.dagName = await platform.as(owner).createBackfill({ planId: BY_DAY, ...DAY })
    const { instances } = await platform.as(owner).taskInstances({ dagName: TASK.dagName })
    TASK.id = instances[0]!.id
    const text = 'src_type,src_id,dst_type,dst_id\nMETRIC,revenue,ANALYSIS_VIEW,board\n'
    const imported = await platform.as(owner).importLineage({ text, file: 'edges.csv' })
    IMPORT.importId = imported.importId
    const model =
      'cubes: [{ name: rows, sql_table: orders, measures: [{ name: count, type: count }] }]'
    const given = { text: model, file: 'count.yaml', dry_run: true }
    IMPORT.definitionsId = (await platform.as(owner).importDefinitions(given)).importId
  })
  afterAll(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
    await postgres?.stop()
    postgres = null
  })

  const call = async (operation: Operation, account: string, tenant = 'shop') => {
    const { body } = operation
    const path = typeof operation.path === 'string' ? operation.path : operation.path(account)
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'tenant-id': tenant,
        'auth-type': 'ACCOUNT',
        'auth-value': account,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body(account)) }),
    })
    return { status: response.status, text: await response.text() }
  }

  describe.each(OPERATIONS)('$name', (operation) => {
    test.each(CALLERS)('by %s %s', async (source, role) => {
      const { status, text } = await call(operation, accountOf(source, role))
      const allowed = isEnough(operation.need, source, role)
      expect(status, text).toBe(allowed ? 200 : refusal(operation, source, role))
      if (status === 200 && !allowed) expect(JSON.parse(text).data).toBeNull()
    })
  })

  test("another tenant has none of it, whoever's name is used", async () => {
    for (const operation of OPERATIONS.filter(({ need }) => need === 'use')) {
      // Both tenants have a dimension of the name.
      if (/DIMENSION|dimensionDetail|dimension\/values/.test(operation.name)) continue
      const { status, text } = await call(operation, 'stranger_owner', 'other')
      expect([400, 404], `${operation.name}: ${text}`).toContain(status)
      expect(text).not.toContain('Ghent')
    }
    const all = await call(
      OPERATIONS.find(({ name }) => name === 'allLineage')!,
      'stranger_owner',
      'other',
    )
    expect(all.text).toContain('income')
    expect(all.text).not.toContain('revenue')
  })

  test("another tenant's plans, tasks and instances are not there", async () => {
    const missing = [
      'createBackfill',
      'taskInstances',
      'taskInstance',
      'triggerSourceTable',
      'planPartitions',
      'deletePlan',
      'the state of an import of lineage',
    ]
    for (const operation of OPERATIONS.filter(({ name }) => missing.includes(name))) {
      const { status, text } = await call(operation, 'stranger_owner', 'other')
      expect(status, `${operation.name}: ${text}`).toBe(
        operation.name === 'triggerSourceTable' ? 400 : 404,
      )
    }
  })

  test('lists contain only resources that the account may use', async () => {
    const ask = (name: string, account: string) =>
      call(OPERATIONS.find((one) => one.name === name)!, account)
    expect((await ask('allLineage', 'none')).text).toContain('"edgeList":[]')
    expect((await ask('allLineage', 'expired_owner')).text).toContain('"edgeList":[]')
    const { text } = await ask('vertexLineage of METRIC/revenue', 'category_usager')
    expect(text).toContain('revenue')
    expect(text).not.toMatch(/orders|amount|local/)
    for (const name of ['List of plans', 'List of tasks']) {
      expect((await ask(name, 'tenant_usager')).text).toContain('by_day')
      expect((await ask(name, 'category_owner')).text).toContain('"items":[]')
    }
    const found = async (account: string) =>
      JSON.parse((await ask('Search of the catalog', account)).text).data.items.map(
        ({ type, name }: { readonly type: string; readonly name: string }) => `${type} ${name}`,
      )
    expect(await found('tenant_usager')).toEqual(['METRIC revenue'])
    expect(await found('category_usager')).toEqual(['METRIC revenue'])
    expect(await found('none')).toEqual([])
    expect(await found('expired_owner')).toEqual([])
  })
})
