import {
  attribute,
  createColumnarSource,
  questionRequest,
  toWireTable,
} from '@tributary/attribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { insertTexts } from '../support/replace-table.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'

const days = ['2024-01-01', '2024-01-02', '2024-01-31', '2024-02-01', '2024-02-29']
const shops = ['a', null, 'b', 'a', 'c']
const orders = { day: days, shop: shops, n: [3, 5, 7, 11, 13], d: [1, 2, 4, 8, 16] }

const memory = createColumnarSource(
  { ...orders, day: days.map((day) => new Date(`${day}T00:00:00Z`)) },
  { name: 'orders', types: { day: 'DATE' } },
)
const month = (text: string) => `DateTrunc([day], "MONTH") = "${text}"`
const measures = { n: { sum: '[n]' }, d: { sum: '[d]' } }
const METRICS = [
  { sum: '[n]' },
  { countDistinct: '[shop]' },
  { measures, formula: '[n] / [d]' },
  { measures, formula: '[n] * [d]' },
  { max: '[n]' },
] as const
const WINDOWS = [
  ['2024-03-01', '2024-01-01'],
  ['2024-02-01', '2023-12-01'],
  ['2024-03-01', '2023-12-01'],
] as const

describe.each(TEST_ENGINES)('$name', ({ open, types }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    const { driver } = database
    const columns = `day ${types.DATE}, shop ${types.STRING}, n ${types.INT}, d ${types.INT}`
    await driver.run({ text: `CREATE TABLE orders (${columns})`, parameters: [] })
    const rows = days.map((day, row) => {
      return [day, shops[row]!, String(orders.n[row]), String(orders.d[row])]
    })
    await insertTexts(driver, 'orders', [types.DATE, types.STRING, types.INT, types.INT], rows)
  })
  afterAll(() => database.close())

  const questions = METRICS.flatMap((metric) =>
    WINDOWS.flatMap(([current, compare]) =>
      (['ALL', 'AVG'] as const).map((calculation) => ({ metric, current, compare, calculation })),
    ),
  )

  test.each(questions)('answers a window without rows as memory does: %j', async (question) => {
    const request = questionRequest(memory, {
      ...question,
      dimensions: ['shop'],
      current: month(question.current),
      compare: month(question.compare),
      drillDown: '[n] > 3',
      time: { column: 'day', grain: 'DAY' },
      contributions: true,
    })
    const { driver, dialect } = database
    const [there, here] = await Promise.all([
      attribute(createSqlSource({ driver, dialect }), request),
      attribute(memory, request),
    ])
    const plain = ({ warning, tables }: typeof here) => ({
      warning,
      tables: tables.map(({ table, ...rest }) => ({ ...rest, table: toWireTable(table) })),
    })
    expect(plain(there)).toEqual(plain(here))
    expect(here.warning).toMatch(/^NO_DATA_\w+ first=2024-01-01 last=2024-02-29; /)
    expect(here.warning).toContain('PARTIAL_RANGE')
    const isEmpty = question.current === '2024-03-01' && question.compare === '2023-12-01'
    expect(here.tables.map(({ empty }) => empty)).toEqual([isEmpty, isEmpty])
  })
})
