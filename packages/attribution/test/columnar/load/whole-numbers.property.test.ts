import {
  attributeTable,
  type ColumnarSource,
  createColumnarSource,
  type TableQuestion,
  toWireTable,
} from '@tributary/attribution'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Rows of weeks 18 and 19. */
interface Rows {
  readonly week: readonly number[]
  readonly shop: readonly string[]
  readonly n: readonly (number | null)[]
}

const some = fc.integer({ min: 60, max: 80 }).chain((length) => {
  const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: length, maxLength: length })
  return fc
    .tuple(
      fc.integer({ min: -1000, max: 1000 }),
      fc.record({
        week: list(fc.constantFrom(18, 19)),
        shop: list(fc.constantFrom('A', 'B', 'C')),
        n: list(fc.option(fc.integer({ min: -25, max: 25 }), { freq: 9 })),
      }),
    )
    .map(
      ([from, { n, ...rest }]): Rows => ({
        ...rest,
        n: n.map((one) => (one === null ? null : one + from)),
      }),
    )
})

const number = fc.integer({ min: -1030, max: 1030 })
const constant = fc.oneof(
  number.map(String),
  number.map((one) => `${one}.5`),
  number.map((one) => `${one + 0.25}e0`),
)
const list = fc
  .array(fc.oneof(constant, fc.constant('NULL')), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(', '))
const condition = fc.oneof(
  fc
    .tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>='), constant)
    .map((two) => `[n] ${two.join(' ')}`),
  list.map((members) => `[n] IN (${members})`),
  list.map((members) => `[n] NOT IN (${members})`),
  constant.map((one) => `[n] * 2 - 1 > ${one} + [week]`),
  fc.constantFrom('[n] IS NULL', '[n] IS NOT NULL', '[n] % 3 = 1'),
)

const MEASURES = {
  total: { sum: '[n]' },
  squares: { sum: '[n] * [n]' },
  least: { min: '[n]' },
  most: { max: '[n]' },
  values: { countDistinct: '[n]' },
  given: { count: '[n]' },
} as const

async function answersOf(source: ColumnarSource, filter: string): Promise<unknown> {
  const answers = Object.values(MEASURES).map((metric) => {
    const question = {
      metric,
      dimensions: ['shop', 'n'],
      current: '[week] = 19',
      compare: '[week] = 18',
      filter,
    } as TableQuestion
    return attributeTable(source, question)
  })
  return (await Promise.all(answers)).map(({ tables, warnings }) => ({
    tables: tables.map(({ table }) => toWireTable(table)),
    warnings,
  }))
}

test('whole numbers that are codes give the answers of those that are doubles', async () => {
  await fc.assert(
    fc.asyncProperty(some, condition, async (rows, filter) => {
      const codes = createColumnarSource({ ...rows })
      const doubles = createColumnarSource({
        week: [...rows.week, 99, 99],
        shop: [...rows.shop, 'A', 'A'],
        n: [...rows.n, 2 ** 20, -(2 ** 20)],
      })
      const bytesOf = (source: ColumnarSource) =>
        source.stats().tables[0]!.columns.find(({ name }) => name === 'n')!.bytesPerRow
      expect([bytesOf(codes), bytesOf(doubles)]).toEqual([1, 8])
      expect(await answersOf(codes, filter)).toEqual(await answersOf(doubles, filter))
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 3_000 : 60 },
  )
})
