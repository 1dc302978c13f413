import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { dataOf } from './refusals.ts'
import type { Served, ServedShop } from './shop.ts'

/** How many days of orders the shop has, from 2024-05-01 on. */
export const DAYS = 20

/** The days of the shop as `YYYY-MM-DD`, the oldest first. */
export const ALL_DAYS: readonly string[] = Array.from({ length: DAYS }, (_, i) =>
  new Date(Date.UTC(2024, 4, 1 + i)).toISOString().slice(0, 10),
)

/** Day `n` sells n in shop a and twice as much in shop b; nothing is sold on the tenth day. */
const ORDERS = ALL_DAYS.flatMap((day, i) =>
  i === 9 ? [] : [`${day},a,${i + 1}`, `${day},b,${2 * (i + 1)}`],
)

/** The days on which something is sold, the newest first. */
export const DAYS_WITH_ORDERS: readonly string[] = ALL_DAYS.filter((_, i) => i !== 9).toReversed()

/** Ids of the plans. */
export const BY_DAY = '7f1d8a52-6c0e-4b3a-9a51-000000000001'
export const ROWS = '7f1d8a52-6c0e-4b3a-9a51-000000000002'
export const TOTALS = '7f1d8a52-6c0e-4b3a-9a51-000000000003'
export const ELSEWHERE = '7f1d8a52-6c0e-4b3a-9a51-000000000004'
export const FRAGILE = '7f1d8a52-6c0e-4b3a-9a51-000000000005'
export const BY_MONTH = '7f1d8a52-6c0e-4b3a-9a51-000000000006'

/** The source table of the orders. */
export const ORDERS_TABLE = 'local.files.orders_csv'

const FILES = {
  'orders.csv': `day,shop,amount\n${ORDERS.join('\n')}\n`,
  'fragile.csv': 'day,amount\n2024-05-01,1\n',
  'elsewhere.csv': 'metric_time__day,revenue\n2024-05-01,3\n2024-05-02,6\n',
  'workspace.yaml': `tenant: shop
timeZone: Europe/Berlin
accounts:
  - { account: ann, displayName: Ann, role: OWNER }
  - { account: max, displayName: Max, role: ADMIN }
  - { account: joe, displayName: Joe, role: USAGER }
  - { account: eve, displayName: Eve }
grants:
  - { account: eve, role: ADMIN, dataset: fragile }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    cron: '0 * * * *'
    columns:
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
  - name: fragile
    source: { datasource: local, file: fragile.csv }
    time: { column: day, grain: DAY }
    cron: '0 0 * * *'
    columns:
      - { name: day, type: DATE }
      - { name: amount, type: BIGINT }
dimensions:
  - { name: shop, dataset: orders, column: shop }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: order_count, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: breakage, type: ATOMIC, dataset: fragile, aggregate: SUM, expr: '[amount]' }
plans:
  - id: ${BY_DAY}
    name: by_day
    displayName: Orders by day
    kind: RESULT
    dimensions: [metric_time__day, shop]
    metrics: [revenue, order_count]
    filters: ['[shop] <> "test"']
    granularity: DAY
    updateLowerInterval: 3
    updateUpperInterval: 1
    cron: '0 3 1 1 *'
    retryCount: 2
    retryInterval: 1
  - id: ${ROWS}
    name: order_rows
    kind: ACCELERATION
    dimensions: [metric_time__day, shop]
    metrics: [revenue]
    granularity: DAY
  - id: ${TOTALS}
    name: totals
    kind: RESULT
    dimensions: [shop]
    metrics: [revenue]
  - id: ${ELSEWHERE}
    name: elsewhere
    kind: EXTERNAL
    dimensions: [metric_time__day]
    metrics: [revenue]
    granularity: DAY
    source: { datasource: local, file: elsewhere.csv }
  - id: ${FRAGILE}
    name: fragile_by_day
    kind: RESULT
    dimensions: [metric_time__day]
    metrics: [breakage]
    granularity: DAY
  - id: ${BY_MONTH}
    name: by_month
    kind: RESULT
    dimensions: [metric_time__month]
    metrics: [revenue]
    granularity: MONTH
`,
}

/** A shop with plans of every kind and source tables, and two workers; its wall clock is in Berlin. */
export const ACCELERATED: Served = { files: FILES, workers: 2 }

/** Makes a backfill task and gives its `dagName`. */
export async function backfill(shop: ServedShop, body: object, account?: string): Promise<string> {
  return dataOf(await shop.ask('accelerate/task/create', body, account)) as string
}

/** A page of a task's instances, as taskInstances answers it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export async function instancesOf(shop: ServedShop, dagName: string, more = ''): Promise<any> {
  const path = `accelerate/task/instance/list?dagName=${dagName}${more}`
  const { status, body } = await shop.ask(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Waits until every instance of a task has ended, and gives the answer of taskInstances with `progress` then. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export async function ended(shop: ServedShop, dagName: string): Promise<any> {
  for (;;) {
    const answer = await instancesOf(shop, dagName, '&pageSize=1000&progress=true')
    if (answer.progress.waiting + answer.progress.running === 0) return answer
    await setTimeout(20)
  }
}
