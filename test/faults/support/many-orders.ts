import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  const folder = await mkdtemp(join(tmpdir(), 'tributary-work-'))
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
  await writeFile(join(folder, 'orders.csv'), `${lines.join('\n')}\n`)
  await writeFile(join(folder, 'workspace.yaml'), WORKSPACE)
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return { folder, from: dayOf(0), to: dayOf(days - 1), expected, remove }
}

const WORKSPACE = `tenant: shop
accounts:
  - { account: boss, role: OWNER }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: city, type: VARCHAR }
      - { name: amount, type: BIGINT }
dimensions:
  - { name: city, dataset: orders, column: city }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, city]
    metrics: [revenue]
    granularity: DAY
`
