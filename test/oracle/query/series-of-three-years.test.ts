import { setTimeout } from 'node:timers/promises'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'

const PLAN = '7f1d8a52-6c0e-4b3a-9a51-000000000009'
const DAYS = 1_096
const SHOPS = 10
const START = Date.UTC(2022, 0, 1)

const dayText = (day: number) => new Date(START + day * 86_400_000).toISOString().slice(0, 10)

/** Some rows a day, cents that change with day and shop, and days without a row. */
function sales(): string {
  const rows: string[] = ['day,shop,amount']
  for (let day = 0; day < DAYS; day++) {
    for (let shop = 0; shop < SHOPS; shop++) {
      if ((day * 7 + shop) % 13 === 0) continue
      const cents = (day * 31 + shop * 17) % 9_973
      rows.push(`${dayText(day)},s${shop},${(cents / 100).toFixed(2)}`)
      if (day % 5 === 0) rows.push(`${dayText(day)},s${shop},0.01`)
    }
  }
  return `${rows.join('\n')}\n`
}

const WORKSPACE = `tenant: shops
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: files, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: files, file: sales.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }, { name: amount, type: DECIMAL, scale: 2 }]
dimensions: [{ name: shop, dataset: sales, column: shop }]
metrics:
  - { name: amount, type: ATOMIC, dataset: sales, aggregate: SUM, expr: "['sales'/'amount']" }
  - { name: sold, type: ATOMIC, dataset: sales, aggregate: COUNT }
  - { name: mean, type: COMPOSITE, expr: '[amount] / [sold]' }
plans:
  - { id: ${PLAN}, name: by_day, kind: RESULT, dimensions: [metric_time__day, shop], metrics: [amount, sold] }
`

const platforms: Platform[] = []
let removeFolder: () => Promise<unknown>
let ann: Caller
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE, 'sales.csv': sales() })
  removeFolder = made.remove
  for (const workers of [0, 1]) {
    platforms.push(
      await createPlatform({ workspace: made.folder, trustIdentityHeaders: true, workers }),
    )
  }
  const planned = platforms[1]!
  const credentials = { tenantId: 'shops', authType: 'ACCOUNT', authValue: 'ann' }
  for (const one of platforms) ann = await one.authenticate(credentials)
  const range = { startTime: dayText(0), endTime: dayText(DAYS - 1), dateIntervalOfLot: DAYS }
  const dagName = await planned.as(ann).createBackfill({ planId: PLAN, ...range })
  for (;;) {
    const { progress } = await planned.as(ann).taskInstances({ dagName, progress: true })
    if (progress!.done === 1) break
    expect(progress!.failed).toBe(0)
    await setTimeout(20)
  }
}, 60_000)
afterAll(async () => {
  for (const one of platforms) await one.close()
  await removeFolder()
})

test('three years by day, split by ten, are the same from a plan and from the file', async () => {
  const request = { metric: 'mean', grain: 'DAY', split: { dimension: 'shop', top: SHOPS } }
  const [fromFile, fromPlan] = await Promise.all(
    platforms.map((one) => one.as(ann).metricSeries(request)),
  )
  expect(fromPlan).toEqual(fromFile)
  expect(fromFile!.periods).toHaveLength(DAYS)
  expect(fromFile!.table.value).toHaveLength(DAYS * SHOPS)
  expect(new Set(fromFile!.table.group).size).toBe(SHOPS)
})
