import { join } from 'node:path'
import { createDuckDb } from '@tributary/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf } from '../support/shop.ts'

const WORKSPACE = `tenant: shop
timeZone: Europe/Berlin
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: visits
    source: { datasource: local, file: visits.parquet }
    time: { column: at, grain: HOUR }
    columns: [{ name: at, type: TIMESTAMP }, { name: kind, type: VARCHAR }]
dimensions: [{ name: kind, dataset: visits, column: kind }]
metrics:
  - { name: visit_count, type: ATOMIC, dataset: visits, aggregate: COUNT }
`

/** In how many minutes of an hour, given in UTC, there was a visit. */
const VISITS: readonly (readonly [hour: string, count: number])[] = [
  ['2024-03-30 12:00:00+00', 5],
  ['2024-03-31 00:00:00+00', 4],
  ['2024-03-31 01:00:00+00', 12],
  ['2024-10-26 23:00:00+00', 11],
  ['2024-10-27 00:00:00+00', 15],
  ['2024-10-27 01:00:00+00', 17],
  ['2024-10-27 02:00:00+00', 8],
  ['2024-10-27 22:00:00+00', 1],
]

const caller = {
  tenant: 'shop',
  account: 'ann',
  displayName: 'Ann',
  role: 'OWNER',
  grants: [],
} as const

let platform: Platform
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE })
  remove = made.remove
  const duckdb = await createDuckDb({ threads: 1 })
  const rows = VISITS.map(
    ([hour, count]) =>
      `SELECT TIMESTAMPTZ '${hour}' + to_minutes(5 * i % 60) + to_seconds(i) AS "at", 'web' AS kind FROM range(${count}) AS one(i)`,
  )
  const file = join(made.folder, 'visits.parquet')
  await duckdb.run({ text: `COPY (${rows.join(' UNION ALL ')}) TO '${file}'`, parameters: [] })
  await duckdb.close()
  platform = await createPlatform({ workspace: made.folder })
})
afterAll(async () => {
  await platform.close()
  await remove()
})

async function currentValue(current: string, calculation: 'ALL' | 'AVG' = 'ALL'): Promise<unknown> {
  const { tables } = await platform.as(caller).compareTimes({
    metric: 'visit_count',
    dimensions: ['kind'],
    attribution: {
      attributionCalculateType: calculation,
      currentTimeConstraint: current,
      compareTimeConstraint: '[metric_time__day] = "2024-03-31"',
    },
  })
  const [{ table }] = tables as [(typeof tables)[number]]
  return table['@currentValue']?.[0]
}

test.each([
  ['the hour that comes twice', '[metric_time__hour] = "2024-10-27 02:00:00"', 32],
  ['the same in other words', 'Hour([metric_time]) = 2 AND [metric_time__day] = "2024-10-27"', 32],
  ['the hour before it', '[metric_time__hour] = "2024-10-27 01:00:00"', 11],
  ['the hour after it', '[metric_time__hour] = "2024-10-27 03:00:00"', 8],
  [
    'a range that begins in the hour that is left out',
    '[metric_time] >= "2024-03-31 02:30:00" AND [metric_time] < "2024-03-31 04:00:00"',
    12,
  ],
  ['a list of hours', 'IN([metric_time__hour], "2024-10-27 01:00:00", "2024-10-27 02:00")', 43],
  ['a day of 25 hours', '[metric_time__day] = "2024-10-27"', 52],
])('%s is counted on the wall clock of the workspace', async (_, condition, count) => {
  expect(await currentValue(condition)).toBe(count)
})

test.each([
  ['25 hours', '[metric_time__day] = "2024-10-27"', '2.08'],
  ['23 hours', '[metric_time__day] = "2024-03-31"', '0.6956521739130435'],
  ['the hour that comes twice', '[metric_time__hour] = "2024-10-27 02:00:00"', '16'],
])('AVG by hour divides by %s', async (_, condition, mean) => {
  expect(String(await currentValue(condition, 'AVG'))).toBe(mean)
})
