import { Decimal as Base } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeTable } from '../../src/attribute/attribute-table.ts'
import type { MetricQuestion, TableQuestion } from '../../src/question/table-question.ts'
import { toWireTable } from '../../src/tables/answer.ts'

const Decimal = Base.clone({ precision: 400 })
const numRuns = process.env.TRIBUTARY_LONG ? 2_000 : 75

interface Row {
  readonly w: number
  readonly g: string | null
  readonly h: string | null
  readonly n: number | bigint
  readonly d: number | bigint
}

const label = fc.constantFrom('a', 'b', 'c', 'd', '(null)', null)
const rowOf = (n: fc.Arbitrary<number | bigint>, d: fc.Arbitrary<number | bigint>) =>
  fc.record({ w: fc.constantFrom(0, 1), g: label, h: label, n, d })
const whole = rowOf(fc.integer({ min: -100, max: 1000 }), fc.integer({ min: 0, max: 100 }))
// Doubles without full precision are left out.
const double = fc
  .double({ min: 0, max: 1e6, noNaN: true })
  .map((value) => (value < 1e-100 ? 0 : value))
const real = rowOf(
  double.map((value) => 5e5 - value),
  double,
)
const large = rowOf(
  fc.bigInt({ min: -(2n ** 61n), max: 2n ** 61n }),
  fc.bigInt({ min: 1n, max: 2n ** 61n }),
)
/** With a row in each window, so that there is a question. */
const rowsOf = (row: fc.Arbitrary<Row>) =>
  fc
    .tuple(row, row, fc.array(row, { maxLength: 20 }))
    .map(([one, two, more]): readonly Row[] => [{ ...one, w: 0 }, { ...two, w: 1 }, ...more])
const anyRows = fc.oneof(rowsOf(whole), rowsOf(real), rowsOf(large))

const measures = { n: { sum: '[n]' }, d: { sum: '[d]' } }
const sum: MetricQuestion = { sum: '[n]' }
const ratio: MetricQuestion = { measures, formula: '[n] / [d]' }
const isRatio = fc.constantFrom<MetricQuestion>(ratio, { measures, formula: '1 - [n] / [d]' })
const metrics = fc.constantFrom<MetricQuestion>(
  sum,
  ratio,
  { measures, formula: '1 - [n] / [d]' },
  { measures, formula: '[n] / 4 - [d]' },
  { measures, formula: '[n] * [d]' },
)

const forth = { current: '[w] = 1', compare: '[w] = 0' }
const back = { current: '[w] = 0', compare: '[w] = 1' }

async function ask(
  list: readonly Row[],
  metric: MetricQuestion,
  rest: Partial<TableQuestion> = forth,
) {
  const columns = Object.fromEntries(
    (['w', 'g', 'h', 'n', 'd'] as const).map((name) => [name, list.map((one) => one[name])]),
  )
  const { tables } = await attributeTable(columns, {
    metric,
    dimensions: ['g', ['g', 'h']],
    contributions: true,
    ...forth,
    ...rest,
  })
  return tables.map((one) => ({ ...one, wire: toWireTable(one.table) }))
}
type Asked = Awaited<ReturnType<typeof ask>>[number]

const numbers = (values: readonly unknown[] | undefined) =>
  (values ?? []).map((value) => (value === null ? null : new Decimal(value as string)))
const total = (values: readonly (Base | null)[]) =>
  values.reduce<Base>((all, one) => all.plus(one ?? 0), new Decimal(0))

