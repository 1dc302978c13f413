import type { TimeComparisonRequest } from '@tributary/contract'
import { fixedClock } from '@tributary/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { RIGHTS_SHOP } from '../support/rights-shop.ts'
import { folderOf } from '../support/shop.ts'

type Caller = Awaited<ReturnType<Platform['authenticate']>>

let platform: Platform
let remove: () => Promise<void>
const callers = new Map<string, Caller>()

beforeAll(async () => {
  const made = await folderOf(RIGHTS_SHOP)
  remove = made.remove
  platform = await createPlatform({
    workspace: made.folder,
    trustIdentityHeaders: true,
    clock: fixedClock(new Date('2024-07-01T00:00:00Z')),
  })
  for (const authValue of ['boss', 'manager', 'keeper', 'clerk', 'temp', 'nobody']) {
    const caller = await platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })
    callers.set(authValue, caller)
  }
})
afterAll(async () => {
  await platform.close()
  await remove()
})

const as = (account: string): Caller => callers.get(account)!

async function outcome(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'OK'
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

/** What was thrown, with its message. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return [(error as Error).message, error]
  }
}

const MAY =
  '[metric_time] >= Date("2024-05-01", "yyyy-MM-dd") AND [metric_time] < Date("2024-06-01", "yyyy-MM-dd")'
const JUNE =
  '[metric_time] >= Date("2024-06-01", "yyyy-MM-dd") AND [metric_time] < Date("2024-07-01", "yyyy-MM-dd")'

interface Asked {
  readonly metric: string
  readonly dimensions?: readonly string[]
  readonly filters?: readonly string[]
  readonly metricDefinitions?: TimeComparisonRequest['metricDefinitions']
  readonly explain?: boolean
}

function ask(account: string, { metric, dimensions = ['metric_time'], ...more }: Asked) {
  const { filters = [], metricDefinitions = {}, explain = false } = more
  return outcome(() =>
    platform.as(as(account)).compareTimes({
      metric,
      metricDefinitions,
      dimensions,
      explain,
      attribution: {
        attributionCalculateType: 'ALL' as const,
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters,
      },
    }),
  )
}

/** What the caller may not use does not exist for him. */
const UNKNOWN = {
  metric: 'CATALOG_UNKNOWN_METRIC',
  dimension: 'CATALOG_UNKNOWN_DIMENSION',
  dataset: 'CATALOG_UNKNOWN_DATASET',
  field: 'EXPRESSION_UNKNOWN_FIELD',
}

describe('attribution', () => {
  test.each([
    ['boss', 'revenue', 'OK'],
    ['manager', 'revenue', 'OK'],
    ['keeper', 'revenue', 'OK'],
    ['keeper', 'basket', 'OK'],
    ['keeper', 'order_count', UNKNOWN.metric],
    ['clerk', 'order_count', 'OK'],
    ['clerk', 'revenue', UNKNOWN.metric],
    ['clerk', 'basket', UNKNOWN.metric],
    ['temp', 'order_count', UNKNOWN.metric],
    ['nobody', 'order_count', UNKNOWN.metric],
    ['nobody', 'nothing', UNKNOWN.metric],
  ])('%s asking for %s: %s', async (account, metric, expected) => {
    expect(await ask(account, { metric })).toBe(expected)
  })

  test.each([
    [['city'], 'OK'],
    [['metric_time__month'], 'OK'],
    [['shop'], UNKNOWN.dimension],
    [['city,shop'], UNKNOWN.dimension],
    [['D1'], UNKNOWN.dimension],
  ])('a dimension needs the right to it: %j %s', async (dimensions, expected) => {
    expect(await ask('clerk', { metric: 'order_count', dimensions })).toBe(expected)
  })

  test.each([
    ['[city] = "Ghent"', 'OK'],
    ['[metric_time] > Now()', 'OK'],
    ['[shop] = "a"', UNKNOWN.field],
    ['[amount] > 5', UNKNOWN.field],
    ["['orders'/'amount'] > 5", UNKNOWN.field],
    ["['shops'/'city'] = \"Ghent\"", UNKNOWN.field],
    ['[city] = "Ghent" OR Not([shop] = "a")', UNKNOWN.field],
  ])('a filter needs the right to what it names: %s %s', async (filter, expected) => {
    expect(await ask('clerk', { metric: 'order_count', filters: [filter] })).toBe(expected)
    const temporary = { t: { refMetric: 'order_count', filters: [filter] } }
    expect(await ask('clerk', { metric: 't', metricDefinitions: temporary })).toBe(expected)
  })

  test('a temporary metric needs the right to its refMetric, whether it is asked for or not', async () => {
    const over = (refMetric: string) => ({ t: { refMetric, filters: [] } })
    const allowed = over('order_count')
    expect(await ask('clerk', { metric: 't', metricDefinitions: allowed })).toBe('OK')
    for (const metric of ['t', 'order_count']) {
      const metricDefinitions = over('revenue')
      expect(await ask('clerk', { metric, metricDefinitions })).toBe(UNKNOWN.metric)
    }
    const chain = { t: { refMetric: 'u', filters: [] }, u: { refMetric: 'revenue', filters: [] } }
    expect(await ask('clerk', { metric: 't', metricDefinitions: chain })).toBe(UNKNOWN.metric)
    const formula = { t: { refMetric: 'order_count', expr: '[revenue] + [order_count]' } }
    expect(await ask('clerk', { metric: 't', metricDefinitions: formula })).toBe(UNKNOWN.field)
  })

  test('the SQL shows what a metric is built from, and needs the right to it', async () => {
    expect(await ask('clerk', { metric: 'order_count', explain: true })).toBe('ACCESS_FORBIDDEN')
    expect(await ask('manager', { metric: 'order_count', explain: true })).toBe('OK')
  })

  test('no message names what the caller may not use', async () => {
    for (const metric of ['revenu', 'order_cout', 'baskets', 'reve']) {
      for (const asked of [
        { metric },
        { metric: 'order_count', dimensions: ['shops'] },
        { metric: 'order_count', filters: ['[amout] > 1'] },
        { metric: 'order_count', filters: ['[sho] = "a"'] },
      ]) {
        const error = await platform
          .as(as('clerk'))
          .compareTimes({
            dimensions: ['city'],
            ...asked,
            attribution: {
              attributionCalculateType: 'ALL' as const,
              currentTimeConstraint: JUNE,
              compareTimeConstraint: MAY,
              filters: [],
              ...('filters' in asked ? { filters: asked.filters ?? [] } : {}),
            },
          })
          .catch((one: Error) => one)
        expect(error).toBeInstanceOf(Error)
        const said = `${(error as Error).message} ${JSON.stringify(error)}`.replaceAll(metric, '')
        expect(said).not.toMatch(/revenue|basket|"amount"|\[amount\]|"shop"|\[shop\]/)
      }
    }
  })
})

describe('reads', () => {
  test.each([
    ['boss', 'OK', 'OK', 'OK', 'OK'],
    ['manager', 'OK', 'OK', 'OK', 'OK'],
    ['keeper', 'OK', UNKNOWN.metric, UNKNOWN.dimension, UNKNOWN.dataset],
    ['clerk', UNKNOWN.metric, 'OK', 'OK', UNKNOWN.dataset],
    ['temp', UNKNOWN.metric, UNKNOWN.metric, UNKNOWN.dimension, UNKNOWN.dataset],
    ['nobody', UNKNOWN.metric, UNKNOWN.metric, UNKNOWN.dimension, UNKNOWN.dataset],
  ])(
    '%s: metric revenue %s, metric order_count %s, dimension city %s, dataset %s',
    async (account, revenue, count, city, dataset) => {
      const caller = as(account)
      expect([
        await outcome(() => platform.as(caller).dimensionsOfMetrics({ metricNames: ['revenue'] })),
        await outcome(() =>
          platform.as(caller).dimensionsOfMetrics({ metricNames: ['order_count'] }),
        ),
        await outcome(() => platform.as(caller).dimensionDetail({ dimName: 'city' })),
        await outcome(() => platform.as(caller).datasetDetail({ name: 'orders' })),
      ]).toEqual([revenue, count, city, dataset])
    },
  )

  test('a code is no way around a right', async () => {
    const byCode = () =>
      platform.as(as('clerk')).dimensionDetail({ dimName: 'D1', queryBy: 'UUID' })
    expect(await outcome(byCode)).toBe(UNKNOWN.dimension)
    await expect(byCode()).rejects.toThrow('No dimension is called "D1"')
  })

  test('everybody may see metric_time, and of the dimensions of a metric those that he may use', async () => {
    const nobody = platform.as(as('nobody'))
    const time = await nobody.dimensionDetail({ dimName: 'metric_time' })
    expect(time.dimName).toBe('metric_time')
    const { order_count: available } = await platform
      .as(as('clerk'))
      .dimensionsOfMetrics({ metricNames: ['order_count'] })
    expect(available?.map(({ dimName }) => dimName)).toEqual(['metric_time', 'city'])
  })

  test('a caller of another tenant is nobody here', async () => {
    const stranger = { ...as('boss'), tenant: 'other' }
    expect(await outcome(() => platform.as(stranger).datasetDetail({ name: 'orders' }))).toBe(
      'ACCESS_UNAUTHENTICATED',
    )
  })
})

describe('a plan and what was done for it', () => {
  const PLAN =
    'plans:\n  - { name: hidden, kind: RESULT, dimensions: [city], metrics: [revenue] }\n'

  test('cannot be discovered by id without rights', async () => {
    const made = await folderOf({
      ...RIGHTS_SHOP,
      'workspace.yaml': `${RIGHTS_SHOP['workspace.yaml']}${PLAN}`,
    })
    const planned = await createPlatform({ workspace: made.folder, trustIdentityHeaders: true })
    try {
      const callerOf = (authValue: string): Promise<Caller> =>
        planned.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })
      const [boss, clerk] = [await callerOf('boss'), await callerOf('clerk')]
      const { planId } = (await planned.as(boss).planDetail({ planName: 'hidden' }))!
      const days = { startTime: '2024-06-01', endTime: '2024-06-01' }
      const dagName = await planned.as(boss).createBackfill({ planId, ...days })
      const { instances } = await planned.as(boss).taskInstances({ dagName })
      expect(await planned.as(clerk).planDetail({ planId })).toBeNull()
      const asked: readonly (() => unknown)[] = [
        () => planned.as(clerk).createBackfill({ planId, ...days }),
        () => planned.as(clerk).planPartitions({ uuid: planId, pageNumber: 1, pageSize: 1 }),
        () => planned.as(clerk).deletePlan({ uuid: planId }),
        () =>
          planned.as(clerk).resourceEntries({ resourceType: 'RESULT_PLAN', resourceId: planId }),
        () => planned.as(clerk).taskInstance({ id: instances[0]!.id }),
      ]
      for (const question of asked) {
        const said = JSON.stringify(await outcomeOf(question))
        expect(said).toMatch(/PLATFORM_UNKNOWN_(PLAN|INSTANCE|RESOURCE)/)
        expect(said).not.toContain('hidden')
      }
    } finally {
      await planned.close()
      await made.remove()
    }
  })
})

