import { type AggregateSource, createColumnarSource } from '@tributary/attribution'
import { createCatalog, parseWorkspace } from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import { expect, test } from 'vitest'
import { findCauses } from '../../../src/operations/attribution/find-causes.ts'
import { rankDimensions } from '../../../src/operations/attribution/rank-dimensions.ts'
import { metricMovements } from '../../../src/operations/query/metric-movements.ts'
import type { Session } from '../../../src/tenant/session.ts'

const TEXT = `tenant: shop
accounts: [{ account: boss, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: BIGINT }]
  - name: sales_again
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: amount, type: BIGINT }]
dimensions: [{ name: city, dataset: orders, column: town }]
metrics:
  - { name: sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: largest, type: ATOMIC, dataset: orders, aggregate: MAX, expr: '[amount]' }
`
const DAYS = ['2024-05-03', '2024-05-09', '2024-06-02', '2024-06-05']
const TABLE = createColumnarSource(
  {
    day: DAYS,
    town: ['Ghent', 'Bruges', 'Ghent', 'Bruges'],
    amount: [1, 2, 3, 40],
  },
  { name: 'local.files.orders_csv', types: { day: 'DATE' } },
)

/** A session whose source has a fault in what it is asked. */
function sessionOn(
  isFaulty: (request: Parameters<AggregateSource['aggregate']>[0]) => boolean,
  text = TEXT,
) {
  const { workspace, problems } = parseWorkspace([{ file: 'workspace.yaml', text }])
  expect(problems).toEqual([])
  const source: AggregateSource = {
    aggregate: async (request, options) => {
      if (isFaulty(request)) throw new TypeError('a secret of the source')
      return TABLE.aggregate(request, options)
    },
  }
  return {
    catalog: createCatalog(workspace!),
    caller: { tenant: 'shop', account: 'boss', displayName: 'boss', role: 'OWNER', grants: [] },
    access: { may: () => true },
    clock: fixedClock(new Date('2024-07-01T00:00:00Z')),
    questionLimits: { dimensions: 10, filters: 10 },
    sources: { isZoned: async () => false },
    source,
  } as unknown as Session
}

const JUNE = { current: '2024-06' }

test('a metric with an internal error is left out, and the others are compared', async () => {
  const faults: unknown[] = []
  const session = sessionOn(({ measures }) => measures.some(({ aggregate }) => aggregate === 'MAX'))
  const onPartFailed = (error: unknown) => faults.push(error)
  const { movements, leftOut } = await metricMovements(session, JUNE, { onPartFailed })
  expect(movements.map(({ metric, change }) => [metric, change])).toEqual([['sales', 40]])
  expect(leftOut.map(({ metric }) => metric)).toEqual(['largest'])
  expect(leftOut[0]!.reason).toContain('a reason that is not in the request')
  expect(faults).toHaveLength(1)
})

test('a cause with an internal error leaves the movements, and its text is not told', async () => {
  let requests = 0
  // Both metrics are compared by the first request.
  const session = sessionOn(() => ++requests > 1)
  const { movements, leftOut } = await metricMovements(session, JUNE)
  expect(movements.map(({ change }) => change)).toEqual([40, 38])
  expect(leftOut).toEqual([])
  expect(JSON.stringify(movements)).not.toContain('secret')
  expect(movements[0]!.cause?.headline).toContain('a reason that is not in the request')
})

test('metrics that moved equally far are in the order of the workspace, whatever is asked together', async () => {
  const more = [
    `  - { name: again, type: ATOMIC, dataset: sales_again, aggregate: SUM, expr: '[amount]' }`,
    `  - { name: least, type: ATOMIC, dataset: orders, aggregate: MIN, expr: '[amount]' }`,
  ]
  const session = sessionOn(() => false, `${TEXT}${more.join('\n')}\n`)
  const { movements } = await metricMovements(session, { current: '2023-06' })
  expect(movements.map(({ metric }) => metric)).toEqual(['sales', 'largest', 'again', 'least'])
})

test('a metric and a dimension that explain nothing are left out, unless they are named', async () => {
  const marked = TEXT.replace('aggregate: MAX,', 'aggregate: MAX, explain: false,').replace(
    'column: town }',
    'column: town, explain: false }, { name: place, dataset: orders, column: town }',
  )
  const session = sessionOn(() => false, marked)
  const names = async (request: object) =>
    (await metricMovements(session, { ...JUNE, ...request })).movements.map(({ metric }) => metric)
  expect(await names({})).toEqual(['sales'])
  expect(await names({ metrics: ['largest'] })).toEqual(['largest'])
  const attribution = {
    currentTimeConstraint: '[metric_time] >= "2024-06-01"',
    compareTimeConstraint: '[metric_time] < "2024-06-01"',
  }
  const searched = async (request: object) =>
    (await findCauses(session, { metric: 'sales', attribution, ...request })).considered.dimensions
  expect(await searched({})).toEqual(['place'])
  expect(await searched({ dimensions: ['city'] })).toEqual(['city'])
  const { dimensions } = await rankDimensions(session, { metric: 'sales', attribution })
  expect(dimensions.map(({ dimension }) => dimension)).toEqual(['place'])
})
