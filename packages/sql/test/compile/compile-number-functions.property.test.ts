import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRowJudge, type JudgedColumn, type RowJudge } from '../support/row-judge.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { TEST_ENGINES } from '../support/test-databases.ts'

const INTS = [0, 1, -1, 7, -15, 250, 1005].map(BigInt).concat([2n ** 62n, -(2n ** 62n) - 5n])
const DOUBLES = [
  0,
  0.5,
  -0.5,
  1.005,
  -2.5,
  0.1,
  1e15 + 0.3,
  -7.75,
  1e20,
  1.5e-7,
  0.49999999999999994,
  ...[1.115, 0.285, 2.675, -35.855, 0.045, 1.0049999999999999, 1e12 + 0.0625, 4503599627370495.5],
  ...[1e-9, 123456789.12345678, 0.1 + 0.2, 8.5e-5, 2 ** 49 + 0.125],
]

const number = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('[n]', '[x]', '[m]', '[y]', '[p]', '[q]') },
  { weight: 1, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((value) => `(${value})`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2.5e0',
      '2.50',
      '(-0.125)',
      '(-1e-3)',
      '[n] % 10',
      '[x] / 3',
      '-[x]',
    ),
  },
)
const digits = fc.integer({ min: -4, max: 4 })
const exact: fc.Arbitrary<string> = fc.letrec<{ exact: string }>((tie) => ({
  exact: fc.oneof(
    { maxDepth: 2 },
    number,
    fc
      .tuple(
        fc.constantFrom('Abs', 'Floor', 'Ceil', 'Trunc', 'Sign', 'Round', 'Sqrt'),
        tie('exact'),
      )
      .map(([name, one]) => `${name}(${one})`),
    fc.tuple(tie('exact'), digits).map(([one, count]) => `Round(${one}, ${count})`),
    fc
      .tuple(
        fc.constantFrom('Greatest', 'Least'),
        fc.array(tie('exact'), { minLength: 2, maxLength: 3 }),
      )
      .map(([name, all]) => `${name}(${all})`),
    fc
      .tuple(fc.constantFrom('Mod', 'SafeDivide'), tie('exact'), tie('exact'))
      .map(([name, one, other]) => `${name}(${one}, ${other})`),
  ),
})).exact
const ordered = fc
  .tuple(
    fc.constantFrom('Greatest', 'Least'),
    fc.constantFrom('[s], "b"', '[s], [t], "😀"', '[d], [at]', '[at], "2024-02-01"', '[d], [d]'),
  )
  .map(([name, all]) => `${name}(${all})`)
const rounded = fc.oneof(
  fc
    .tuple(fc.constantFrom('Exp', 'Ln', 'Log', 'Log10'), number)
    .map(([name, one]) => `${name}(${one})`),
  fc
    .tuple(fc.constantFrom('Log', 'Power'), number, number)
    .map(([name, a, b]) => `${name}(${a}, ${b})`),
  number.map((one) => `Log(${one}, 2)`),
)

const columns: Readonly<Record<string, JudgedColumn>> = {
  n: { type: 'INT', values: INTS },
  m: {
    type: 'INT',
    narrow: {
      DuckDB: 'TINYINT',
      PostgreSQL: 'smallint',
      ClickHouse: 'Nullable(Int8)',
      Trino: 'tinyint',
    },
    values: [-128n, 127n, 3n, 0n],
  },
  x: { type: 'DOUBLE', values: DOUBLES },
  y: {
    type: 'DOUBLE',
    narrow: { DuckDB: 'FLOAT', PostgreSQL: 'real', ClickHouse: 'Nullable(Float32)', Trino: 'real' },
    values: [0.5, -0.25, 2, 3],
  },
  p: {
    type: 'DECIMAL',
    narrow: {
      DuckDB: 'DECIMAL(18, 3)',
      PostgreSQL: 'numeric(18, 3)',
      ClickHouse: 'Nullable(Decimal(18, 3))',
      Trino: 'decimal(18, 3)',
    },
    values: [0n, 1005n, -2500n, 125n, -1n, 999_999_999_999_500n].map((units) => ({
      units,
      scale: 3,
    })),
  },
  q: {
    type: 'DECIMAL',
    narrow: {
      DuckDB: 'DECIMAL(4, 2)',
      PostgreSQL: 'numeric(4, 2)',
      ClickHouse: 'Nullable(Decimal(4, 2))',
      Trino: 'decimal(4, 2)',
    },
    values: [0n, 150n, -9950n].map((units) => ({ units, scale: 2 })),
  },
  s: { type: 'STRING', values: ['a', 'b', '\uffff', '😀', ''] },
  t: { type: 'STRING', values: ['\uffee', 'B'] },
  d: { type: 'DATE', values: [0, 19_700, 20_000] },
  at: { type: 'TIMESTAMP', values: [0n, 1_706_832_000_000_000n] },
}

describe.each(TEST_ENGINES)('$name gives what the row evaluator gives', (engine) => {
  let judge: RowJudge
  beforeAll(async () => {
    judge = await createRowJudge(engine, columns, 60)
  })
  afterAll(() => judge.close())

  test(
    'for random functions that are exact',
    async () => {
      const expression = fc.oneof({ weight: 4, arbitrary: exact }, ordered)
      await fc.assert(
        fc.asyncProperty(fc.array(expression, { minLength: 20, maxLength: 20 }), async (texts) => {
          expect(await judge.differences(texts)).toEqual([])
        }),
        runsOn(engine, 12, 1000),
      )
    },
    patienceOn(engine),
  )

  test('for rounding a double, which is a cast to DECIMAL', async () => {
    const places = [0, 1, 2, 3, 5, 9, 14, 18]
    const casts = places.flatMap((count) => [
      `Round([x], ${count})`,
      `Round([y] / 7, ${count})`,
      `Round([x], ${count}) = Cast(Cast([x], "Decimal(38, ${count})"), "Double") OR Abs([x]) > 1e15`,
    ])
    expect(await judge.differences(casts)).toEqual([])
    expect(
      await judge.differences(
        casts.filter((text) => text.includes('OR')).map((text) => `NOT (${text})`),
      ),
    ).toEqual([])
  })

  test(
    'up to the last digits for random powers and logarithms',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(rounded, { minLength: 20, maxLength: 20 }), async (texts) => {
          expect(await judge.differences(texts, { tolerance: 1e-14 })).toEqual([])
        }),
        runsOn(engine, 12, 1000),
      )
    },
    patienceOn(engine),
  )
})