describe('lineage', () => {
  const vertices = async (account: string) => {
    const found = new Set<string>()
    const { edgeList } = await platform.as(as(account)).allLineage()
    for (const { srcVertex, dstVertex } of edgeList) {
      found.add(`${srcVertex.vertexType} ${srcVertex.vertexId}`)
      found.add(`${dstVertex.vertexType} ${dstVertex.vertexId}`)
    }
    return [...found].toSorted()
  }

  test('shows only what the caller may use', async () => {
    expect((await vertices('boss')).length).toBeGreaterThan(15)
    expect(await vertices('manager')).toEqual(await vertices('boss'))
    expect(await vertices('keeper')).toEqual(['METRIC basket', 'METRIC revenue'])
    expect(await vertices('clerk')).toEqual([])
    expect(await vertices('nobody')).toEqual([])
  })

  test('an asset that the caller may not use is unknown to him, and named nowhere', async () => {
    const query = { vertex_type: 'METRIC' as const, input_step: 9, output_step: 9 }
    const caller = as('keeper')
    const revenue = await platform.as(caller).vertexLineage({ ...query, vertex_id: 'revenue' })
    expect(revenue.vertexList.map(({ vertexId }) => vertexId)).toEqual(['revenue', 'basket'])
    const hidden = () => platform.as(caller).vertexLineage({ ...query, vertex_id: 'order_count' })
    expect(await outcome(hidden)).toBe('LINEAGE_UNKNOWN_VERTEX')
    const near = { ...query, vertex_id: 'order_coun' }
    const error = await outcomeOf(() => platform.as(caller).vertexLineage(near))
    expect(JSON.stringify(error)).not.toContain('order_count')
    expect(
      JSON.stringify(await outcomeOf(() => platform.as(as('boss')).vertexLineage(near))),
    ).toContain('order_count')
  })

  test('only accounts with rights on the tenant can export or import all of it', async () => {
    const text = { text: 'not looked at', file: 'a.json' }
    expect(await outcome(() => platform.as(as('clerk')).exportLineage({}))).toBe('ACCESS_FORBIDDEN')
    expect(await outcome(() => platform.as(as('clerk')).importLineage(text))).toBe(
      'ACCESS_FORBIDDEN',
    )
    expect(await outcome(() => platform.as(as('boss')).exportLineage({}))).toBe('OK')
  })
})
