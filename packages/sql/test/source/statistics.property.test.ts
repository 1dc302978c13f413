import {
  type AggregateRequest,
  type AggregateSource,
  createColumnarSource,
  type Measure,
} from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { unitsOf } from '../support/exact-oracle.ts'
import { replaceTable } from '../support/replace-table.ts'
import { PATIENCE, runs } from '../support/runs.ts'
import { STORING_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column, compare, int, TRUE } from '../support/trees.ts'

interface Line {
  readonly x: number | null
  readonly side: number
}

/** Values that are large beside their spread, and others. */
const offset = fc.constantFrom(0, 1e9, -1e9, 1e12, 0.1)
const spread = fc.constantFrom(1, 1e-3, 1e3)
const lines: fc.Arbitrary<readonly Line[]> = fc.tuple(offset, spread).chain(([base, width]) =>
  fc.array(
    fc.record({
      x: fc.option(
        fc.integer({ min: -1000, max: 1000 }).map((step) => base + (step / 997) * width),
        { freq: 8, nil: null },
      ),
      side: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  ),
)

const side = column('f', 'side', 'INT')
const fractions = [0.5, 0.9, 0, 1, 0.3, 0.07]
const measure = (aggregate: Measure['aggregate'], more: Partial<Measure> = {}): Measure => {
  return { name: aggregate, aggregate, argument: column('f', 'x', 'DOUBLE'), filter: null, ...more }
}
const request: AggregateRequest = {
  rows: { base: { table: ['numbers'], alias: 'f' }, lookups: [] },
  filter: null,
  windows: { current: compare(side, '>', int(0)), compare: TRUE },
  measures: [
    measure('MIN'),
    measure('MAX'),
    ...fractions.map((fraction) => measure('PERCENTILE', { fraction })),
    ...fractions.map((fraction) => measure('PERCENTILE_DISC', { fraction })),
    measure('VARIANCE'),
    measure('STDDEV'),
  ],
  groupings: [[]],
  time: null,
}

/** The statistics by their definitions: percentiles of the two nearest values, a variance in whole numbers. */
function expected(values: readonly number[]): (number | null)[] {
  const sorted = values.toSorted((a, b) => a - b)
  const percentile = (fraction: number) => {
    if (sorted.length === 0) return null
    const rank = fraction * (sorted.length - 1)
    const share = rank - Math.floor(rank)
    return sorted[Math.floor(rank)]! * (1 - share) + sorted[Math.ceil(rank)]! * share
  }
  const discrete = (fraction: number) =>
    sorted.find((_, before) => before + 1 >= fraction * sorted.length) ?? null
  const variance = exactVariance(values)
  return [
    sorted[0] ?? null,
    sorted.at(-1) ?? null,
    ...fractions.map(percentile),
    ...fractions.map(discrete),
    variance,
    variance === null ? null : Math.sqrt(variance),
  ]
}

function exactVariance(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const units = values.map((value) => unitsOf(value) >> 960n)
  const n = BigInt(units.length)
  const sum = units.reduce((total, one) => total + one, 0n)
  const squares = units.reduce((total, one) => total + one * one, 0n)
  // In units of 2^-114, squared.
  return Number(((n * squares - sum * sum) << 64n) / (n * (n - 1n))) * 2 ** -146 * 2 ** -146
}

async function expectStatistics(source: AggregateSource, rows: readonly Line[]): Promise<void> {
  const { frames } = await source.aggregate(request)
  for (const [window, own] of [
    ['current', rows.filter((row) => row.side > 0)],
    ['compare', rows],
  ] as const) {
    const wanted = expected(own.flatMap(({ x }) => x ?? []))
    for (const [i, { [window]: found }] of frames[0]!.measures.entries()) {
      if (found.kind !== 'double') throw new TypeError(`Expected doubles, found ${found.kind}`)
      const value = Number.isNaN(found.values[0]) ? null : found.values[0]! + 0
      const want = wanted[i] ?? null
      if (i < wanted.length - 2 || want === null || want === 0) expect(value).toBe(want)
      // The law of VARIANCE and STDDEV: 1e-12 of the value, however large the numbers are beside their spread.
      else expect(Math.abs(value! - want)).toBeLessThanOrEqual(want * 1e-12)
    }
  }
}

// Trino has no exact percentile, and computes variances in its own way.
describe.each(STORING_ENGINES)('$name', ({ open, types }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'gives extremes and percentiles to the last digit, and variances to twelve',
    async () => {
      await fc.assert(
        fc.asyncProperty(lines, async (rows) => {
          const columns = { x: types.DOUBLE, side: types.INT }
          await replaceTable(database.driver, 'numbers', columns, rows)
          await expectStatistics(createSqlSource(database), rows)
        }),
        runs(40, 5_000),
      )
    },
    PATIENCE,
  )
})

test('memory gives extremes and percentiles to the last digit, and variances to twelve', async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (rows) => {
      const data = { x: rows.map(({ x }) => x), side: rows.map((row) => row.side) }
      const types = { x: 'DOUBLE', side: 'INT' } as const
      await expectStatistics(createColumnarSource(data, { name: 'numbers', types }), rows)
    }),
    runs(100, 50_000),
  )
})
