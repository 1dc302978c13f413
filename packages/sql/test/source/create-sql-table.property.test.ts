import { attributeTable, type TableQuestion, toWireTable } from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlTable } from '../../src/source/create-sql-table.ts'
import { PATIENCE, runs } from '../support/runs.ts'
import { STORING_ENGINES, type TestDatabase } from '../support/test-databases.ts'

const row = fc.record({
  month: fc.constantFrom(5, 6, 7),
  shop: fc.constantFrom('A', 'b', 'ß', null),
  kind: fc.constantFrom('x', 'y'),
  amount: fc.option(fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }), { nil: null, freq: 5 }),
})

type Row = (typeof row extends fc.Arbitrary<infer T> ? T : never) & object

const metric: fc.Arbitrary<TableQuestion['metric']> = fc.constantFrom(
  { sum: '[amount]' },
  { countRows: true },
  { countDistinct: '[shop]', where: '[amount] > 0' },
  { max: '[amount] * 2' },
  { leaves: { sum: { sum: '[amount]' }, rows: { countRows: true } }, formula: '[sum] / [rows]' },
)

const question: fc.Arbitrary<TableQuestion> = fc.record(
  {
    metric,
    dimensions: fc.constantFrom(
      ['shop'],
      ['kind', ['shop', 'kind']],
      [{ name: 'sign', expr: 'If([amount] < 0, "-", "+")' }],
    ) as fc.Arbitrary<TableQuestion['dimensions']>,
    current: fc.constantFrom('[month] = 6', '[month] > 5'),
    compare: fc.constantFrom('[month] = 5', '[month] != 6'),
    filter: fc.constantFrom('[kind] = "x"', '[shop] IS NOT NULL'),
    contributions: fc.boolean(),
  },
  { requiredKeys: ['metric', 'dimensions', 'current', 'compare'] },
)

describe.each(STORING_ENGINES)('a table of $name', (engine) => {
  let database: TestDatabase
  const run = (text: string) => database.driver.run({ text, parameters: [] })
  const { STRING, INT, DATE } = engine.types
  beforeAll(async () => {
    database = await engine.open()
    await run('CREATE SCHEMA sales')
    const columns = [`month ${INT}`, `shop ${STRING}`, `kind ${STRING}`, `amount ${INT}`]
    await run(`CREATE TABLE sales."The Orders" (${columns.join(', ')}, "more of it" ${DATE}[])`)
  })
  afterAll(() => database.close())
  const fill = async (rows: readonly Row[]): Promise<void> => {
    await run('DELETE FROM sales."The Orders"')
    const cell = (value: unknown): string => {
      if (value === null) return 'NULL'
      return typeof value === 'string' ? `'${value}'` : String(value)
    }
    const lines = rows.map(({ month, shop, kind, amount }) => {
      return `(${[month, shop, kind, amount].map(cell).join(', ')}, NULL)`
    })
    if (lines.length > 0) await run(`INSERT INTO sales."The Orders" VALUES ${lines.join(', ')}`)
  }
  const orders = () => createSqlTable({ driver: database.driver, table: ['sales', 'The Orders'] })

  test(
    'answers a question as the same rows in memory do',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 1, maxLength: 20 }),
          question,
          async (rows, asked) => {
            await fill(rows)
            const given = {
              month: rows.map(({ month }) => month),
              shop: ['A', ...rows.map(({ shop }) => shop)].slice(1),
              kind: rows.map(({ kind }) => kind),
              amount: rows.map(({ amount }) => amount),
            }
            const columns = Object.entries(given).filter(([, values]) =>
              values.some((one) => one !== null),
            )
            fc.pre(columns.length === 4)
            const answers = [Object.fromEntries(columns), orders()].map(async (table) => {
              const { tables, warning } = await attributeTable(table, asked)
              const wire = tables.map(({ table: one, ...rest }) => ({
                ...rest,
                table: toWireTable(one),
              }))
              return { tables: wire, warning }
            })
            const [memory, there] = await Promise.all(answers)
            expect(there).toEqual(memory)
          },
        ),
        runs(60, 3_000),
      ),
    PATIENCE,
  )

  test('leaves out columns that the language cannot read, and says which there are', async () => {
    const asked = { metric: { sum: '[amont]' }, dimensions: [], current: 'TRUE', compare: 'TRUE' }
    await expect(attributeTable(orders(), asked)).rejects.toThrow(/amont.*amount/s)
    expect([...(await orders().columnTypes()).keys()]).toEqual(['month', 'shop', 'kind', 'amount'])
  })

  test('is looked up again when it was not there', async () => {
    const late = createSqlTable({ driver: database.driver, table: 'late' })
    await expect(late.columnTypes()).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    await run(`CREATE TABLE late (a ${INT})`)
    expect([...(await late.columnTypes())]).toEqual([['a', 'INT']])
  })
})
