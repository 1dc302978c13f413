import { attributeTable, type TableQuestion, toWireTable } from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlTable } from '../../src/source/create-sql-table.ts'
import { insertTexts } from '../support/replace-table.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { STANDARD_ENGINES, type TestDatabase } from '../support/test-databases.ts'

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
  { measures: { sum: { sum: '[amount]' }, rows: { countRows: true } }, formula: '[sum] / [rows]' },
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

describe.each(STANDARD_ENGINES)('a table of $name', (engine) => {
  let database: TestDatabase
  const run = (text: string) => database.driver.run({ text, parameters: [] })
  const { STRING, INT, DATE } = engine.types
  // A test file has one schema of Trino, and may not name it.
  const schema = engine.name === 'Trino' ? [] : ['sales']
  const list = engine.name === 'Trino' ? `array(${DATE})` : `${DATE}[]`
  beforeAll(async () => {
    database = await engine.open()
    if (engine.name !== 'Trino') await run('CREATE SCHEMA sales')
  })
  afterAll(() => database.close())
  const fill = async (rows: readonly Row[]): Promise<void> => {
    const name = [...schema, '"The Orders"'].join('.')
    const columns = [`month ${INT}`, `shop ${STRING}`, `kind ${STRING}`, `amount ${INT}`]
    await run(`DROP TABLE IF EXISTS ${name}`)
    await run(`CREATE TABLE ${name} (${columns.join(', ')}, "more of it" ${list})`)
    const lines = rows.map(({ month, shop, kind, amount }) => {
      return [String(month), shop, kind, amount === null ? null : String(amount), null]
    })
    await insertTexts(database.driver, name, [INT, STRING, STRING, INT, list], lines)
  }
  const orders = () => createSqlTable({ driver: database.driver, table: [...schema, 'The Orders'] })

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
        runsOn(engine, 60, 3_000),
      ),
    patienceOn(engine),
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
