import { Decimal as Base } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import { attributePath } from '../../src/attribute/attribute-path.ts'
import { questionRequest } from '../../src/attribute/attribute-table.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import type { MetricQuestion } from '../../src/question/table-question.ts'
import type { AttributionTable } from '../../src/tables/answer.ts'
import type { PathOrder, PathTable } from '../../src/tables/path-tables.ts'

const Decimal = Base.clone({ precision: 200 })
const numRuns = process.env.TRIBUTARY_LONG ? 3_000 : 40

const STEPS = ['a', 'b', 'c'] as const
const label = fc.constantFrom('x', 'y', 'z', '(null)', null)
const row = fc.record({
  w: fc.constantFrom(0, 1),
  a: label,
  b: label,
  c: fc.constantFrom('x', 'y', null),
  n: fc.oneof(fc.integer({ min: -50, max: 100 }), fc.constantFrom(0.1, 0.25, 1e-7, 12345678.9)),
  d: fc.integer({ min: 1, max: 9 }),
})
type Row = typeof row extends fc.Arbitrary<infer One> ? One : never
// One row in each window, so that there is a question.
const rows = fc
  .tuple(row, row, fc.array(row, { maxLength: 30 }))
  .map(([one, two, more]): readonly Row[] => [{ ...one, w: 0 }, { ...two, w: 1 }, ...more])

const exact: MetricQuestion = { sum: '[d]' }
const metrics = fc.constantFrom<MetricQuestion>(
  exact,
  { sum: '[n]' },
  { measures: { n: { sum: '[n]' }, d: { sum: '[d]' } }, formula: '[n] / [d]' },
  { measures: { n: { sum: '[n]' }, d: { sum: '[d]' } }, formula: '[n] * [d]' },
  { max: '[d]' },
)
const select = fc.record({
  type: fc.constantFrom('TOP' as const, 'BOTTOM' as const),
  number: fc.integer({ min: 1, max: 4 }),
})

type Select = typeof select extends fc.Arbitrary<infer One> ? One : never

interface Asked {
  readonly metric: MetricQuestion
  readonly select: Select
  readonly orders?: readonly PathOrder[]
  readonly maxRows?: number
}

/** The path, and the tables of compareTimes by the same prefixes. */
async function ask(list: readonly Row[], { metric, select: chosen, orders, maxRows }: Asked) {
  const source = createColumnarSource(
    Object.fromEntries((['w', 'n', 'd', ...STEPS] as const).map((n) => [n, list.map((r) => r[n])])),
  )
  const { groupings, ...question } = questionRequest(source, {
    metric,
    dimensions: [...STEPS],
    current: '[w] = 1',
    compare: '[w] = 0',
  })
  const steps = groupings.flatMap(({ keys }) => keys)
  const path = await attributePath(source, {
    ...question,
    steps,
    select: chosen,
    contributions: true,
    ...(orders !== undefined && { orders }),
    ...(maxRows !== undefined && { maxRows }),
  })
  const prefixes = steps.map((_, index) => ({ name: '', keys: steps.slice(0, index + 1) }))
  const e5 = await attribute(source, { ...question, groupings: prefixes, contributions: true })
  return { path: path.tables, e5: e5.tables, form: e5.explanation.form }
}

const MEASURES = ['@currentValue', '@compareValue', '@growth', '@overallContributionRate']

/** The values of a row in the first keys. */
function valuesOf({ table, missingRows }: AttributionTable | PathTable, at: number, count = 9) {
  const keys = Object.keys(missingRows).slice(0, count)
  return JSON.stringify(keys.map((key) => table.get(key, at)))
}

const contribution = ({ table }: AttributionTable | PathTable, at: number): string | null =>
  table.get('@contribution', at)

const rowsIn = ({ table }: AttributionTable | PathTable) => [...Array(table.numRows()).keys()]

