import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { startWeeksOn } from './calendar.ts'
import { disagreements } from './disagreement.ts'
import { type Doors, openDoors, ZONES } from './doors.ts'
import { search } from './search.ts'
import type { Case } from './shrink.ts'

const long = process.env.TRIBUTARY_LONG !== undefined
const PATIENCE = long ? 6 * 3_600_000 : 300_000

const name = hasPostgres() ? 'differential' : `differential (left out: ${MISSING})`

let databases: readonly TestPostgres[] = []
const seed = long ? Math.floor(Math.random() * 2 ** 31) : 20_240_120
const zone = ZONES[long ? seed % ZONES.length : 0]!
let doors: Doors
beforeAll(async () => {
  if (!hasPostgres()) return
  // Any write on a server makes the plans over its tables stale, so theirs is not the one that all tests share.
  databases = [await startPostgresServer(), await startPostgres()]
  const [postgres, store] = databases.map(({ url }) => url)
  doors = await openDoors({ postgres: postgres!, store: store!, zone })
}, PATIENCE)
afterAll(async () => {
  await doors?.close()
  for (const one of databases) await one.stop()
})

test.skipIf(!hasPostgres())(
  `${name}: every door gives the answer to a case that was settled`,
  async () => {
    const folder = new URL('./cases/', import.meta.url)
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const { dataset, question } = JSON.parse(
        await readFile(new URL(file, folder), 'utf8'),
      ) as Case
      await doors.load(dataset)
      // Each platform has weeks of one kind, so that only the doors without one are asked twice.
      for (const day of ['MONDAY', 'SUNDAY'] as const) {
        startWeeksOn(day)
        expect(await disagreements(dataset, question, doors), `${file}, ${day}`).toEqual([])
      }
    }
  },
  PATIENCE,
)

test.skipIf(!hasPostgres())(
  `${name}: every door gives the answer that plain loops over the rows give`,
  async () => {
    if (long) {
      await search(doors, { seed, datasets: 2_000, questions: 50 })
    } else {
      await search(doors, { seed, datasets: 3, questions: 120, isQuick: true })
    }
    // Otherwise nothing but the files would have been asked.
    expect([...doors.origins.get('from file to memory')!.keys()].toSorted()).toEqual([
      'file',
      'memory',
    ])
    for (const plans of ['plans in DuckDB', 'plans in PostgreSQL', 'tables of PostgreSQL']) {
      expect([...doors.origins.get(plans)!.keys()]).toContain('rows_hourly_table')
      if (long) expect([...doors.origins.get(plans)!.keys()]).toContain('sums_daily_table')
    }
  },
  PATIENCE,
)
