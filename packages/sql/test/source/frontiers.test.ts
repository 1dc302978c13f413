import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AggregateRequest } from '@tributary/attribution'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { column, TRUE } from '../support/trees.ts'

const TABLES = ['sales', 'shops'] as const
const DAY = 86_400_000_000n
let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-frontiers-'))
  duckdb = await createDuckDb({ threads: 1 })
})
afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true })
})

/** Writes both tables: a sale at the first day, and shops that opened at these days. */
async function write(table: (typeof TABLES)[number], days: readonly number[]): Promise<void> {
  const lines = days.map((day) => `A,1970-01-${String(day + 1).padStart(2, '0')}`)
  const path = join(folder, `${table}.csv`)
  await writeFile(path, `shop,day\n${lines.join('\n')}\n`)
  await duckdb.registerFile({ catalog: 'c', schema: 's', table, path })
}

const request = (alias: 'b' | 'l'): AggregateRequest => ({
  rows: {
    base: { table: ['c', 's', 'sales'], alias: 'b' },
    lookups: [
      {
        table: ['c', 's', 'shops'],
        alias: 'l',
        on: [{ left: column('b', 'shop', 'STRING'), right: column('l', 'shop', 'STRING') }],
      },
    ],
  },
  filter: null,
  windows: { current: TRUE, compare: TRUE },
  measures: [],
  groupings: [[]],
  time: column(alias, 'day', 'DATE'),
})

test('how far data reaches is read once for each version of its tables, and is that of the data', async () => {
  let read = 0
  const source = createSqlSource({
    dialect: duckdbDialect,
    driver: {
      run: (statement, options) => {
        if (statement.text.includes('reached')) read++
        return duckdb.run(statement, options)
      },
      versionOf: (table) => duckdb.versionOf(table),
    },
  })
  const reach = async (alias: 'b' | 'l') => {
    const { frontier, executed } = await source.aggregate(request(alias))
    return { days: [frontier!.first / DAY, frontier!.last / DAY], isRun: /reached/.test(executed) }
  }
  await write('sales', [1, 5])
  await write('shops', [3])
  expect(await reach('b')).toEqual({ days: [1n, 5n], isRun: true })
  expect(await reach('b')).toEqual({ days: [1n, 5n], isRun: false })
  // Another time of the same rows, through a table of its own.
  expect(await reach('l')).toEqual({ days: [3n, 3n], isRun: true })
  await write('shops', [4])
  expect(await reach('l')).toEqual({ days: [4n, 4n], isRun: true })
  expect(await reach('b')).toEqual({ days: [1n, 5n], isRun: false })
  await write('sales', [1, 5, 9])
  expect(await reach('b')).toEqual({ days: [1n, 9n], isRun: true })
  expect(await reach('l')).toEqual({ days: [4n, 4n], isRun: true })
  expect(read).toBe(5)
})

test('a driver that cannot tell versions reads it for each question', async () => {
  await write('sales', [1])
  await write('shops', [1])
  const source = createSqlSource({
    dialect: duckdbDialect,
    driver: { run: (statement, options) => duckdb.run(statement, options) },
  })
  await source.aggregate(request('b'))
  await write('sales', [2])
  expect((await source.aggregate(request('b'))).frontier).toEqual({
    first: 2n * DAY,
    last: 2n * DAY,
  })
})