describe('a path', () => {
  test('has at each depth the rows of the attribution by that prefix of dimensions, and its contributions add up', async () => {
    let closed = 0
    await fc.assert(
      fc.asyncProperty(rows, metrics, select, async (list, metric, chosen) => {
        const { path, e5 } = await ask(list, { metric, select: chosen })
        for (const [depth, table] of path.entries()) {
          const full = e5[depth]!
          const places = new Map(rowsIn(full).map((at) => [valuesOf(full, at), at]))
          for (const at of rowsIn(table)) {
            const place = places.get(valuesOf(table, at))!
            for (const name of [...MEASURES, '@contribution']) {
              expect(table.table.get(name, at)).toBe(full.table.get(name, place))
            }
          }
          if (depth === 0) continue
          const before = path[depth - 1]!
          expect(table.rests.map(({ parent }) => parent)).toEqual(rowsIn(before))
          for (const { parent, rows: left, contribution: rest } of table.rests) {
            const own = rowsIn(table).filter((at) => table.parents[at] === parent)
            const above = valuesOf(before, parent)
            expect(own.every((at) => valuesOf(table, at, depth - 1) === above)).toBe(true)
            const all = rowsIn(full).filter((at) => valuesOf(full, at, depth - 1) === above)
            expect(own).toHaveLength(Math.min(chosen.number, all.length))
            expect(left).toBe(all.length - own.length)
            const whole = contribution(before, parent)
            const parts = own.map((at) => contribution(table, at))
            if (rest === null || whole === null || parts.includes(null)) continue
            const sum = parts.reduce((total, part) => total.plus(part!), new Decimal(rest))
            expect(sum.toFixed()).toBe(new Decimal(whole).toFixed())
            closed++
          }
        }
      }),
      { numRuns },
    )
    expect(closed).toBeGreaterThan(numRuns)
  })

  test('gives for the omitted rows the sum of their contributions: exact for exact numbers, else up to rounding', async () => {
    await fc.assert(
      fc.asyncProperty(rows, metrics, select, async (list, metric, chosen) => {
        const { path, e5, form } = await ask(list, { metric, select: chosen })
        if (form === 'other') return
        for (const [depth, table] of path.entries()) {
          const full = e5[depth]!
          for (const { parent, contribution: rest } of table.rests) {
            const above = valuesOf(path[depth - 1]!, parent)
            const shown = new Set(rowsIn(table).map((at) => valuesOf(table, at)))
            const left = rowsIn(full).filter(
              (at) => valuesOf(full, at, depth - 1) === above && !shown.has(valuesOf(full, at)),
            )
            if (rest === null) continue
            const sum = left.reduce((all, at) => all.plus(contribution(full, at)!), new Decimal(0))
            const sizes = rowsIn(full).map((at) => Math.abs(Number(contribution(full, at))))
            const most = metric === exact ? 0 : 1e-9 * sizes.reduce((a, b) => a + b, 0)
            expect(sum.minus(rest).abs().toNumber()).toBeLessThanOrEqual(most)
          }
        }
      }),
      { numRuns },
    )
  })

  test('takes the largest shares, or the smallest', async () => {
    await fc.assert(
      fc.asyncProperty(rows, select, async (list, chosen) => {
        const { path, e5 } = await ask(list, { metric: exact, select: chosen })
        const sign = Number(e5[0]!.table.get('@growth', 0)) < 0 ? -1 : 1
        const up = chosen.type === 'TOP' ? sign : -sign
        for (const [depth, table] of path.entries()) {
          const full = e5[depth]!
          const shown = new Set(rowsIn(table).map((at) => valuesOf(table, at)))
          for (const { parent } of table.rests) {
            const above = valuesOf(path[depth - 1]!, parent)
            const all = rowsIn(full).filter((at) => valuesOf(full, at, depth - 1) === above)
            const size = (at: number) => up * Number(contribution(full, at))
            const [inside, outside] = [true, false].map((is) =>
              all.filter((at) => shown.has(valuesOf(full, at)) === is).map(size),
            )
            expect(Math.min(...inside!)).toBeGreaterThanOrEqual(Math.max(...outside!))
          }
        }
      }),
      { numRuns },
    )
  })

  test('has shares of the row above, which add up to 1 with the rest', async () => {
    await fc.assert(
      fc.asyncProperty(rows, select, async (list, chosen) => {
        const { path } = await ask(list, { metric: exact, select: chosen })
        for (const table of path) {
          for (const { parent, relativeContributionRate: rest } of table.rests) {
            const own = rowsIn(table).filter((at) => table.parents[at] === parent)
            const shares = own.map((at) => table.table.get('@relativeContributionRate', at))
            if (rest === null) expect(shares.every((one) => one === null)).toBe(true)
            else expect(shares.reduce((a, b) => a + b, rest)).toBeCloseTo(1, 7)
          }
        }
      }),
      { numRuns },
    )
  })
})

const LIST: readonly Row[] = [
  { w: 0, a: 'x', b: 'x', c: 'x', n: 1, d: 1 },
  { w: 1, a: 'x', b: 'x', c: 'x', n: 1, d: 9 },
  { w: 1, a: 'x', b: 'y', c: 'x', n: 1, d: 3 },
  { w: 1, a: 'y', b: 'x', c: 'x', n: 1, d: 5 },
  { w: 0, a: null, b: 'x', c: null, n: 1, d: 2 },
]

test('sorts the rows below each row, and keeps these together', async () => {
  const chosen = { type: 'TOP', number: 3 } as const
  const orders = [{ column: '@contribution', direction: 'ASC' }] as const
  const { path } = await ask(LIST, { metric: exact, select: chosen, orders })
  expect(path[1]!.table.array('a')).toEqual([null, 'y', 'x'])
  expect(path[2]!.table.array('b')).toEqual(['x', 'x', 'y', 'x'])
  expect(path[2]!.parents).toEqual([0, 1, 2, 2])
  expect(path[1]!.missingRows).toEqual({ a: [0] })
  const byName = [{ column: 'b', direction: 'DESC' }] as const
  const named = await ask(LIST, { metric: exact, select: chosen, orders: byName })
  expect(named.path[2]!.table.array('b')).toEqual(['y', 'x', 'x', 'x'])
})

test('adds rows beyond the maximum to the remainder, with a warning', async () => {
  const chosen = { type: 'TOP', number: 3 } as const
  const { path } = await ask(LIST, { metric: exact, select: chosen, maxRows: 2 })
  const [, first] = path
  expect(first!.table.array('a')).toEqual(['x', 'y'])
  expect(first!.rests).toMatchObject([{ parent: 0, rows: 1, contribution: '-2' }])
  expect(first!.warning).toContain('TRUNCATED rows=3')
})

test('has no rows where the windows have none', async () => {
  const { path } = await ask([{ w: 7, a: 'x', b: 'x', c: 'x', n: 1, d: 1 }] as never, {
    metric: exact,
    select: { type: 'TOP', number: 3 },
  })
  expect(path.map(({ table, rests }) => [table.numRows(), rests.length])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})
