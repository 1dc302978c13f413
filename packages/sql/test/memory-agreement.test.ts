import { type AggregateRequest, createColumnarSource, type Measure } from '@tributary/attribution'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duckdbDialect } from '../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../src/drivers/duckdb/duckdb.ts'
import { readColumns } from '../src/drivers/duckdb/read-columns.ts'
import { createSqlSource } from '../src/source/create-sql-source.ts'
import { column, compare, int, TRUE } from './support/trees.ts'

const FACTS = ['memory', 'main', 'facts']

/** Enough rows for several threads of the engine, which then end in any order. */
const ROWS = 150_000

let driver: DuckDb
beforeAll(async () => {
  driver = await createDuckDb({ threads: 4 })
  const text = `CREATE TABLE facts AS SELECT
    i % 7 AS side, i % 40 AS shop, (i * 7919) % 1000 AS part,
    (((i * 104729) % 1000003) / 100)::DECIMAL(18, 2) AS price, ((i * 104729) % 1000003) / 100 AS weight
  FROM range(${ROWS}) AS rows(i)`
  await driver.run({ text, parameters: [] })
})
afterAll(() => driver.close())

const shop = column('f', 'shop', 'INT')
const part = column('f', 'part', 'INT')
const price = column('f', 'price', 'DECIMAL')
const weight = column('f', 'weight', 'DOUBLE')

function measure(aggregate: Measure['aggregate'], more: Partial<Measure>): Measure {
  return { name: aggregate, aggregate, argument: price, filter: null, ...more }
}

test.each<[string, Measure]>([
  ['a median of decimals', measure('PERCENTILE', {})],
  ['a percentile of doubles', measure('PERCENTILE', { argument: weight, fraction: 0.9 })],
  ['a mean of decimals', measure('MAX', { nested: { per: [part], aggregate: 'AVG' } })],
  ['a mean of sums', measure('SUM', { nested: { per: [part], aggregate: 'AVG' } })],
  ['a mean of counts', measure('COUNT', { nested: { per: [part], aggregate: 'AVG' } })],
])('%s is the same to the last digit in DuckDB and in memory', async (_, one) => {
  const request: AggregateRequest = {
    rows: { base: { table: FACTS, alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: compare(column('f', 'side', 'INT'), '>', int(2)), compare: TRUE },
    measures: [one],
    groupings: [[], [{ name: 'shop', value: shop }]],
    time: null,
  }
  const columns = createColumnarSource(await readColumns(driver, FACTS), { name: FACTS.join('.') })
  const memory = await columns.aggregate(request)
  const engine = await createSqlSource({ driver, dialect: duckdbDialect }).aggregate(request)
  const numbersOf = ({ frames }: typeof memory) =>
    frames.flatMap(({ keys, measures }) => {
      const side = measures[0]!.current
      if (side.kind !== 'double') throw new TypeError(`Expected doubles, found ${side.kind}`)
      const names = keys[0] ?? ['all']
      return Array.from(side.values, (value, row) => `${names[row]}: ${value}`).toSorted()
    })
  expect(numbersOf(engine)).toEqual(numbersOf(memory))
})
