import type { Constant, ValueType } from '@tributary/expression'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import type { PostgreSql } from '../../src/drivers/postgresql/postgresql.ts'
import { SqlError } from '../../src/errors.ts'
import { keyText } from '../../src/results/key-text.ts'
import type { SqlColumn } from '../../src/results/sql-result.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import { bind, sqlText } from '../../src/text/sql-text.ts'
import type { TestDatabase, TestEngine } from './test-databases.ts'

const LONGEST_TEXT = 'x'.repeat(100_000)

/** Constants of every kind, the kind of column that they come back in, and what it holds. */
const CONSTANTS: readonly (readonly [Constant, SqlColumn['kind'], unknown])[] = [
  [{ type: 'BOOLEAN', value: true }, 'boolean', true],
  [{ type: 'BOOLEAN', value: false }, 'boolean', false],
  [{ type: 'STRING', value: "'; DROP TABLE x; --" }, 'text', "'; DROP TABLE x; --"],
  [{ type: 'STRING', value: '' }, 'text', ''],
  [
    { type: 'STRING', value: '\\ $1 ? % \n\t😀 \uffff \u3000' },
    'text',
    '\\ $1 ? % \n\t😀 \uffff \u3000',
  ],
  [{ type: 'STRING', value: LONGEST_TEXT }, 'text', LONGEST_TEXT],
  [{ type: 'INT', value: -(2n ** 63n) }, 'exact', -(2n ** 63n)],
  [{ type: 'INT', value: 2n ** 63n }, 'exact', 2n ** 63n],
  [{ type: 'DECIMAL', value: '-0.050' }, 'exact', -50n],
  [{ type: 'DECIMAL', value: '99999999999999999999999999999.999999999' }, 'exact', 10n ** 38n - 1n],
  [{ type: 'DOUBLE', value: 0.1 }, 'double', 0.1],
  [{ type: 'DOUBLE', value: 5e-324 }, 'double', 5e-324],
  [{ type: 'DOUBLE', value: -1.7976931348623157e308 }, 'double', -1.7976931348623157e308],
  [{ type: 'DATE', value: -1 }, 'date', -1],
  [{ type: 'DATE', value: 2_932_896 }, 'date', 2_932_896],
  [{ type: 'DATE', value: -719_162 }, 'date', -719_162],
  [{ type: 'TIMESTAMP', value: -1n }, 'timestamp', -1n],
  [{ type: 'TIMESTAMP', value: 1_709_251_199_999_999n }, 'timestamp', 1_709_251_199_999_999n],
]

const KINDS: Readonly<Record<Exclude<ValueType, 'NULL' | 'UNKNOWN'>, SqlColumn['kind']>> = {
  BOOLEAN: 'boolean',
  STRING: 'text',
  INT: 'exact',
  DECIMAL: 'exact',
  DOUBLE: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
}

