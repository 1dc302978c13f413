import { folderOf } from '../../support/folder-of.ts'
import { oneDataset } from '../../support/one-dataset.ts'

/** A workspace with a plan by day over orders of many days, in a folder of its own. */
export interface ManyOrders {
  readonly folder: string
  /** The first and the last day. */
  readonly from: string
  readonly to: string
  /** By day and city what the plan's table has to hold: number of orders, sum of amounts. */
  readonly expected: ReadonlyMap<string, readonly [count: number, sum: number]>
  remove(): Promise<void>
}

const CITIES = ['Ghent', 'Bruges', 'Namur'] as const

/** Orders of `days` days from 2024-01-01 on, `perDay` of each. */
export async function manyOrders(days: number, perDay: number): Promise<ManyOrders> {
  const expected = new Map<string, [count: number, sum: number]>()
  const lines: string[] = ['day,city,amount']
  const dayOf = (i: number): string => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)
  for (let i = 0; i < days; i++) {
    for (let j = 0; j < perDay; j++) {
      const [day, city, amount] = [dayOf(i), CITIES[(i + j) % 3]!, (i * 31 + j * 7) % 1_000]
      lines.push(`${day},${city},${amount}`)
      const [count, sum] = expected.get(`${day} ${city}`) ?? [0, 0]
      expected.set(`${day} ${city}`, [count + 1, sum + amount])
    }
  }
  const files = { 'orders.csv': `${lines.join('\n')}\n`, 'workspace.yaml': WORKSPACE }
  return { ...(await folderOf(files)), from: dayOf(0), to: dayOf(days - 1), expected }
}

const ORDERS = oneDataset({
  ...{ tenant: 'shop', accounts: ['boss'], dataset: 'orders', file: 'orders.csv', time: 'day' },
  columns: { day: 'DATE', city: 'VARCHAR', amount: 'BIGINT' },
  dimensions: ['city'],
  metrics: { revenue: 'SUM [amount]' },
})
const WORKSPACE = `${ORDERS}
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, city]
    metrics: [revenue]
    granularity: DAY
`
