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
  leaves: { n: { sum: '[n]' }, d: { sum: '[d]' } },
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

test('contribution rates of every table add up to 1', async () => {
  await fc.assert(
    fc.asyncProperty(rows, metric, async (list, metric) => {
      const [overall, ...tables] = await ask(list, { metric, ...forth })
      const change = Number(overall!['@growth']![0])
      fc.pre(change !== 0)
      for (const one of tables) {
        const rates = one[RATE] as readonly number[]
        const size = rates.reduce((total, rate) => total + Math.abs(rate), 1)
        const total = rates.reduce((total, rate) => total + rate, 0)
        // Every rate is rounded at its tenth digit.
        expect(Math.abs(total - 1)).toBeLessThan(1e-9 * size)
      }
    }),
  )
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
