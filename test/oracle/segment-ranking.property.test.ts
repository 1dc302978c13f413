import { CAUSE_CLAIMS, type RootCauseData, sayClaims } from '@tributary/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCauses } from '../../packages/platform/src/operations/attribution/find-causes.ts'
import { metricMovements } from '../../packages/platform/src/operations/query/metric-movements.ts'
import type { Session } from '../../packages/platform/src/tenant/session.ts'
import { oneDataset } from '../support/one-dataset.ts'
import {
  compareWithWeekBefore,
  createMemorySession,
  toDay,
  toRange,
} from '../support/weekly-session.ts'

// Metrics without exact shares: their values per segment, the ranking and the sentences are held against the raw rows.

interface Row {
  readonly week: number
  readonly shop: string | null
  readonly kind: string
  readonly brand: string
  readonly buyer: string
  readonly amount: number
}

const WEEKS = 5
const LAST = WEEKS - 1
const DIMENSIONS = ['shop', 'kind'] as const
const LIMIT = 4

const TEXT = oneDataset({
  tenant: 'shop',
  accounts: ['boss'],
  dataset: 'rows',
  file: 'rows.csv',
  time: 'day',
  columns: {
    day: 'DATE',
    shop: 'VARCHAR',
    kind: 'VARCHAR',
    brand: 'VARCHAR',
    buyer: 'VARCHAR',
    amount: 'DOUBLE',
  },
  dimensions: ['shop', 'kind', 'brand'],
  metrics: {
    buyers: 'COUNT_DISTINCT [buyer]',
    typical: 'MEDIAN [amount]',
    largest: 'MAX [amount]',
    sales: 'SUM [amount]',
    sales_per_buyer: { type: 'COMPOSITE', expr: '[sales] / [buyers]' },
    twice_typical: { type: 'COMPOSITE', expr: '2 * [typical] + 1' },
  },
})

type Evaluate = (rows: readonly Row[]) => number | null

/** The metrics by their definition, of some rows. */
const METRICS: Readonly<Record<string, Evaluate>> = {
  buyers: countBuyers,
  typical: computeMedian,
  largest: (rows) => (rows.length === 0 ? null : Math.max(...rows.map(({ amount }) => amount))),
  sales_per_buyer: (rows) => (rows.length === 0 ? null : sumAmounts(rows) / countBuyers(rows)),
  twice_typical: (rows) => {
    const median = computeMedian(rows)
    return median === null ? null : 2 * median + 1
  },
}

function countBuyers(rows: readonly Row[]): number {
  return new Set(rows.map(({ buyer }) => buyer)).size
}

