import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumnarSource, questionRequest } from '../../../src/index.ts'
import type { AggregateFrame } from '../../../src/request/source.ts'

/** More rows than two blocks have, so that a block ends within a window. */
const ROWS = 10_000
const SHOPS = 7

interface Columns {
  readonly w: readonly number[]
  readonly shop: readonly string[]
  readonly a: readonly (number | null)[]
  readonly b: readonly (number | null)[]
  readonly c: readonly (number | null)[]
}

type Operands = Readonly<Record<'a' | 'b' | 'c', bigint | null>>

/** Hundredths of an expression in a row; null for NULL. */
type Formula = readonly [text: string, hundredths: (row: Operands) => bigint | null]

function of(
  names: readonly (keyof Operands)[],
  hundredths: (row: Readonly<Record<keyof Operands, bigint>>) => bigint,
): Formula[1] {
  return (row) =>
    names.some((name) => row[name] === null)
      ? null
      : hundredths(row as Readonly<Record<keyof Operands, bigint>>)
}

const FORMULAS: readonly Formula[] = [
  ['[a] * 1.25 - [b]', of(['a', 'b'], ({ a, b }) => 125n * a - 100n * b)],
  ['[a] - [b] * [c]', of(['a', 'b', 'c'], ({ a, b, c }) => 100n * (a - b * c))],
  ['-[a] + 3', of(['a'], ({ a }) => 100n * (3n - a))],
  ['[a] % 7 * [c]', of(['a', 'c'], ({ a, c }) => 100n * (a % 7n) * c)],
  ['[a] - [a]', of(['a'], () => 0n)],
  // Beyond the exact range of doubles it is a column of big integers.
  ['[a] * 9007199254740991', of(['a'], ({ a }) => 100n * a * 9007199254740991n)],
]

/** Windows that have a fifth of the rows together, and windows that have most of them. */
const WINDOWS = [
  [(w: number) => w === 1, '[w] = 1', (w: number) => w === 0, '[w] = 0'],
  [(w: number) => w < 8, '[w] < 8', (w: number) => w >= 2, '[w] >= 2'],
] as const

function columnsOf(seed: number): Columns {
  let state = seed | 1
  const next = (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
  const each = <T>(make: () => T): readonly T[] => Array.from({ length: ROWS }, make)
  const orNull = (make: () => number) => (): number | null => (next(10) === 0 ? null : make())
  return {
    w: each(() => next(10)),
    shop: each(() => `shop ${next(SHOPS)}`),
    a: each(orNull(() => next(2_000) - 1_000)),
    b: each(orNull(() => next(1_000_000))),
    c: each(orNull(() => next(9))),
  }
}

test('sums of expressions are exact, whatever part of the rows is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.constantFrom(...FORMULAS),
      fc.constantFrom(...WINDOWS),
      fc.boolean(),
      async (seed, [text, hundredths], [inCurrent, current, inCompare, compare], isFiltered) => {
        const columns = columnsOf(seed)
        const source = createColumnarSource({ ...columns }, { name: 'sales' })
        const where = isFiltered ? { where: '[c] > 2' } : {}
        const { rows, windows, metric, groupings } = questionRequest(source, {
          metric: { sum: text, ...where },
          dimensions: ['shop'],
          current,
          compare,
        })
        const { frames } = await source.aggregate({
          ...{ rows, windows, measures: metric.measures, filter: null, time: null },
          groupings: groupings.map(({ keys }) => keys),
        })
        const sides = { current: inCurrent, compare: inCompare }
        for (const side of ['current', 'compare'] as const) {
          const expected = new Map<string, bigint>()
          for (let row = 0; row < ROWS; row++) {
            if (!sides[side](columns.w[row]!)) continue
            if (isFiltered && !((columns.c[row] ?? 0) > 2)) continue
            const value = hundredths(operandsAt(columns, row))
            const shop = columns.shop[row]!
            if (value !== null) expected.set(shop, (expected.get(shop) ?? 0n) + value)
          }
          expect(sumsOf(frames[0]!, side)).toEqual(expected)
        }
      },
    ),
    { numRuns: process.env.TRIBUTARY_LONG ? 2_000 : 40 },
  )
})

function operandsAt({ a, b, c }: Columns, row: number): Operands {
  const of = (values: Columns['a']) => (values[row] === null ? null : BigInt(values[row]!))
  return { a: of(a), b: of(b), c: of(c) }
}

function sumsOf(
  { keys, measures, rowCount }: AggregateFrame,
  side: 'current' | 'compare',
): ReadonlyMap<string, bigint> {
  const column = measures[0]![side]
  if (column.kind === 'double') throw new TypeError('An exact sum became a double')
  const factor = 10n ** BigInt(2 - column.scale)
  const sums = new Map<string, bigint>()
  for (let row = 0; row < rowCount; row++) {
    const units = column.units[row]
    if (units === null || units === undefined || Number.isNaN(units)) continue
    sums.set(keys[0]![row]!, BigInt(units) * factor)
  }
  return sums
}
