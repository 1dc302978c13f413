import { createColumnarSource, type TextCodes } from '@tributary/attribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDuckDb, type DuckDb } from '../../../src/drivers/duckdb/duckdb.ts'
import { readColumns } from '../../../src/drivers/duckdb/read-columns.ts'

let duckdb: DuckDb
beforeAll(async () => {
  duckdb = await createDuckDb({ threads: 1 })
  const run = (text: string) => duckdb.run({ text, parameters: [] })
  await run(`CREATE TABLE sales (
    day DATE, "at" TIMESTAMP, shop VARCHAR, paid BOOLEAN, amount DECIMAL(12, 2), wide DECIMAL(18, 4),
    n BIGINT, x DOUBLE, nothing VARCHAR, list INT[])`)
  await run(`INSERT INTO sales VALUES
    ('1969-12-31', '2001-05-01 12:00:00.000007', 'b''s "😀"', true, 12.34, 12345678901234.5678, 9007199254740993, 0.5, NULL, NULL),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('2024-02-29', '1969-12-31 23:59:59', 'a', false, -0.01, 0, -1, 'nan', NULL, NULL)`)
})
afterAll(() => duckdb.close())

describe('readColumns', () => {
  test('reads each type into the form that memory keeps', async () => {
    const columns = await readColumns(duckdb, ['sales'])
    expect(Object.keys(columns)).toEqual([
      'day',
      'at',
      'shop',
      'paid',
      'amount',
      'wide',
      'n',
      'x',
      'nothing',
    ])
    const { NaN: none } = Number
    expect(columns).toMatchObject({
      day: { type: 'DATE', values: Float64Array.of(-1, none, 19_782) },
      at: { type: 'TIMESTAMP', values: Float64Array.of(988_718_400_000_007, none, -1_000_000) },
      paid: [true, null, false],
      amount: { type: 'DECIMAL', scale: 2, values: Float64Array.of(1234, none, -1) },
      wide: { type: 'DECIMAL', scale: 4, values: [123_456_789_012_345_678n, null, 0n] },
      n: { type: 'INT', values: [9_007_199_254_740_993n, null, -1n] },
      x: { type: 'DOUBLE', values: Float64Array.of(0.5, none, Number.POSITIVE_INFINITY) },
      nothing: [null, null, null],
    })
    const shop = columns.shop as TextCodes
    expect(Array.from(shop.codes, (code) => shop.dictionary[code] ?? null)).toEqual([
      `b's "😀"`,
      null,
      'a',
    ])
  })

  test('gives what a columnar source is made of', async () => {
    const source = createColumnarSource(await readColumns(duckdb, ['sales']), { time: 'day' })
    expect(Object.fromEntries(source.columnTypes())).toEqual({
      day: 'DATE',
      at: 'TIMESTAMP',
      shop: 'STRING',
      paid: 'BOOLEAN',
      amount: 'DECIMAL',
      wide: 'DECIMAL',
      n: 'INT',
      x: 'DOUBLE',
      nothing: 'NULL',
    })
  })

  test('reads far times to the microsecond, and those beyond the calendar as its ends', async () => {
    const run = (text: string) => duckdb.run({ text, parameters: [] })
    await run('CREATE TABLE far ("at" TIMESTAMP, tz TIMESTAMPTZ, d DATE)')
    await run(`INSERT INTO far VALUES
      ('9999-12-31 23:59:59', '9999-12-31 23:59:59+00', '9999-12-31'),
      ('9999-12-31 23:59:59.999999', '0001-01-01 00:00:00+00', '0001-01-01'),
      ('0001-01-01', '294247-01-10 00:00:00+00', '5881580-07-10'),
      ('294246-12-31', 'infinity', 'infinity'),
      ('-infinity', '-infinity', '-infinity'),
      (NULL, NULL, NULL)`)
    const columns = await readColumns(duckdb, ['far'])
    const last = 253_402_300_799_999_999n
    const first = -62_135_596_800_000_000n
    expect(columns).toMatchObject({
      at: { values: [last - 999_999n, last, first, last, first, null] },
      tz: { values: [last - 999_999n, first, last, last, first, null] },
      d: {
        values: Float64Array.of(2_932_896, -719_162, 2_932_896, 2_932_896, -719_162, Number.NaN),
      },
    })
  })

  test('reads the columns that are asked for', async () => {
    expect(Object.keys(await readColumns(duckdb, ['sales'], { columns: ['n'] }))).toEqual(['n'])
  })

  describe('of a table that fails', () => {
    const failing = async (row: number, rows: number, fault: string): Promise<void> => {
      const text = `CREATE OR REPLACE VIEW failing AS
        SELECT CASE WHEN i = ${row} THEN ${fault} ELSE 1 END AS n, 'a text of row ' || i AS t FROM range(${rows}) r(i)`
      await duckdb.run({ text, parameters: [] })
    }

    test.each([0, 2047, 300_000, 999_999])(
      'rejects with the reason when row %i of a million cannot be read',
      async (row) => {
        await failing(row, 1_000_000, "CAST('row ' || i AS INT)")
        await expect(readColumns(duckdb, ['failing'])).rejects.toMatchObject({
          code: 'SQL_ENGINE_FAILED',
          message: expect.stringContaining(`row ${row}`),
        })
        expect(await readColumns(duckdb, ['sales'], { columns: ['n'] })).toHaveProperty('n')
      },
    )

    test('rejects when there are more rows than asked for', async () => {
      await failing(-1, 5_000, '1')
      const reading = readColumns(duckdb, ['failing'], { maxRows: 4_999 })
      await expect(reading).rejects.toMatchObject({ code: 'SQL_TOO_MANY_ROWS' })
      const { n } = await readColumns(duckdb, ['failing'], { maxRows: 5_000 })
      expect(n).toMatchObject({ values: new Float64Array(5_000).fill(1) })
    })

    test('rejects with the reason of the signal, in the middle of the rows too', async () => {
      await failing(-1, 50_000_000, '1')
      const stop = new AbortController()
      const reason = new Error('enough')
      setTimeout(() => stop.abort(reason), 200)
      const reading = readColumns(duckdb, ['failing'], { signal: stop.signal })
      await expect(reading).rejects.toBe(reason)
      expect(await readColumns(duckdb, ['sales'], { columns: ['n'] })).toHaveProperty('n')
    })
  })
})