/** What every driver does; each calls this in its own test file. */
export function testDriver(engine: TestEngine): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const query = (text: string, signal?: AbortSignal) =>
    database.driver.run({ text, parameters: [] }, signal ? { signal } : {})

  test('a result with more rows than are allowed is refused', async () => {
    const rows = (maxRows: number) =>
      database.driver.run(
        { text: 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3', parameters: [] },
        { maxRows },
      )
    expect((await rows(3)).rowCount).toBe(3)
    await expect(rows(2)).rejects.toMatchObject({
      code: 'SQL_TOO_MANY_ROWS',
      details: { limit: 2 },
    })
  })

  describe('run', () => {
    test.each(CONSTANTS)('binds %o and reads it back', async (constant, kind, value) => {
      const { dialect, driver } = database
      const { columns } = await driver.run(toStatement(sqlText`SELECT ${bind(constant)}`, dialect))
      expect(columns.map((one) => [one.kind, cellsOf(one)])).toEqual([[kind, [value]]])
    })

    test('reads NULL of every type as null, or NaN among doubles', async () => {
      const { dialect } = database
      for (const [type, kind] of Object.entries(KINDS)) {
        const name = engine.types[type as keyof typeof KINDS]
        const { columns } = await query(`SELECT CAST(NULL AS ${name}) AS "nothing"`)
        expect(columns[0]?.kind).toBe(kind)
        expect(keyText(columns[0]!)).toEqual([null])
      }
      const { columns } = await query(`SELECT ${dialect.nullOf('DOUBLE')}`)
      expect(columns).toEqual([{ kind: 'double', values: Float64Array.of(Number.NaN) }])
    })

    test('tells a result without rows by its columns', async () => {
      const result = await query('SELECT 1 AS a, CAST(2.5 AS DECIMAL(4, 1)) AS b WHERE 1 = 0')
      expect(result.rowCount).toBe(0)
      expect(result.columns.map((one) => one.kind)).toEqual(['exact', 'exact'])
      expect(result.columns.map(cellsOf)).toEqual([[], []])
    })

    test('tells the first line of an engine error and keeps the statement out of it', async () => {
      const failure = await query('SELECT secret FROM nowhere').catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'SQL_ENGINE_FAILED' })
      expect(String(failure)).toContain('nowhere')
      expect(String(failure)).not.toContain('secret')
      expect(String(failure)).not.toContain('\n')
    })

    test.each(engine.outOfRange)(
      'tells an expression that leaves its range from a failing engine: %s',
      async (text) => {
        await expect(query(text)).rejects.toMatchObject({ code: 'SQL_OUT_OF_RANGE' })
      },
    )

    test('refuses a second statement', async () => {
      await expect(query('SELECT 1; SELECT 2')).rejects.toThrow(
        /multiple (statements|commands)|syntax error|after JSON|mismatched input ';'/i,
      )
    })

    test('runs more queries at once than it has connections', async () => {
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, i) => query(`SELECT ${i} AS i`)),
      )
      expect(results.map(({ columns }) => keyText(columns[0]!)[0])).toEqual(
        Array.from({ length: 30 }, (_, i) => String(i)),
      )
    })
  })

  describe('an aborted signal', () => {
    test('stops a long query and leaves the driver usable', async () => {
      const stop = new AbortController()
      const running = query(engine.endless, stop.signal)
      setTimeout(() => stop.abort(new Error('enough')), 100)
      await expect(running).rejects.toThrow('enough')
      expect(cellsOf((await query('SELECT 42')).columns[0]!)).toEqual([42n])
    })

    test('stops a query that has only just begun', async () => {
      const stop = new AbortController()
      const running = query(engine.endless, stop.signal)
      stop.abort(new Error('at once'))
      await expect(running).rejects.toThrow('at once')
    })

    test('rejects before the start', async () => {
      await expect(query('SELECT 1', AbortSignal.abort(new Error('early')))).rejects.toThrow(
        'early',
      )
    })

    test('ends the wait for a connection, and stops the queries of all of them', async () => {
      const driver = await database.connect({ concurrency: 2 })
      const ask = (text: string, signal?: AbortSignal) =>
        driver.run({ text, parameters: [] }, signal ? { signal } : {})
      const [busy, impatient] = [new AbortController(), new AbortController()]
      const running = Array.from({ length: 2 }, () => ask(engine.endless, busy.signal))
      const waiting = ask('SELECT 1', impatient.signal)
      const patient = ask('SELECT 2')
      impatient.abort(new Error('no patience'))
      await expect(waiting).rejects.toThrow('no patience')
      busy.abort(new Error('done'))
      const outcomes = await Promise.allSettled(running)
      expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected'])
      expect(cellsOf((await patient).columns[0]!)).toEqual([2n])
      await driver.close()
    })
  })

  test('tells the columns of a table and what they are in the language', async () => {
    const { types } = engine
    const columns = Object.entries(types).map(([type, name]) => `"a ${type.toLowerCase()}" ${name}`)
    await query(`CREATE TABLE "every ""type" (${columns}, "other" TIME)`)
    const found = await database.driver.columnsOf(['every "type'])
    expect(found.map(({ name, valueType }) => [name, valueType])).toEqual([
      ...Object.keys(types).map((type) => [`a ${type.toLowerCase()}`, type]),
      ['other', null],
    ])
    expect(found[3]?.type.replace(', ', ',')).toBe(types.DECIMAL.replace(', ', ','))
    await expect(database.driver.columnsOf(['none'])).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
    })
  })

  test('reads a time with a zone on the wall of its own zone', async () => {
    const driver = await database.connect({ timeZone: 'Asia/Tokyo' })
    const { columns } = await driver.run({ text: engine.zoned, parameters: [] })
    expect(keyText(columns[1]!)).toEqual(['2024-02-01'])
    await driver.close()
  })

  describe('close', () => {
    test('stops what runs and refuses what comes later', async () => {
      const other = await database.connect({ concurrency: 1 })
      const running = other.run({ text: engine.endless, parameters: [] })
      const waiting = other.run({ text: 'SELECT 1', parameters: [] })
      const outcomes = Promise.allSettled([running, waiting])
      await Promise.all([other.close(), other.close()])
      expect(await outcomes).toMatchObject([
        { reason: { code: 'SQL_CLOSED' } },
        { reason: { code: 'SQL_CLOSED' } },
      ])
      const late = { code: 'SQL_CLOSED' }
      await expect(other.run({ text: 'SELECT 1', parameters: [] })).rejects.toMatchObject(late)
      await expect(other.columnsOf(['x'])).rejects.toMatchObject(late)
    })
  })
}

