import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@tributary/client'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '../support/duckdb.ts'
import { FLIGHTS, VEGA_DATA } from '../support/flights.ts'

const PARQUET = join(VEGA_DATA, 'flights-3m.parquet')

/** What the plan says, by a query of its own. */
const INDEPENDENT = `
  SELECT CAST(date AS DATE) AS day, origin,
    CASE WHEN distance < 500 THEN 'short' WHEN distance < 1500 THEN 'medium' ELSE 'long' END AS band,
    count(*) AS flights, sum(delay) AS delay, count(*) FILTER (WHERE delay > 15) AS late
  FROM '${PARQUET}' GROUP BY ALL`

/** The sample plan backfilled over six months by seven days, over HTTP as the client asks. */
describe('backfilling the flights', () => {
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'tributary-backfill-'))
  })
  afterAll(() => rm(data, { recursive: true, force: true }))

  test('makes 26 instances that succeed, and the table that GROUP BY gives', async () => {
    const options = { workspace: FLIGHTS, data, trustIdentityHeaders: true, workers: 2 }
    const platform = await createPlatform(options)
    const served = await serve({ platform, host: '127.0.0.1', port: 0 })
    try {
      const credentials = { tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' } as const
      const client = createClient({ baseUrl: served.url, credentials })
      const dagName = await client.createBackfill({
        planName: 'flights_by_day',
        startTime: '2001-01-01',
        endTime: '2001-06-30',
        dateIntervalOfLot: 7,
      })
      const look = () => client.taskInstances({ dagName, pageSize: 100, progress: true })
      let task = await look()
      while (task.progress!.waiting + task.progress!.running > 0) {
        await setTimeout(100)
        task = await look()
      }
      expect(task.total).toBe(26)
      expect(task.progress).toMatchObject({ done: 26, failed: 0, remainingSeconds: 0 })
      expect(task.instances.map(({ status }) => status)).toEqual(Array(26).fill('SUCCESS'))

      const plan = await client.planDetail({ planName: 'flights_by_day' })
      const query = { uuid: plan!.planId, pageNumber: 1, pageSize: 1_000 }
      const { partition } = await client.planPartitions(query)
      const days = await queryRows(
        `SELECT DISTINCT strftime(date, '%Y-%m-%d') AS day FROM '${PARQUET}'
         WHERE date < '2001-07-01' ORDER BY day DESC`,
      )
      expect(partition?.paritionList).toEqual(days.map(({ day }) => ({ value: day })))
      expect(plan!.latestDataTime).toBe('2001-06-30 00:00:00')
    } finally {
      await served.close()
      await platform.close()
    }

    const file = join(data, 'tributary.sqlite.tables', 'demo.duckdb')
    const [found] = await queryRows(`
      ATTACH '${file}' AS tables (READ_ONLY);
      WITH wanted AS (SELECT * FROM (${INDEPENDENT}) WHERE day < '2001-07-01'),
      written AS (
        SELECT metric_time__day AS day, origin, distance_band AS band,
          leaf_1 AS flights, leaf_2 AS delay, leaf_3 AS late
        FROM tables.demo.flights_by_day
      )
      SELECT (SELECT count(*) FROM wanted) AS wanted, (SELECT count(*) FROM written) AS written,
        (SELECT count(*) FROM (FROM wanted EXCEPT ALL FROM written)) AS missing,
        (SELECT count(*) FROM (FROM written EXCEPT ALL FROM wanted)) AS wrong`)
    expect(found).toMatchObject({ missing: 0, wrong: 0 })
    expect(found!.written).toBe(found!.wanted)
    expect(found!.written).toBeGreaterThan(10_000)
  })
})