describe('contributions', () => {
  test('add up to the difference of the compare and the current total', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, metrics, async (rows, metric) => {
        const [overall, ...tables] = await ask(rows, metric)
        const current = overall!.wire['@currentValueText'] ?? overall!.wire['@currentValue']
        const compare = overall!.wire['@compareValueText'] ?? overall!.wire['@compareValue']
        const [whole] = numbers(overall!.wire['@contribution'])
        if (whole) expect(whole.plus(compare![0]!).eq(current![0]!)).toBe(true)
        for (const { wire, residual } of tables) {
          const contributions = numbers(wire['@contribution'])
          if (whole === null) {
            expect(residual).toBeNull()
            expect(new Set(contributions)).toEqual(new Set([null]))
            continue
          }
          const end = total(contributions).plus(residual!).plus(compare![0]!)
          expect(end.toFixed()).toBe(new Decimal(current![0]!).toFixed())
        }
      }),
      { numRuns },
    )
  })

  test('of a sum of whole numbers are the exact differences, beyond 2^53 too', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(fc.oneof(whole, large)), async (rows) => {
        const [, table] = await ask(rows, sum)
        table!.wire.g!.forEach((_, row) => {
          const { wire } = table!
          const group = wire.g![row]
          const change = rows
            .filter(({ g }) => g === group)
            .reduce((sum, { w, n }) => (w === 1 ? sum + BigInt(n) : sum - BigInt(n)), 0n)
          expect(wire['@contribution']![row]).toBe(String(change))
        })
      }),
      { numRuns },
    )
  })

  test('of sums and quotients change their sign alone when the windows are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.oneof(fc.constant(sum), isRatio), async (rows, metric) => {
        const columns = ['@contribution', '@rateContribution', '@mixContribution']
        const byKey = ({ wire }: Asked) =>
          new Map(
            wire['@currentValue']!.map((_, row) => {
              const key = ['g', 'h'].map((name) => wire[name]?.[row])
              return [
                JSON.stringify(key),
                columns.map((name) => numbers([wire[name]?.[row] ?? null])[0]),
              ]
            }),
          )
        const there = await ask(rows, metric)
        const again = await ask(rows, metric, back)
        there.forEach((one, index) => {
          const other = byKey(again[index]!)
          for (const [key, values] of byKey(one)) {
            const negated = values.map((value) => value?.neg().plus(0).toFixed() ?? null)
            expect(other.get(key)!.map((value) => value?.toFixed() ?? null)).toEqual(negated)
          }
        })
      }),
      { numRuns },
    )
  })
})

