import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attribute,
  createColumnarSource,
  findCauses,
  type MetricQuestion,
  questionRequest,
  toWireTable,
} from '../../src/index.ts'
import { numbersFrom } from '../causes/made-leaves.ts'

const RUNS = { numRuns: process.env.TRIBUTARY_LONG === undefined ? 12 : 1_000 }
const [SHOPS, KINDS] = [10, 5]
const DIMENSIONS = ['shop', 'kind'] as const

const SUM: MetricQuestion = { sum: '[above]' }
const QUOTIENT: MetricQuestion = {
  measures: { above: { sum: '[above]' }, below: { sum: '[below]' } },
  formula: '[above] / [below]',
}

interface Faults {
  readonly seed: number
  readonly shop: number
  readonly kind: number
  readonly times: number
}

const faults = fc.record<Faults>({
  seed: fc.integer({ min: 1, max: 1e6 }),
  shop: fc.integer({ min: 0, max: SHOPS - 1 }),
  kind: fc.integer({ min: 0, max: KINDS - 1 }),
  times: fc.constantFrom(0, 0.3, 2.5),
})

/** Rows of a shop and, within the others, of a kind that moved by themselves, so that causes overlap. */
function question({ seed, shop, kind, times }: Faults, metric: MetricQuestion, isSwapped = false) {
  const next = numbersFrom(seed)
  const rows = { month: [], shop: [], kind: [], above: [], below: [] } as {
    month: number[]
    shop: string[]
    kind: string[]
    above: number[]
    below: number[]
  }
  for (let at = 0; at < SHOPS * KINDS; at++) {
    const [s, k] = [at % SHOPS, Math.floor(at / SHOPS)]
    const [above, below] = [100 + 400 * next(), 800 + 400 * next()]
    const moved = (s === shop ? times : 1) * (k === kind ? 1.8 : 1)
    for (const month of [5, 6]) {
      rows.month.push(month)
      rows.shop.push(`S${s}`)
      rows.kind.push(`K${k}`)
      rows.above.push(month === 5 ? above : above * moved * (1 + 0.02 * (next() - 0.5)))
      rows.below.push(month === 5 ? below : below * (1 + 0.02 * (next() - 0.5)))
    }
  }
  const source = createColumnarSource({ ...rows })
  const [current, compare] = isSwapped ? [5, 6] : [6, 5]
  const request = questionRequest(source, {
    metric,
    dimensions: [DIMENSIONS],
    current: `[month] = ${current}`,
    compare: `[month] = ${compare}`,
    contributions: true,
  })
  return { source, request }
}

async function causesOf(asked: Faults, metric: MetricQuestion, isSwapped = false) {
  const { source, request } = question(asked, metric, isSwapped)
  const { groupings, ...rest } = request
  return findCauses(source, { ...rest, grouping: groupings[0]! })
}

describe.each([
  ['a sum', SUM],
  ['a quotient', QUOTIENT],
])('the causes of %s', (_, metric) => {
  test('contribute what the rows do that no cause before them has', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(faults, async (asked) => {
        const { source, request } = question(asked, metric)
        const { tables } = await attribute(source, request)
        const table = toWireTable(tables[1]!.table) as Record<string, readonly unknown[]>
        const claimed = new Set<number>()
        const { causes, current, compare } = await causesOf(asked, metric)
        for (const { conditions, contribution } of causes) {
          let sum = 0
          for (const [row, own] of table['@contribution']!.entries()) {
            const isIn = conditions.every(({ dimension, value, not }) => {
              return (table[dimension]![row] === value) !== (not === true)
            })
            if (!isIn || claimed.has(row)) continue
            claimed.add(row)
            sum += Number(own)
          }
          const size = Math.abs(current!) + Math.abs(compare!)
          expect(Math.abs(contribution - sum)).toBeLessThanOrEqual(1e-9 * size)
          seen++
        }
      }),
      RUNS,
    )
    expect(seen).toBeGreaterThan(RUNS.numRuns)
  })
})

test('a segment that is new is gone when the windows are swapped', async () => {
  await fc.assert(
    fc.asyncProperty(faults, async (asked) => {
      const there = await causesOf({ ...asked, times: 0 }, SUM)
      const back = await causesOf({ ...asked, times: 0 }, SUM, true)
      const kindsOf = ({ causes }: typeof there) =>
        new Map(causes.map(({ conditions, kind }) => [JSON.stringify(conditions), kind]))
      const shop = JSON.stringify([{ dimension: 'shop', value: `S${asked.shop}` }])
      expect([kindsOf(there).get(shop), kindsOf(back).get(shop)]).toEqual(['gone', 'new'])
    }),
    RUNS,
  )
})