function sumAmounts(rows: readonly Row[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

function computeMedian(rows: readonly Row[]): number | null {
  const sorted = rows.map(({ amount }) => amount).toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  if (sorted.length === 0) return null
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

function createSession(rows: readonly Row[]): Session {
  return createMemorySession(
    TEXT,
    {
      day: rows.map(({ week }) => toDay(week)),
      shop: rows.map(({ shop }) => shop),
      kind: rows.map(({ kind }) => kind),
      brand: rows.map(({ brand }) => brand),
      buyer: rows.map(({ buyer }) => buyer),
      amount: rows.map(({ amount }) => amount),
    },
    { day: 'DATE', shop: 'STRING', buyer: 'STRING', amount: 'DOUBLE' },
  )
}

const WINDOWS = compareWithWeekBefore(LAST)

/** Rows of shops, some of them without one; each value of a dimension may be in one week only. All are of one brand. */
const tables: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      week: fc.nat(LAST),
      shop: fc.constantFrom('Oslo', 'Rome', 'Bern', null),
      kind: fc.constantFrom('A', 'B', 'C'),
      brand: fc.constant('own'),
      buyer: fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6'),
      amount: fc.integer({ min: -40, max: 400 }).map((quarters) => quarters / 4),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => [
    ...rows,
    // The first and the last week have rows, so that no window is beyond the data.
    ...[0, LAST].map((week) => {
      return { week, shop: 'Oslo', kind: 'A', brand: 'own', buyer: 'u1', amount: 10 }
    }),
  ])

interface NaiveSegment {
  readonly dimension: string
  readonly value: string | null
  readonly current: number | null
  readonly compare: number | null
  readonly change: number | null
}

/** The value of the metric in each value of each dimension; a count is 0 where there is nothing to count. */
function evaluateSegments(rows: readonly Row[], evaluate: Evaluate): readonly NaiveSegment[] {
  const windows = rows.filter(({ week }) => week >= LAST - 1)
  return DIMENSIONS.flatMap((dimension) => {
    const groups = Map.groupBy(windows, (row) => row[dimension])
    if (groups.size < 2) return []
    return [...groups].map(([value, group]) => {
      const current = evaluate(group.filter(({ week }) => week === LAST))
      const compare = evaluate(group.filter(({ week }) => week === LAST - 1))
      const change = current === null || compare === null ? null : current - compare
      return { dimension, value, current, compare, change }
    })
  })
}

function toKey({ dimension, value }: Pick<NaiveSegment, 'dimension' | 'value'>): string {
  return `${dimension} ${value}`
}

function checkRanking(rows: readonly Row[], metric: string, answer: RootCauseData): void {
  const expected = evaluateSegments(rows, METRICS[metric]!)
  const { segments, groups } = answer.ranking!
  expect(groups).toBe(expected.length)
  expect(segments).toHaveLength(Math.min(LIMIT, expected.length))
  const byKey = new Map(expected.map((segment) => [toKey(segment), segment]))
  for (const { conditions, where, ...values } of segments) {
    const [{ dimension, value, not }] = conditions as [(typeof conditions)[number]]
    const { current, compare, change } = byKey.get(toKey({ dimension, value }))!
    expect([not, values.current === null, values.compare === null]).toEqual([
      false,
      current === null,
      compare === null,
    ])
    expect(values.current ?? 0).toBeCloseTo(current ?? 0, 9)
    expect(values.compare ?? 0).toBeCloseTo(compare ?? 0, 9)
    expect(values.change ?? 0).toBeCloseTo(change ?? 0, 9)
    expect(where).toBe(value === null ? `IsNull([${dimension}])` : `[${dimension}] = "${value}"`)
  }
  const sizes = expected
    .map(({ change }) => (change === null ? -1 : Math.abs(change)))
    .toSorted((a, b) => b - a)
  for (const [place, { change }] of segments.entries()) {
    expect(change === null ? -1 : Math.abs(change)).toBeCloseTo(sizes[place]!, 9)
  }
}

function checkSentences(rows: readonly Row[], metric: string, answer: RootCauseData): void {
  const said = new Map(sayClaims(CAUSE_CLAIMS, answer).map(({ key, text }) => [key, text]))
  const inChinese = sayClaims(CAUSE_CLAIMS, answer, { language: 'zh' })
  expect(inChinese.map(({ key }) => key)).toEqual([...said.keys()])
  expect([...said.values()].join(' ')).toBe(answer.headline)
  const evaluate = METRICS[metric]!
  const [now, before] = [LAST, LAST - 1].map((at) =>
    evaluate(rows.filter(({ week }) => week === at)),
  )
  const hasChange = answer.change !== null && answer.change !== 0
  expect(said.has('noExactShares')).toBe(hasChange)
  expect(answer.headline).not.toContain('of the change')
  expect(answer.headline).not.toContain('NaN')
  if (metric !== 'buyers') expect(said.has('noValue')).toBe(now === null || before === null)
  const most = said.get('changedMost')
  if (most === undefined) return
  const [first] = answer.ranking!.segments
  const moves = evaluateSegments(rows, evaluate).map(({ change }) => Math.abs(change ?? 0))
  expect(Math.abs(first!.change!)).toBeCloseTo(Math.max(...moves), 9)
  const growth = /\(([-+−]?)([\d,.]+) % there\)/.exec(most)
  if (growth === null) return
  const percent = (100 * first!.change!) / Math.abs(first!.compare!)
  expect(Math.abs(Number(growth[2]!.replaceAll(',', '')) - Math.abs(percent))).toBeLessThan(0.06)
}

test('metrics without exact shares have values per segment, a ranking and true sentences', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom(...Object.keys(METRICS)), async (rows, metric) => {
      const session = createSession(rows)
      const question = { metric, attribution: WINDOWS, maxCauses: LIMIT }
      const answer = await findCauses(session, question)
      checkRanking(rows, metric, answer)
      checkSentences(rows, metric, answer)
      const { causes, change, unexplained, considered } = answer
      if (metric === 'typical' || metric === 'largest') {
        expect([causes, unexplained, considered.combinations]).toEqual([[], change ?? 0, 0])
        expect(considered.segments).toBe(answer.ranking!.groups)
        expect(considered.leftOut).toContain('brand')
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 60 : 2_000 },
  )
})

test('a sum has exact shares and no ranking', async () => {
  const rows = fc.sample(tables, { seed: 7, numRuns: 1 })[0]!
  const answer = await findCauses(createSession(rows), { metric: 'sales', attribution: WINDOWS })
  expect(answer.ranking).toBeNull()
  expect(answer.headline).not.toContain('exact shares')
})

test('movements say that a median has no exact shares', async () => {
  const rows = Array.from({ length: WEEKS }).flatMap((_, week): readonly Row[] =>
    ['Oslo', 'Rome'].map((shop) => ({
      week,
      shop,
      kind: 'A',
      brand: 'own',
      buyer: 'u1',
      amount: shop === 'Rome' && week === LAST ? 40 : 10 + (week % 2),
    })),
  )
  const { movements } = await metricMovements(createSession(rows), {
    metrics: ['typical'],
    current: toRange(LAST),
    compare: toRange(LAST - 1),
  })
  expect(movements[0]!.cause).toMatchObject({ verdict: 'unknown', where: null, confidence: null })
  expect(movements[0]!.cause!.headline).toContain(
    'typical has no exact shares, because its values in segments do not add up. The largest change is in shop = Rome (+263.6 % there).',
  )
})
