import type { AggregateRequest } from '@tributary/attribution'
import { compile, parseTime, type TypedExpr } from '@tributary/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallClock } from '../../../../test/support/clock-changes.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { TEST_ENGINES, type TestDatabase, type TestEngine } from '../support/test-databases.ts'

/** Around the ends of months in three zones, and where clocks of New York change. */
const MOMENTS = [
  ...['2024-02-29 18:14:59.999999', '2024-02-29 18:15:00', '2024-03-01 04:59:59.999999'],
  ...['2024-02-29 23:59:59.999999', '2024-03-01 00:00:00', '2024-03-01 05:00:00'],
  ...['2024-03-10 06:59:59.999999', '2024-03-10 07:00:00', '2024-03-31 18:15:00'],
  ...['2024-04-01 03:59:59.999999', '2024-04-01 04:00:00', '2024-11-03 05:30:00'],
  ...['2024-11-03 06:10:00', '2024-11-03 06:50:00.000001'],
]
const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu']

/** A type of moments, and one of them as an expression. */
const MOMENT: Readonly<Record<TestEngine['name'], readonly [string, (text: string) => string]>> = {
  DuckDB: ['TIMESTAMPTZ', (text) => `TIMESTAMPTZ '${text}+00'`],
  PostgreSQL: ['timestamptz', (text) => `timestamptz '${text}+00'`],
  ClickHouse: ["DateTime64(6, 'Europe/Berlin')", (text) => `toDateTime64('${text}', 6, 'UTC')`],
  Trino: [
    'timestamp(6) with time zone',
    (text) => `at_timezone(TIMESTAMP '${text} UTC', 'Europe/London')`,
  ],
}

const WINDOWS = [
  ['2024-03-01', '2024-04-01'],
  ['2024-03-10', '2024-11-03'],
  ['2024-02-29 23:59:59.999999', '2024-03-31'],
  ['2024-11-03 00:30:00', '2024-11-03 01:30:00'],
] as const

const seen = { kind: 'reference', table: 't', name: 'seen', type: 'TIMESTAMP' } as const

function within([from, to]: readonly [string, string]): TypedExpr {
  const scope = { resolve: () => ({ found: seen }), names: () => ['seen'] }
  return compile(`[seen] >= "${from}" AND [seen] < "${to}"`, scope, { path: 'test', now: 0n })
}

describe.each(TEST_ENGINES)('$name', ({ name, open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  }, 60_000)
  afterAll(() => database.close())

  test.each(ZONES)(
    'finds the rows of windows and the reach of the data by the clock of %s',
    async (zone) => {
      const driver = await database.connect({ timeZone: zone, concurrency: 1 })
      const run = (text: string) => driver.run({ text, parameters: [] })
      const table = `zoned_${ZONES.indexOf(zone)}`
      const [type, write] = MOMENT[name]
      const made = name === 'ClickHouse' ? ' ENGINE = MergeTree ORDER BY seen' : ''
      await run(`CREATE TABLE ${table} (seen ${type})${made}`)
      await run(`INSERT INTO ${table} VALUES ${MOMENTS.map((one) => `(${write(one)})`)}`)
      const clock = MOMENTS.map((one) => wallClock(zone, parseTime(one)!))
      const [first, ...others] = clock.toSorted((a, b) => Number(a - b))
      for (const timeZone of [zone, undefined]) {
        const { dialect } = driver
        const source = createSqlSource({ driver, dialect, ...(timeZone && { timeZone }) })
        for (const [index, window] of WINDOWS.entries()) {
          const other = WINDOWS[(index + 1) % WINDOWS.length]!
          const request: AggregateRequest = {
            rows: { base: { table: [table], alias: 't' }, lookups: [] },
            filter: null,
            windows: { current: within(window), compare: within(other) },
            measures: [{ name: 'n', aggregate: 'COUNT', argument: null, filter: null }],
            groupings: [[]],
            time: seen,
          }
          const { frames, frontier } = await source.aggregate(request)
          const count = ([from, to]: readonly [string, string]) =>
            clock.filter((one) => one >= parseTime(from)! && one < parseTime(to)!).length
          const { current, compare } = frames[0]!.measures[0]!
          expect([current, compare, frontier], `${window} ${timeZone}`).toMatchObject([
            { units: [BigInt(count(window))] },
            { units: [BigInt(count(other))] },
            { first, last: others.at(-1) },
          ])
        }
      }
      await driver.close()
    },
    60_000,
  )
})
