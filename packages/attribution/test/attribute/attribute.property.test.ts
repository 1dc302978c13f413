import { table } from 'arquero'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributeTable } from '../../src/attribute/attribute-table.ts'
import type { MetricQuestion, TableQuestion } from '../../src/question/table-question.ts'
import { toWireTable } from '../../src/tables/answer.ts'

interface Row {
  readonly w: number
  readonly g: string
  readonly h: string
  readonly n: number
  readonly d: number
}

const row: fc.Arbitrary<Row> = fc.record({
  w: fc.constantFrom(0, 1),
  g: fc.constantFrom('a', 'b', 'c'),
  h: fc.constantFrom('x', 'y'),
  n: fc.integer({ min: -100, max: 1000 }),
  d: fc.integer({ min: 1, max: 100 }),
})
// One row in each window, so that there is a question.
const rows = fc
  .tuple(row, row, fc.array(row, { maxLength: 20 }))
  .map(([one, two, more]): readonly Row[] => [{ ...one, w: 0 }, { ...two, w: 1 }, ...more])

const sum: MetricQuestion = { sum: '[n]' }
const ratio: MetricQuestion = {
  measures: { n: { sum: '[n]' }, d: { sum: '[d]' } },
  formula: '[n] / [d]',
}
const metric = fc.constantFrom(sum, ratio)

const forth = { current: '[w] = 1', compare: '[w] = 0' }
const back = { current: '[w] = 0', compare: '[w] = 1' }

async function ask(list: readonly Row[], question: Omit<TableQuestion, 'dimensions'>) {
  const columns = Object.fromEntries(
    (['w', 'g', 'h', 'n', 'd'] as const).map((name) => [name, list.map((one) => one[name])]),
  )
  const dimensions = ['g', ['g', 'h']]
  const answer = await attributeTable(table(columns), { ...question, dimensions })
  return answer.tables.map(({ table }) => toWireTable(table))
}

const RATE = '@relativeContributionRate'

/** Levels a billion times and more as large as their changes, whole and in doubles. */
const level = fc.constantFrom(0, 1e6, 1e9, 0.1, 1e12 / 3)
const highRows = fc
  .tuple(rows, level, level, fc.constantFrom(1, 1e-3, 1 / 3))
  .map(([list, high, below, step]) =>
    list.map((one) => ({ ...one, n: high + one.n * step, d: 1 + below + one.d * step })),
  )
const offset: MetricQuestion = { ...ratio, formula: '1 - [n] / [d]' }

test('contribution rates of every table add up to 1 within 1e-9, however small the change beside the level', async () => {
  const metrics = fc.constantFrom(sum, ratio, offset)
  let judged = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(rows, highRows), metrics, async (list, metric) => {
      for (const one of await ask(list, { metric, ...forth })) {
        const rates = one[RATE] as readonly number[]
        if (rates.includes(null as never)) continue
        // Doubles keep ten digits of no larger ones.
        const most = Math.max(0, ...rates.map(Math.abs))
        if (most > 1e5) continue
        judged++
        const units = rates.reduce((total, rate) => total + Math.round(rate * 1e10), 0)
        expect(Math.abs(units / 1e10 - 1)).toBeLessThan(1e-9)
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 3_000 : 400 },
  )
  expect(judged).toBeGreaterThan(400)
})

test('the contributions of a change far below its level keep their digits', async () => {
  const list: readonly Row[] = [
    { w: 0, g: 'a', h: 'x', n: 20, d: 1.5e9 },
    { w: 0, g: 'b', h: 'x', n: 20, d: 1.5e9 },
    { w: 1, g: 'a', h: 'x', n: 30, d: 2.1e9 },
    { w: 1, g: 'b', h: 'x', n: 10, d: 1.8e9 },
  ]
  const [, table] = await ask(list, { metric: offset, ...forth })
  // By the formula of the page in sixty digits; the change is 3e-9 of a level of 1.
  expect(table).toMatchObject({ g: ['b', 'a'], [RATE]: [1.2807598439, -0.2807598439] })
})

