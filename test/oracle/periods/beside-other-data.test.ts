import { createPlatform } from '@tributary/platform'
import { expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: ordered, grain: DAY }
    times: [{ name: shipped, column: shipped, grain: DAY }]
    columns:
      - { name: ordered, type: DATE }
      - { name: shipped, type: DATE }
      - { name: amount, type: INT }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: shipped, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', time: shipped }
  - { name: month_before, type: DERIVED, metric: revenue, period: { before: 1 MONTH } }
  - { name: filled, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', fillsPeriods: true }
  - { name: growth, type: COMPOSITE, expr: '[filled] - [month_before]' }
  - { name: ever, type: DERIVED, metric: revenue, period: { allTime: true } }
`

// The last order is of March, the last shipment of June, and one has no time.
const ORDERS = `ordered,shipped,amount
2025-01-05,2025-01-07,1
2025-02-11,,10
2025-03-30,2025-06-02,100
`

test('metrics of other periods have values up to the last period of any data, and null where the other period has no data', async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE, 'orders.csv': ORDERS })
  const platform = await createPlatform({ workspace: made.folder, trustIdentityHeaders: true })
  try {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
    const ann = await platform.authenticate(credentials)
    const ask = async (...metrics: readonly string[]) => {
      const answer = await platform.as(ann).queryMetrics({
        metrics,
        dimensions: ['metric_time__month'],
      })
      const { metric_time__month: months, ...values } = answer.table
      return months!.map((month, row) => [
        String(month).slice(0, 7),
        ...metrics.map((name) => values[name]![row]),
      ])
    }
    expect(await ask('shipped', 'month_before', 'ever')).toEqual([
      ['2025-01', 1, null, 1],
      ['2025-02', 0, 1, 11],
      ['2025-03', 0, 10, 111],
      ['2025-04', 0, 100, 111],
      ['2025-05', 0, null, 111],
      ['2025-06', 100, null, 111],
      ['null', 10, null, null],
    ])
    expect(await ask('shipped', 'month_before')).toEqual([
      ['2025-01', 1, null],
      ['2025-02', 0, 1],
      ['2025-03', 0, 10],
      ['2025-04', 0, 100],
      ['2025-06', 100, null],
      ['null', 10, null],
    ])
    // What is filled in is 0 beyond the data too, and what is before has no value where it sees nothing.
    expect(await ask('growth')).toEqual([
      ['2025-01', null],
      ['2025-02', 9],
      ['2025-03', 90],
      ['2025-04', -100],
    ])
    expect(await ask('month_before', 'ever')).toEqual([
      ['2025-01', null, 1],
      ['2025-02', 1, 11],
      ['2025-03', 10, 111],
      ['2025-04', 100, 111],
    ])
  } finally {
    await platform.close()
    await made.remove()
  }
})
