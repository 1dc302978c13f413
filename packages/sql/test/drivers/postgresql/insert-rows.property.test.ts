import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows } from '../../../src/drivers/postgresql/insert-rows.ts'
import type { PostgreSql } from '../../../src/drivers/postgresql/postgresql.ts'
import { keyText } from '../../../src/results/key-text.ts'
import type { SqlColumn } from '../../../src/results/sql-result.ts'
import { PATIENCE, runs } from '../../support/runs.ts'
import { POSTGRESQL, TEST_ENGINES, type TestDatabase } from '../../support/test-databases.ts'

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 4 })
const text = orNull(
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .filter((one) => one.isWellFormed() && !one.includes('\0')),
)
const DAY_LIMIT = 2_000_000

const row = fc.record({
  text: fc.oneof(text, fc.constantFrom('NULL', '{', '"', '\\', ',', '', ' ')),
  flag: orNull(fc.boolean()),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
  units: orNull(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n })),
  day: orNull(fc.integer({ min: -DAY_LIMIT / 4, max: DAY_LIMIT })),
  moment: orNull(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 17n })),
})

describe.skipIf(!TEST_ENGINES.includes(POSTGRESQL))('rows put into a PostgreSQL', () => {
  let database: TestDatabase<PostgreSql>
  beforeAll(async () => {
    database = await POSTGRESQL.open()
    const names = 'a text, b boolean, c double precision, d numeric, e date, f timestamp'
    await run(`CREATE TABLE "ta""ble" (${names})`)
  })
  afterAll(() => database.close())
  const run = (statement: string) => database.driver.run({ text: statement, parameters: [] })

  test(
    'are read back as they were, whatever is in them',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(row, { maxLength: 12 }),
          fc.nat({ max: 20 }),
          async (rows, scale) => {
            await run('DELETE FROM "ta""ble"')
            const columns: readonly SqlColumn[] = [
              { kind: 'text', values: rows.map((one) => one.text) },
              { kind: 'boolean', values: rows.map((one) => one.flag) },
              { kind: 'double', values: Float64Array.from(rows, (one) => one.number) },
              { kind: 'exact', scale, units: rows.map((one) => one.units) },
              { kind: 'date', values: rows.map((one) => one.day) },
              { kind: 'timestamp', values: rows.map((one) => one.moment) },
            ]
            const types = ['text', 'boolean', 'double precision', 'numeric', 'date', 'timestamp']
            const target = {
              table: ['ta"ble'],
              columns: types.map((type, i) => ({ name: 'abcdef'[i]!, type })),
            }
            const result = { rowCount: rows.length, columns }
            await database.driver.transaction((inside) => insertRows(inside, target, result))
            const found = await run('SELECT a, b, c, d, e, f FROM "ta""ble" ORDER BY ctid')
            expect(found.columns.map(keyText)).toEqual(columns.map(keyText))
          },
        ),
        runs(25, 3_000),
      ),
    PATIENCE,
  )

  test('are many more than fit into one statement', async () => {
    await run('DELETE FROM "ta""ble"')
    const values = Array.from({ length: 25_001 }, (_, i) => `${i}`)
    const target = { table: ['ta"ble'], columns: [{ name: 'a', type: 'text' }] }
    const result = { rowCount: values.length, columns: [{ kind: 'text', values } as const] }
    await database.driver.transaction((inside) => insertRows(inside, target, result))
    const { columns } = await run('SELECT COUNT(DISTINCT a) FROM "ta""ble"')
    expect(columns).toEqual([{ kind: 'exact', scale: 0, units: [25_001n] }])
  })
})
