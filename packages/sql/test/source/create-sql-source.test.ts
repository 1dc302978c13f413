import type { AggregateRequest, Measure } from '@tributary/attribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import type { SqlDriver } from '../../src/drivers/sql-driver.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { STANDARD_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column, compare, int, micros, moment, TRUE, text } from '../support/trees.ts'

const at = column('s', 'at', 'TIMESTAMP')
const shop = column('s', 'shop', 'STRING')
const n = column('s', 'n', 'INT')
const june = compare(at, '>=', moment('2001-06-01T00:00:00Z'))
const may = compare(at, '<', moment('2001-06-01T00:00:00Z'))
const measure = (
  aggregate: Measure['aggregate'],
  argument: Measure['argument'] = null,
  filter: Measure['filter'] = null,
): Measure => ({
  name: `${aggregate}`,
  aggregate,
  argument,
  filter,
})
const question: AggregateRequest = {
  rows: { base: { table: ['sales'], alias: 's' }, lookups: [] },
  filter: null,
  windows: { current: june, compare: may },
  measures: [measure('SUM', n)],
  groupings: [[]],
  time: null,
}
const exact = (units: readonly (bigint | null)[], scale = 0) => ({ kind: 'exact', scale, units })
const double = (...values: number[]) => ({ kind: 'double', values: Float64Array.from(values) })

/** A narrow type of each engine, and its largest number: the sum of two leaves the type. */
const NARROW = {
  DuckDB: ['TINYINT', 127],
  PostgreSQL: ['smallint', 32_767],
  ClickHouse: ['Int8', 127],
  Trino: ['tinyint', 127],
} as const