/** What drivers with transactions do. */
export function testTransactions(engine: TestEngine<DuckDb | PostgreSql>): void {
  let database: TestDatabase<DuckDb | PostgreSql>
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const query = (text: string) => database.driver.run({ text, parameters: [] })

  describe('transaction', () => {
    const rows = async (): Promise<unknown> => {
      const { columns } = await query('SELECT n FROM kept ORDER BY n')
      return cellsOf(columns[0]!)
    }
    const insert = (n: number) => {
      return { text: `INSERT INTO kept VALUES (${n})`, parameters: [] }
    }
    beforeAll(() => query('CREATE TABLE kept (n integer)'))
    afterEach(() => query('DELETE FROM kept'))

    test('keeps all of what was done in it, and gives what the work gives', async () => {
      const result = await database.driver.transaction(async (run) => {
        await run(insert(1))
        expect(await rows()).toEqual([])
        await run(insert(2))
        return 'done'
      })
      expect(result).toBe('done')
      expect(await rows()).toEqual([1n, 2n])
    })

    test('keeps nothing when the work rejects, and rejects with the same', async () => {
      const failure = new SqlError('SQL_CLOSED', 'of the work')
      const failing = database.driver.transaction(async (run) => {
        await run(insert(1))
        throw failure
      })
      await expect(failing).rejects.toBe(failure)
      expect(await rows()).toEqual([])
    })

    test('keeps nothing when a statement fails, also not what came before', async () => {
      const failing = database.driver.transaction(async (run) => {
        await run(insert(1))
        await run({ text: 'INSERT INTO nowhere VALUES (1)', parameters: [] })
      })
      await expect(failing).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
      expect(await rows()).toEqual([])
      expect((await query('SELECT 1 AS one')).rowCount).toBe(1)
    })

    test('is stopped by its signal, and keeps nothing', async () => {
      const stop = new AbortController()
      const endless = database.driver.transaction(
        async (run) => {
          await run(insert(1))
          setTimeout(() => stop.abort(new Error('enough')), 20)
          await run({ text: engine.endless, parameters: [] })
        },
        { signal: stop.signal },
      )
      await expect(endless).rejects.toThrow('enough')
      expect(await rows()).toEqual([])
    })
  })
}

/** What a column holds. */
export function cellsOf(column: SqlColumn): readonly unknown[] {
  return column.kind === 'exact' ? column.units : [...column.values]
}