test.each([
  ['a sum', { sum: '[n]' }, [0.1, 0.2], [0.3, 0]],
  ['a ratio', ratio, [0.1, 0.2], [0.3, 0]],
  ['a product', { ...ratio, formula: '[n] * [d]' }, [0.1, 0.2], [0.3, 0]],
] as const)(
  'a change of %s that is only rounding has no shares, and says so',
  async (_, metric, then, now) => {
    const list = [then, now].flatMap((values, w) =>
      values.map((n, index): Row => ({ w, g: 'ab'[index]!, h: 'x', n, d: 1 })),
    )
    const columns = Object.fromEntries(
      (['w', 'g', 'n', 'd'] as const).map((name) => [name, list.map((one) => one[name])]),
    )
    const { tables } = await attributeTable(table(columns), { metric, dimensions: ['g'], ...forth })
    for (const { table, warning } of tables) {
      expect(warning).toMatch(/^(CHANGE_WITHIN_ROUNDING|TOTAL_UNCHANGED)$/)
      expect(new Set(table.array(RATE))).toEqual(new Set([null]))
    }
  },
)

test('large doubles that cancel in the total and not in the groups leave no shares', async () => {
  const values = [
    { w: 0, g: 'a', x: 1 },
    { w: 1, g: 'a', x: 1e16 },
    { w: 1, g: 'a', x: 0.2 },
    { w: 1, g: 'b', x: -1e16 },
    { w: 1, g: 'c', x: 1.5 },
  ]
  const columns = Object.fromEntries(
    (['w', 'g', 'x'] as const).map((name) => [name, values.map((one) => one[name])]),
  )
  const question = { metric: { sum: '[x]' }, dimensions: ['g'], ...forth }
  const [total, groups] = (await attributeTable(table(columns), question)).tables
  expect(total?.table.array('@growth')).toEqual(['0.7'])
  expect(groups?.warning).toContain('CHANGE_WITHIN_ROUNDING')
  expect(groups?.table.array(RATE)).toEqual([null, null, null])
})

test('swapping the windows keeps the rates and changes the sign of growth', async () => {
  await fc.assert(
    fc.asyncProperty(rows, metric, async (list, metric) => {
      const there = await ask(list, { metric, ...forth })
      const again = await ask(list, { metric, ...back })
      there.forEach((one, index) => {
        const other = again[index]!
        expect(other['@currentValue']!.length).toBe(one['@currentValue']!.length)
        const byKey = (wire: typeof one) =>
          new Map(
            wire['@growth']!.map((growth, row) => [
              `${wire.g?.[row]} ${wire.h?.[row]}`,
              [growth, wire[RATE]![row]] as const,
            ]),
          )
        const back = byKey(other)
        for (const [key, [growth, rate]] of byKey(one)) {
          const [growthBack, rateBack] = back.get(key)!
          if (growth === null) expect(growthBack).toBeNull()
          else expect(Number(growthBack) + Number(growth)).toBe(0)
          if (rate === null) expect(rateBack).toBeNull()
          else
            expect(Math.abs(Number(rateBack) - Number(rate))).toBeLessThan(
              1e-9 * (1 + Math.abs(Number(rate))),
            )
        }
      })
    }),
  )
})

test('the parts of a group contribute what the group does', async () => {
  await fc.assert(
    fc.asyncProperty(rows, metric, async (list, metric) => {
      const [, coarse, fine] = await ask(list, { metric, ...forth })
      fc.pre(coarse![RATE]!.every((rate) => rate !== null))
      coarse!.g!.forEach((group, row) => {
        const parts = fine![RATE]!.filter((_, part) => fine!.g![part] === group) as number[]
        const total = parts.reduce((total, rate) => total + rate, 0)
        const size = parts.reduce((total, rate) => total + Math.abs(rate), 1)
        expect(Math.abs(total - Number(coarse![RATE]![row]))).toBeLessThan(1e-9 * size)
      })
    }),
  )
})

test('the order of rows changes nothing', async () => {
  const shuffled = rows.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(shuffled, metric, async ([list, other], metric) => {
      expect(await ask(other, { metric, ...forth })).toEqual(await ask(list, { metric, ...forth }))
    }),
  )
})