describe.each(STANDARD_ENGINES)('a source on $name', ({ name: engine, open, types, series }) => {
  let database: TestDatabase
  const exec = (sql: string) => database.driver.run({ text: sql, parameters: [] })

  /** The table of a query, in place of an earlier one. */
  async function createTable(table: string, query: string): Promise<void> {
    await exec(`DROP TABLE IF EXISTS ${table}`)
    await exec(`CREATE TABLE ${table} AS ${query}`)
  }

  beforeAll(async () => {
    database = await open()
    await createTable(
      'sales',
      `SELECT * FROM (VALUES
      (TIMESTAMP '2001-05-01 00:00:00', 'A',  1, CAST(1.10 AS DECIMAL(6, 2)), CAST(0.1 AS ${types.DOUBLE}), DATE '2001-05-01'),
      (TIMESTAMP '2001-05-02 12:00:00', 'B',  2, 2.20, 0.2, NULL),
      (TIMESTAMP '2001-06-01 00:00:00', 'A',  3, NULL, CAST('NaN' AS ${types.DOUBLE}), DATE '2001-06-01'),
      (TIMESTAMP '2001-06-30 23:59:59.5', NULL, NULL, 4.40, 0.4, DATE '2001-06-30'),
      (NULL, 'A', 5, 5.50, 0.5, NULL)
    ) AS v("at", shop, n, price, x, day)`,
    )
    await createTable(
      'shops',
      `SELECT * FROM (VALUES ('A', 'north'), ('B', 'south'), (NULL, 'none'), (NULL, 'none')) AS v(code, region)`,
    )
  })
  afterAll(() => database.close())

  const ask = (change: Partial<AggregateRequest>, signal?: AbortSignal) =>
    createSqlSource(database).aggregate({ ...question, ...change }, signal ? { signal } : {})

  test('aggregates both windows of every aggregate, exact where numbers are', async () => {
    const price = column('s', 'price', 'DECIMAL')
    const x = column('s', 'x', 'DOUBLE')
    const { frames } = await ask({
      measures: [
        measure('SUM', n),
        measure('SUM', price),
        measure('SUM', x),
        measure('COUNT'),
        measure('COUNT', n),
        measure('COUNT_DISTINCT', shop),
        measure('MIN', price),
        measure('MAX', x),
        measure('SUM', n, compare(shop, '=', text('B'))),
      ],
    })
    expect(frames).toEqual([
      {
        rowCount: 1,
        keys: [],
        present: { current: Float64Array.of(2), compare: Float64Array.of(2) },
        measures: [
          { current: exact([3n]), compare: exact([3n]) },
          { current: exact([440n], 2), compare: exact([330n], 2) },
          { current: double(0.4), compare: double(0.1 + 0.2) },
          { current: exact([2n]), compare: exact([2n]) },
          { current: exact([1n]), compare: exact([2n]) },
          { current: exact([1n]), compare: exact([2n]) },
          { current: exact([440n], 2), compare: exact([110n], 2) },
          { current: double(0.4), compare: double(0.2) },
          { current: exact([null]), compare: exact([2n]) },
        ],
      },
    ])
  })

  test('says that a sum is too large, and not that there is none', async () => {
    const x = column('big', 'x', 'DOUBLE')
    await createTable('big', `SELECT CAST(1e308 AS ${types.DOUBLE}) AS x FROM ${series(3)}`)
    const rows = { base: { table: ['big'], alias: 'big' }, lookups: [] }
    const asked = ask({
      rows,
      windows: { current: TRUE, compare: TRUE },
      measures: [measure('SUM', x)],
    })
    const { frames } = await asked
    expect(frames[0]!.measures[0]!.current).toEqual(double(Number.POSITIVE_INFINITY))
  })

  test('gives one row over no rows to the overall frame, and none to a grouped one', async () => {
    const { frames, frontier } = await ask({
      filter: compare(n, '>', int(100)),
      groupings: [[], [{ name: 'shop', value: shop }]],
      measures: [measure('SUM', n), measure('COUNT')],
      time: at,
    })
    expect(frames.map((frame) => frame.rowCount)).toEqual([1, 0])
    expect(frames[0]?.measures).toEqual([
      { current: exact([null]), compare: exact([null]) },
      { current: exact([0n]), compare: exact([0n]) },
    ])
    expect(frames[0]?.present).toEqual({ current: Float64Array.of(0), compare: Float64Array.of(0) })
    expect(frontier).toEqual({
      first: micros('2001-05-01T00:00:00Z'),
      last: micros('2001-06-30T23:59:59.500Z'),
    })
  })

  test('has no frontier over an empty table, or when none is asked', async () => {
    await createTable('nothing', 'SELECT * FROM sales LIMIT 0')
    const rows = { base: { table: ['nothing'], alias: 's' }, lookups: [] }
    expect((await ask({ rows, time: at })).frontier).toBeNull()
    expect((await ask({})).frontier).toBeNull()
  })

  test('gives keys as the text of their type, and null for the NULL group', async () => {
    const key = (name: string, value = column('s', name, 'STRING')) => [{ name, value }]
    const { frames } = await ask({
      groupings: [
        key('shop'),
        key('n', n),
        key('price', column('s', 'price', 'DECIMAL')),
        key('x', column('s', 'x', 'DOUBLE')),
        key('day', column('s', 'day', 'DATE')),
        key('at', at),
        key('at', column('s', 'at', 'DATE')),
        key('big', compare(n, '>', int(1))),
      ],
    })
    expect(frames.map((frame) => [...frame.keys[0]!].sort())).toEqual([
      ['A', 'B', null],
      ['1', '2', '3', null],
      ['1.1', '2.2', '4.4', null],
      ['0.1', '0.2', '0.4', null],
      ['2001-05-01', '2001-06-01', '2001-06-30', null],
      [
        '2001-05-01 00:00:00',
        '2001-05-02 12:00:00',
        '2001-06-01 00:00:00',
        '2001-06-30 23:59:59.500000',
      ],
      ['2001-05-01', '2001-05-02', '2001-06-01', '2001-06-30'],
      ['false', null, 'true'],
    ])
  })

  test('answers equal groupings, combinations in any order and a key asked twice', async () => {
    const a = { name: 'a', value: shop }
    const b = { name: 'b', value: n }
    const { frames } = await ask({ groupings: [[a], [a], [a, b], [b, a], [a, a], []] })
    expect(frames.map((frame) => [frame.rowCount, frame.keys.length])).toEqual([
      [3, 1],
      [3, 1],
      [4, 2],
      [4, 2],
      [3, 2],
      [1, 0],
    ])
    expect(frames[1]).toEqual(frames[0])
    expect(frames[3]?.keys).toEqual([frames[2]?.keys[1], frames[2]?.keys[0]])
  })

  test('tells seventy groupings apart', async () => {
    const groupings = Array.from({ length: 70 }, (_, i) => [
      { name: `k${i}`, value: compare(n, '=', int(i)) },
    ])
    const { frames } = await ask({ groupings, windows: { current: TRUE, compare: may } })
    const trueRows = frames.map((frame) => {
      const row = frame.keys[0]!.indexOf('true')
      return row < 0 ? 0 : frame.present.current[row]
    })
    expect(trueRows).toEqual(
      Array.from({ length: 70 }, (_, i) => ([1, 2, 3, 5].includes(i) ? 1 : 0)),
    )
    expect(frames.every((frame) => frame.present.current.reduce((x, y) => x + y) === 5)).toBe(true)
  })

  describe('lookups', () => {
    const code = column('r', 'code', 'STRING')
    const lookup = (table: string) => ({
      table: [table],
      alias: 'r',
      on: [{ left: shop, right: code }],
    })
    const rows = (table: string) => ({ base: question.rows.base, lookups: [lookup(table)] })

    test('extend rows by a unique key, where NULL matches nothing', async () => {
      const region = { name: 'region', value: column('r', 'region', 'STRING') }
      const { frames } = await ask({
        rows: rows('shops'),
        groupings: [[region]],
        measures: [measure('COUNT')],
      })
      const [frame] = frames
      const counts = frame!.keys[0]!.map((key, i) => [
        key,
        frame!.present.compare[i],
        frame!.present.current[i],
      ])
      expect(counts.sort()).toEqual(
        [
          ['north', 1, 1],
          [null, 0, 1],
          ['south', 1, 0],
        ].sort(),
      )
    })

    test('with a repeated key are refused by table and key', async () => {
      await createTable('doubled', `SELECT * FROM shops UNION ALL SELECT 'B', 'again'`)
      await expect(ask({ rows: rows('doubled') })).rejects.toMatchObject({
        code: 'SQL_LOOKUP_NOT_UNIQUE',
        details: { table: 'doubled', key: 'B' },
      })
    })
  })

  test('adds the largest numbers of a narrow type, and a million doubles', async () => {
    const [narrow, largest] = NARROW[engine]
    await createTable(
      'small',
      `SELECT CAST(${largest} AS ${narrow}) AS n, CAST(0.1 AS ${types.DOUBLE}) AS x, CAST(NULL AS TIMESTAMP) AS "at" FROM ${series(1_000_000)}`,
    )
    const rows = { base: { table: ['small'], alias: 's' }, lookups: [] }
    const sum = { kind: 'arithmetic', type: 'INT', op: '+', left: n, right: n } as const
    const { frames } = await ask({
      rows,
      windows: { current: TRUE, compare: may },
      measures: [measure('SUM', sum), measure('SUM', column('s', 'x', 'DOUBLE'))],
    })
    const [wholes, doubles] = frames[0]!.measures.map((one) => one.current)
    expect(wholes).toEqual(exact([BigInt(largest) * 2_000_000n]))
    const total = doubles?.kind === 'double' ? doubles.values[0]! : Number.NaN
    if (engine === 'DuckDB') expect(total).toBe(100_000)
    else expect(total).toBeCloseTo(100_000, 4)
  })

  test('tells what was run with its values', async () => {
    const { executed } = await ask({ time: at })
    expect(executed).toContain('$1 = 2001-06-01 00:00:00 (TIMESTAMP)')
    expect(executed).toMatch(/SELECT MIN\(CAST\(.*"s"\."at".* AS TIMESTAMP(?:\(6\))?\)\) AS first/i)
  })

  test('answers hostile names and values as data', async () => {
    const name = `x"; DROP TABLE sales; --`
    await createTable(
      'hostile',
      `SELECT 'a''b' AS "x""; DROP TABLE sales; --", 1 AS n, TIMESTAMP '2001-06-01' AS "at"`,
    )
    const value = column('s"', name, 'STRING')
    const time = column('s"', 'at', 'TIMESTAMP')
    const { frames } = await ask({
      rows: { base: { table: ['hostile'], alias: 's"' }, lookups: [] },
      filter: compare(value, '!=', text(`' OR 1=1; DROP TABLE sales; --`)),
      windows: {
        current: compare(time, '>', moment('2001-01-01T00:00:00Z')),
        compare: compare(time, '=', moment('2001-01-01T00:00:00Z')),
      },
      groupings: [[{ name, value }]],
      measures: [measure('COUNT')],
    })
    expect(frames[0]?.keys).toEqual([["a'b"]])
    expect((await ask({})).frames[0]?.rowCount).toBe(1)
  })

  test('rejects with the reason of its signal', async () => {
    const stop = new AbortController()
    const answer = ask({ time: at }, stop.signal)
    stop.abort(new Error('changed my mind'))
    await expect(answer).rejects.toThrow('changed my mind')
    await expect(ask({}, stop.signal)).rejects.toThrow('changed my mind')
  })

  test('reports a column that is not there', async () => {
    await expect(
      ask({ measures: [measure('SUM', column('s', 'missing', 'INT'))] }),
    ).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringContaining('missing'),
    })
  })
})

test('stops its other statements when one fails', async () => {
  const stopped: unknown[] = []
  const driver: SqlDriver = {
    run: ({ text: sql }, { signal } = {}) =>
      new Promise((_, reject) => {
        if (sql.includes('MIN(')) return reject(new Error('no frontier'))
        signal?.addEventListener('abort', () => {
          stopped.push(signal.reason)
          reject(signal.reason)
        })
      }),
  }
  const source = createSqlSource({ driver, dialect: duckdbDialect })
  await expect(source.aggregate({ ...question, time: at })).rejects.toThrow('no frontier')
  expect(stopped).toEqual([new Error('no frontier')])
})
