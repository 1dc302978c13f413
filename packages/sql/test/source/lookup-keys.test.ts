import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AggregateRequest } from '@tributary/attribution'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import type { SqlDriver } from '../../src/drivers/sql-driver.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { column, TRUE } from '../support/trees.ts'

let folder: string
let duckdb: DuckDb
const asked: string[] = []
const driver = (versions: boolean): SqlDriver => ({
  run(statement, options) {
    if (statement.text.includes('HAVING')) asked.push(statement.text)
    return duckdb.run(statement, options)
  },
  ...(versions && { versionOf: (table) => duckdb.versionOf(table) }),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-lookup-keys-'))
  duckdb = await createDuckDb({ threads: 1 })
  await writeFile(join(folder, 'shops.csv'), 'code,region\nA,north\nB,south\n')
  await writeFile(join(folder, 'sales.csv'), 'shop\nA\nB\nB\n')
  for (const name of ['shops', 'sales']) await register(name, `${name}.csv`)
})
afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true })
})

const register = (table: string, file: string) =>
  duckdb.registerFile({ catalog: 'c', schema: 's', table, path: join(folder, file) })
const request = (key: string): AggregateRequest => ({
  rows: {
    base: { table: ['c', 's', 'sales'], alias: 'b' },
    lookups: [
      {
        table: ['C', 's', 'shops'],
        alias: 'l',
        on: [{ left: column('b', 'shop', 'STRING'), right: column('l', key, 'STRING') }],
      },
    ],
  },
  filter: null,
  windows: { current: TRUE, compare: TRUE },
  measures: [],
  groupings: [[]],
  time: null,
})

/** How many checks `count` questions after one another cost. */
async function checksOf(count: number, source: ReturnType<typeof createSqlSource>, key = 'code') {
  asked.length = 0
  for (let i = 0; i < count; i++) await source.aggregate(request(key))
  return asked.length
}

test('the keys of a file are checked once, and again after it was written', async () => {
  const source = createSqlSource({ driver: driver(true), dialect: duckdbDialect })
  expect(await checksOf(3, source)).toBe(1)
  expect(await checksOf(2, source, 'region')).toBe(1)
  await writeFile(join(folder, 'shops.csv'), 'code,region\nA,north\nC,south\n')
  expect(await checksOf(2, source)).toBe(1)
  await utimes(join(folder, 'shops.csv'), new Date(), new Date(Date.now() + 5_000))
  expect(await checksOf(2, source)).toBe(1)
})

test('another file under the same name is checked', async () => {
  const source = createSqlSource({ driver: driver(true), dialect: duckdbDialect })
  expect(await checksOf(1, source)).toBe(1)
  await writeFile(join(folder, 'doubled.csv'), 'code,region\nA,north\nA,south\n')
  await register('shops', 'doubled.csv')
  const twice = { code: 'SQL_LOOKUP_NOT_UNIQUE', details: { table: 'C.s.shops', key: 'A' } }
  await expect(source.aggregate(request('code'))).rejects.toMatchObject(twice)
  await expect(source.aggregate(request('code'))).rejects.toMatchObject(twice)
  await register('shops', 'shops.csv')
})

test('keys are checked every time when the driver cannot tell of changes', async () => {
  const source = createSqlSource({ driver: driver(false), dialect: duckdbDialect })
  expect(await checksOf(3, source)).toBe(3)
})

test('only files have a version', async () => {
  await duckdb.run({ text: 'CREATE TABLE t (x INT)', parameters: [] })
  expect(await duckdb.versionOf(['t'])).toBeNull()
  await writeFile(join(folder, 'gone.csv'), 'x\n1\n')
  await register('gone', 'gone.csv')
  expect(await duckdb.versionOf(['c', 's', 'gone'])).toContain('gone.csv')
  await rm(join(folder, 'gone.csv'))
  expect(await duckdb.versionOf(['c', 's', 'gone'])).toBeNull()
})
