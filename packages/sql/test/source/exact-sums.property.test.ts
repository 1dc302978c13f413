import {
  type AggregateRequest,
  type AggregateSource,
  createColumnarSource,
  type Measure,
} from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { roundedSum } from '../support/exact-oracle.ts'
import { replaceTable } from '../support/replace-table.ts'
import { LONG, patienceOn, runs, runsOn } from '../support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column, compare, int, TRUE } from '../support/trees.ts'

interface Line {
  readonly x: number | null
  readonly side: number
  readonly shop: number
  readonly part: number
}

const amounts = fc.integer({ min: -1e7, max: 1e7 }).map((cents) => cents / 100)
const wide = fc.double({ min: -1e40, max: 1e40, noNaN: true })
const wild = fc.double({ noDefaultInfinity: true, noNaN: true })
const tiny = fc.double({ min: -1e-300, max: 1e-300, noNaN: true })
const huge = fc.constantFrom(1e16, -1e16, 1.7e308, -1.7e308, Number.MAX_VALUE, 2 ** 53 + 2, 5e-324)
const unreal = fc.constantFrom(null, Number.NaN, Number.POSITIVE_INFINITY, -0)
const few = (one: fc.Arbitrary<number | null>) => fc.array(one, { maxLength: 30 })
const numbers = fc.oneof(
  { arbitrary: few(fc.oneof(amounts, unreal)), weight: 4 },
  {
    arbitrary: few(fc.oneof(amounts, fc.double({ min: -1e16, max: 1e16, noNaN: true }))),
    weight: 4,
  },
  // Values and their opposites, so that little of large sums is left.
  {
    arbitrary: fc
      .tuple(
        fc.array(fc.oneof(amounts, wide), { maxLength: 12 }),
        fc.array(amounts, { maxLength: 4 }),
      )
      .map(([large, small]) => [...large, ...small, ...large.map((one) => -one)]),
    weight: 4,
  },
  // All bits of doubles: statements of many parts, which take an engine half a second.
  few(fc.oneof(amounts, wild, tiny, huge, unreal)),
)
const lines = numbers.chain((xs) =>
  fc.tuple(
    ...xs.map((x) =>
      fc.record({
        x: fc.constant(x),
        side: fc.integer({ min: 0, max: 2 }),
        shop: fc.integer({ min: 0, max: 1 }),
        part: fc.integer({ min: 0, max: 3 }),
      }),
    ),
  ),
)

const side = column('f', 'side', 'INT')
const x = column('f', 'x', 'DOUBLE')
const sum: Measure = { name: 'sum', aggregate: 'SUM', argument: x, filter: null }
const per = [column('f', 'part', 'INT')]
const request: AggregateRequest = {
  rows: { base: { table: ['lines'], alias: 'f' }, lookups: [] },
  filter: null,
  windows: { current: compare(side, '>', int(0)), compare: TRUE },
  measures: [
    sum,
    { ...sum, name: 'sum of sums', nested: { per, aggregate: 'SUM' } },
    { ...sum, name: 'mean of sums', nested: { per, aggregate: 'AVG' } },
    { ...sum, name: 'least sum', nested: { per, aggregate: 'MIN' } },
    { ...sum, name: 'mean of least', aggregate: 'MIN', nested: { per, aggregate: 'AVG' } },
  ],
  groupings: [[], [{ name: 'shop', value: column('f', 'shop', 'INT') }]],
  time: null,
}

/** The values of the measures of every group and window, by the definition of a sum of doubles. */
function expected(rows: readonly Line[]): Record<string, (number | null)[]> {
  const shops = [...new Set(rows.map(({ shop }) => String(shop)))]
  const groups = [
    ['all', rows] as const,
    ...shops.map((shop) => [shop, rows.filter((row) => String(row.shop) === shop)] as const),
  ]
  return Object.fromEntries(
    groups.map(([name, own]) => [
      name,
      [own.filter((row) => row.side > 0), own].flatMap((window) => measuresOf(window)),
    ]),
  )
}

function measuresOf(rows: readonly Line[]): (number | null)[] {
  const known = rows.filter(({ x: value }) => value !== null && Number.isFinite(value))
  const values = known.map((row) => row.x!)
  const parts = [...Map.groupBy(known, ({ part }) => part).values()].map((some) =>
    some.map((row) => row.x!),
  )
  const sums = parts.map((some) => roundedSum(some)!)
  const least = parts.map((some) => Math.min(...some))
  const mean = (all: readonly number[]) => (all.length === 0 ? null : roundedSum(all)! / all.length)
  return [
    roundedSum(values),
    roundedSum(sums),
    mean(sums),
    sums.length === 0 ? null : Math.min(...sums),
    mean(least),
  ].map((value) => (value === null ? null : value + 0))
}

async function answered(source: AggregateSource): Promise<Record<string, (number | null)[]>> {
  const { frames } = await source.aggregate(request)
  return Object.fromEntries(
    frames.flatMap(({ keys, rowCount, measures }) =>
      Array.from({ length: rowCount }, (_, row) => [
        keys[0]?.[row] ?? 'all',
        (['current', 'compare'] as const).flatMap((window) =>
          measures.map(({ [window]: numbersOf }) => {
            if (numbersOf.kind !== 'double')
              throw new TypeError(`Expected doubles, found ${numbersOf.kind}`)
            const value = numbersOf.values[row]!
            return Number.isNaN(value) ? null : value + 0
          }),
        ),
      ]),
    ),
  )
}

/** Sums of one part may be infinite, which the second of two steps cannot add. */
function isWithinRange(rows: readonly Line[]): boolean {
  const parts = Map.groupBy(rows, ({ part, shop, side: one }) => `${part} ${shop} ${one}`)
  const size = [...parts.values()].flat().reduce((total, { x: value }) => {
    return total + (value !== null && Number.isFinite(value) ? Math.abs(value) : 0)
  }, 0)
  return Number.isFinite(size)
}

const filled = lines.filter((rows) => rows.length > 0 && isWithinRange(rows))

/** Every bit of a double at once. */
const WIDEST: readonly Line[] = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE].map(
  (x, part) => ({ x, side: 0, shop: 0, part: part % 2 }),
)

describe.each(TEST_ENGINES)('$name', (engine) => {
  const { open, types } = engine
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'adds up doubles as if with all their bits, and rounds once',
    async () => {
      await fc.assert(
        fc.asyncProperty(filled, async (rows) => {
          const { DOUBLE, INT } = types
          const columns = { x: DOUBLE, side: INT, shop: INT, part: INT }
          await replaceTable(database.driver, 'lines', columns, rows)
          expect(await answered(createSqlSource(database))).toEqual(expected(rows))
        }),
        { ...runsOn(engine, 20, 5_000), examples: engine.isQuick || LONG ? [[WIDEST]] : [] },
      )
    },
    patienceOn(engine),
  )
})

test('memory adds up doubles as if with all their bits, and rounds once', async () => {
  await fc.assert(
    fc.asyncProperty(filled, async (rows) => {
      const data = Object.fromEntries(
        (['x', 'side', 'shop', 'part'] as const).map((name) => [
          name,
          rows.map((row) => row[name]),
        ]),
      )
      const source = createColumnarSource(data, {
        name: 'lines',
        types: { x: 'DOUBLE', side: 'INT', shop: 'INT', part: 'INT' },
      })
      expect(await answered(source)).toEqual(expected(rows))
    }),
    runs(60, 50_000),
  )
})
