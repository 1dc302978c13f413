import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CausesAnswer,
  createColumnarSource,
  findCauses,
  type Measure,
  questionRequest,
} from '../../src/index.ts'
import { numbersFrom } from '../causes/made-leaves.ts'

const RUNS = { numRuns: process.env.TRIBUTARY_LONG === undefined ? 12 : 1_000 }
const MONTHS = ['01', '02', '03', '04', '05', '06']
const [SHOPS, KINDS] = [12, 4]
/** The days of a month on which a balance is written down. */
const DAYS = [3, 10, 17, 24]

type Take = 'FIRST' | 'LAST'
type Per = 'all' | 'shop'

interface Made {
  readonly seed: number
  readonly take: Take
  readonly per: Per
  /** What the balances of a shop are multiplied by in the last month. */
  readonly shop: number
  readonly times: number
}

const made = fc.record<Made>({
  seed: fc.integer({ min: 1, max: 1e6 }),
  take: fc.constantFrom('FIRST', 'LAST'),
  per: fc.constantFrom('all', 'shop'),
  shop: fc.integer({ min: 0, max: SHOPS - 1 }),
  times: fc.constantFrom(0.4, 1, 2.2),
})

/**
 * Balances of shops by kind on days of several months. `taken` has the balance on the days that count and 0 on the others:
 * its sum is what the balance should be. Shops do not write their balances down on all days.
 */
function tableOf({ seed, take, per, shop, times }: Made) {
  const next = numbersFrom(seed)
  const rows = MONTHS.flatMap((month) =>
    Array.from({ length: SHOPS }).flatMap((_, s) => {
      const days = DAYS.filter(() => next() < 0.8)
      return days.flatMap((day) =>
        Array.from({ length: KINDS }, (__, k) => {
          const moved = month === MONTHS.at(-1) && s === shop ? times : 1
          const size = (50 + 40 * s + 90 * k) * (0.98 + 0.04 * next())
          const balance = Math.round(100 * size * moved) / 100
          return { month, day, shop: `S${s}`, kind: `K${k}`, balance, flow: 1 + Math.round(size) }
        }),
      )
    }),
  )
  const keyOf = (row: (typeof rows)[number]) => `${row.month} ${per === 'shop' ? row.shop : ''}`
  const timeOf = new Map<string, number>()
  for (const row of rows) {
    const known = timeOf.get(keyOf(row)) ?? row.day
    timeOf.set(keyOf(row), Math[take === 'LAST' ? 'max' : 'min'](known, row.day))
  }
  const source = createColumnarSource(
    {
      day: rows.map(({ month, day }) => `2026-${month}-${String(day).padStart(2, '0')}`),
      shop: rows.map((row) => row.shop),
      kind: rows.map(({ kind }) => kind),
      balance: rows.map(({ balance }) => balance),
      taken: rows.map((row) => (row.day === timeOf.get(keyOf(row)) ? row.balance : 0)),
      flow: rows.map(({ flow }) => flow),
    },
    { types: { day: 'DATE', shop: 'STRING', kind: 'STRING', balance: 'DOUBLE', taken: 'DOUBLE' } },
  )
  return source
}

/** Causes of a formula of `[stock]`, a balance or the sum that it should be, `[flow]`, `[top]` and `[lots]`. */
async function causesOf(
  source: ReturnType<typeof tableOf>,
  formula: string,
  { take, per, isBalance }: Pick<Made, 'take' | 'per'> & { readonly isBalance: boolean },
): Promise<Omit<CausesAnswer, 'executed' | 'warning'>> {
  const { groupings, metric, ...asked } = questionRequest(source, {
    metric: {
      measures: {
        stock: { sum: isBalance ? '[balance]' : '[taken]' },
        flow: { sum: '[flow]' },
        top: { max: '[balance]' },
        lots: { countRows: true },
      },
      formula,
    },
    dimensions: [['shop', 'kind']],
    time: { column: 'day', grain: 'DAY' },
    current: '[day] >= "2026-06-01" AND [day] < "2026-07-01"',
    compare: '[day] >= "2026-05-01" AND [day] < "2026-06-01"',
  })
  const time = asked.time!.value
  const shop = groupings[0]!.keys[0]!.value
  const snapshot = { take, time, grain: 'DAY', per: per === 'shop' ? [shop] : [] } as const
  const measures = metric.measures.map((measure): Measure => {
    return isBalance && measure.name === 'stock' ? { ...measure, snapshot } : measure
  })
  const question = { ...asked, metric: { ...metric, measures }, grouping: groupings[0]! }
  // A sum grows with its window, which it is warned of.
  const { executed: _, warning: __, ...answer } = await findCauses(source, question)
  return answer
}

describe('causes of a balance', () => {
  const formulas = fc.constantFrom(
    '[stock]',
    '[stock] / [flow]',
    '[flow] / [stock]',
    '[stock] - 2 * [flow]',
    '[stock] / [lots] * [flow]',
    'Sqrt([stock]) + [flow] / [lots]',
    '[stock] / [flow] + [top]',
  )

  test('are the causes of the sum over the days at which the balance is taken', async () => {
    await fc.assert(
      fc.asyncProperty(formulas, made, async (formula, one) => {
        const source = tableOf(one)
        const balance = await causesOf(source, formula, { ...one, isBalance: true })
        const sum = await causesOf(source, formula, { ...one, isBalance: false })
        expect(balance).toEqual(sum)
        // The first month begins before the data does.
        expect(balance.considered.history).toBe(MONTHS.length - 3)
      }),
      RUNS,
    )
  })

  test('name the shop whose balances fell', async () => {
    const one: Made = { seed: 3, take: 'LAST', per: 'shop', shop: 7, times: 0.4 }
    const found = await causesOf(tableOf(one), '[stock]', { ...one, isBalance: true })
    expect(found.causes[0]).toMatchObject({
      conditions: [{ dimension: 'shop', value: 'S7' }],
      confidence: 'certain',
    })
    const parts = await causesOf(tableOf(one), '[stock] * [flow]', { ...one, isBalance: true })
    expect(parts.causes[0]).toMatchObject({
      part: '[stock]',
      conditions: [{ dimension: 'shop', value: 'S7' }],
    })
  })
  test('are searched without earlier windows where these have too many times of their own', async () => {
    const accounts = Array.from({ length: 1_900 }, (_, i) => `A${i}`)
    const rows = MONTHS.flatMap((month) =>
      accounts.map((shop, i) => {
        const amount = month === '06' && i === 5 ? 900_000 : 100 + i
        return { day: `2026-${month}-0${1 + (i % 2)}`, shop, amount }
      }),
    )
    const amounts = rows.map(({ amount }) => amount)
    const source = createColumnarSource(
      {
        day: rows.map(({ day }) => day),
        shop: rows.map(({ shop }) => shop),
        kind: rows.map(() => 'K'),
        balance: amounts,
        taken: amounts,
        flow: amounts,
      },
      { types: { day: 'DATE', shop: 'STRING', kind: 'STRING', balance: 'DOUBLE' } },
    )
    const asked = { take: 'LAST', per: 'shop', isBalance: true } as const
    const { considered, causes } = await causesOf(source, '[stock]', asked)
    expect(considered.history).toBe(0)
    expect(causes[0]?.conditions).toEqual([{ dimension: 'shop', value: 'A5' }])
  })
})
