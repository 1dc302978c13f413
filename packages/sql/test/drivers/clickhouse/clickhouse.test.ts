import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClickHouse } from '../../../src/drivers/clickhouse/clickhouse.ts'
import { testDriver } from '../../support/driver-suite.ts'
import { anyExpression, COLUMNS } from '../../support/random-expression.ts'
import { createRowJudge, type JudgedColumn } from '../../support/row-judge.ts'
import { CLICKHOUSE, isClickHouseTested, type TestDatabase } from '../../support/test-databases.ts'

describe.skipIf(!isClickHouseTested(false))('the driver of ClickHouse', () => {
  testDriver(CLICKHOUSE)
})

describe.skipIf(!isClickHouseTested(true))('ClickHouse', () => {
  let database: TestDatabase<ClickHouse>
  beforeAll(async () => {
    database = await CLICKHOUSE.open()
  })
  afterAll(() => database.close())
  const run = (text: string) => database.driver.run({ text, parameters: [] })

  test('gives what the row evaluator gives for random expressions', async () => {
    const judge = await createRowJudge(CLICKHOUSE, COLUMNS, 40)
    const texts = fc.sample(anyExpression(2), { numRuns: 40, seed: 26_09 })
    expect(await judge.differences(texts)).toEqual([])
    await judge.close()
  })

  test('gives NULL where it would wrap', async () => {
    const most = 2n ** 63n - 1n
    const wide = { units: 9n * 10n ** 13n, scale: 4 }
    const columns: Readonly<Record<string, JudgedColumn>> = {
      n: { type: 'INT', values: [most, -most - 1n] },
      p: { type: 'DECIMAL', values: [wide] },
    }
    const judge = await createRowJudge(CLICKHOUSE, columns, 2)
    const product = Array(8).fill('[p]').join(' * ')
    expect(await judge.differences(['[n] * 2', '-[n]', product])).toEqual([])
    await judge.close()
  })

  test('reads types around types', async () => {
    const { columns } = await run(
      `SELECT toLowCardinality(toNullable('a')), toUInt64(18446744073709551615), toDecimal64('1.10', 2),
        toFloat64('nan'), toDate('2024-02-29'), toDateTime64('1969-12-31 23:59:59.9999999', 7, 'UTC'), [1, 2]`,
    )
    expect(columns).toEqual([
      { kind: 'text', values: ['a'] },
      { kind: 'exact', scale: 0, units: [2n ** 64n - 1n] },
      { kind: 'exact', scale: 2, units: [110n] },
      { kind: 'double', values: Float64Array.of(Number.POSITIVE_INFINITY) },
      { kind: 'date', values: [19_782] },
      { kind: 'timestamp', values: [-1n] },
      { kind: 'text', values: ['[1,2]'] },
    ])
  })

  test('tells whether a table has changed', async () => {
    await run('CREATE TABLE kept (n Int64)')
    const versions = [await database.driver.versionOf(['kept'])]
    for (const text of ['INSERT INTO kept VALUES (1)', 'TRUNCATE TABLE kept']) {
      await run(text)
      versions.push(await database.driver.versionOf(['kept']))
    }
    versions.push(await database.driver.versionOf(['kept']))
    expect(versions[3]).toBe(versions[2])
    expect(new Set(versions.slice(0, 2)).size).toBe(2)
    await run('CREATE VIEW seen AS SELECT * FROM kept')
    expect(await database.driver.versionOf(['seen'])).toBeNull()
    expect(await database.driver.versionOf(['nowhere'])).toBeNull()
  })

  test('rejects with SQL_LIMIT_EXCEEDED beyond its limits', async () => {
    const limited = await database.connect({ concurrency: 1, ...{ seconds: 1, rows: 2 } })
    const ask = (text: string) => limited.run({ text, parameters: [] })
    const refused = { code: 'SQL_LIMIT_EXCEEDED' }
    await expect(ask('SELECT number FROM numbers(3)')).rejects.toMatchObject(refused)
    await expect(ask(CLICKHOUSE.endless)).rejects.toMatchObject(refused)
    await limited.close()
  })
})