describe('the parts of contributions to a quotient', () => {
  test('add up to the contribution, as texts', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, isRatio, async (rows, metric) => {
        for (const { wire } of await ask(rows, metric)) {
          const rates = numbers(wire['@rateContribution'])
          const mixes = numbers(wire['@mixContribution'])
          numbers(wire['@contribution']).forEach((whole, row) => {
            const [rate, mix] = [rates[row], mixes[row]]
            expect(rate === null).toBe(mix === null)
            if (rate && mix) expect(rate.plus(mix).eq(whole!)).toBe(true)
          })
        }
      }),
      { numRuns },
    )
  })

  test('are integrals: of the rate change by weight, and of the weight change by distance from the total', async () => {
    const amount = fc.integer({ min: 1, max: 60 })
    const group = fc.tuple(amount, amount, amount, amount)
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 2, maxLength: 4 }), async (groups) => {
        const rows = groups.flatMap(([n0, d0, n1, d1], index) => [
          { w: 0, g: `g${index}`, h: null, n: n0, d: d0 },
          { w: 1, g: `g${index}`, h: null, n: n1, d: d1 },
        ])
        const { wire } = (await ask(rows, ratio))[1]!
        const at = (t: number, [from, to]: readonly [number, number]) => from + t * (to - from)
        const sums = [0, 1, 2, 3].map((i) => groups.reduce((sum, one) => sum + one[i]!, 0))
        const [n0 = 0, d0 = 0, n1 = 0, d1 = 0] = sums
        for (const [index, [a0, b0, a1, b1]] of groups.entries()) {
          const rate = simpson((t) => {
            const [a, b] = [at(t, [a0, a1]), at(t, [b0, b1])]
            const slope = ((a1 - a0) * b - a * (b1 - b0)) / b / b
            return (b / at(t, [d0, d1])) * slope
          })
          const mix = simpson((t) => {
            const [n, d] = [at(t, [n0, n1]), at(t, [d0, d1])]
            return ((at(t, [a0, a1]) / at(t, [b0, b1]) - n / d) * (b1 - b0)) / d
          })
          const row = wire.g!.indexOf(`g${index}`)
          expect(Number(wire['@rateContribution']![row])).toBeCloseTo(rate, 6)
          expect(Number(wire['@mixContribution']![row])).toBeCloseTo(mix, 6)
        }
      }),
      { numRuns: 50 },
    )
  })

  /** One group under test beside another that moves. */
  const beside = (one: readonly Row[]) => [
    ...one,
    { w: 0, g: 'rest', h: null, n: 7, d: 20 },
    { w: 1, g: 'rest', h: null, n: 3, d: 31 },
  ]
  const parts = async (one: readonly Row[]) => {
    const { wire } = (await ask(beside(one), ratio))[1]!
    const row = wire.g!.indexOf('a')
    return ['@contribution', '@rateContribution', '@mixContribution'].map((c) => wire[c]![row])
  }
  const side = (w: number, n: number, d: number): Row => ({ w, g: 'a', h: null, n, d })

  test('a rate that did not change contributes nothing', async () => {
    const [contribution, rate, mix] = await parts([side(0, 1, 3), side(1, 7, 21)])
    expect(contribution).not.toBe('0')
    expect([rate, mix]).toEqual(['0', contribution])
  })

  test('a weight that did not change contributes nothing', async () => {
    const [contribution, rate, mix] = await parts([side(0, 1, 3), side(1, 2, 3)])
    expect(contribution).not.toBe('0')
    expect([rate, mix]).toEqual([contribution, '0'])
  })

  test.each([0, 1])('a group in window %i alone contributes by its weight', async (w) => {
    const [contribution, rate, mix] = await parts([side(w, 4, 9)])
    expect(contribution).not.toBe('0')
    expect([rate, mix]).toEqual(['0', contribution])
  })

  test.each([
    ['begins from nothing', [side(0, 2, 0), side(1, 3, 5)]],
    ['ends in nothing', [side(0, 2, 4), side(1, 3, 0)]],
    ['is nothing', [side(0, 1, 0), side(1, 5, 0)]],
    ['was nothing', [side(0, 0, 0), side(1, 5, 0)]],
    ['changes its sign', [side(0, 2, -4), side(1, 3, 5)]],
  ])('a rate whose denominator %s has a contribution without parts', async (_, rows) => {
    const [contribution, rate, mix] = await parts(rows)
    expect(contribution).toBeTypeOf('string')
    expect([rate, mix]).toEqual([null, null])
  })
})

test('the rows without a value differ from those with the text (null)', async () => {
  const rows = [
    { w: 0, g: null, h: 'x', n: 1, d: 1 },
    { w: 1, g: '(null)', h: null, n: 2, d: 1 },
    { w: 1, g: null, h: null, n: 3, d: 1 },
  ]
  const [overall, byG, byBoth] = await ask(rows, sum)
  expect(overall).toMatchObject({ missingRow: null, missingRows: {} })
  expect(byG!.wire).toMatchObject({ g: ['(null)', null], '@currentValue': [2, 3] })
  expect(byG).toMatchObject({ missingRow: 1, missingRows: { g: [1] } })
  expect(byBoth!.wire).toMatchObject({ '@currentValue': [3, 2, 0] })
  expect(byBoth).toMatchObject({ missingRow: 0, missingRows: { g: [0, 2], h: [0, 1] } })
})

test('tables have no contribution columns unless these are requested', async () => {
  const rows = [
    { w: 0, g: 'a', h: null, n: 1, d: 1 },
    { w: 1, g: 'a', h: null, n: 3, d: 2 },
  ]
  for (const { wire, residual } of await ask(rows, ratio, { contributions: false })) {
    expect(Object.keys(wire).at(-1)).toBe('@relativeContributionRate')
    expect(residual).toBeNull()
  }
})

function simpson(f: (t: number) => number): number {
  const steps = 2000
  let sum = 0
  for (let step = 0; step < steps; step++) {
    const [a, b] = [step / steps, (step + 1) / steps]
    sum += (f(a) + 4 * f((a + b) / 2) + f(b)) / 6 / steps
  }
  return sum
}
