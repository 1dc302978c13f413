import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import { findCauses } from '../../src/attribute/find-causes.ts'
import { rankMetrics } from '../../src/attribute/rank-metrics.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import { questionRequest } from '../../src/index.ts'
import { queryMetrics } from '../../src/query/query-metrics.ts'
import type { AttributionRequest } from '../../src/request/request.ts'
import type { AggregateSource } from '../../src/request/source.ts'
import type { Warning } from '../../src/request/warnings.ts'

interface Row {
  readonly day: number
  readonly shop: string
  readonly value: number
}

/** Rows of some days from January to March 2026, as numbers from January 1. */
const rows = fc.array(
  fc.record<Row>({
    day: fc.integer({ min: 0, max: 89 }),
    shop: fc.constantFrom('A', 'B'),
    value: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 20 },
)

const WINDOWS = {
  compare: { from: 0, to: 31 },
  current: { from: 31, to: 59 },
} as const

const FORMULAS = {
  '[a] / [b]': (a: number, b: number) => a / b,
  '[a] - 2 * [b]': (a: number, b: number) => a - 2 * b,
  '[a] * [b]': (a: number, b: number) => a * b,
} as const

const dateText = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
const between = ({ from, to }: { readonly from: number; readonly to: number }) =>
  `[day] >= "${dateText(from)}" AND [day] < "${dateText(to)}"`

/** Both facts in tables of their own, and a formula of their sums `a` and `b`. */
function ask(orders: readonly Row[], views: readonly Row[], formula: string) {
  const table = (name: string, some: readonly Row[]) =>
    createColumnarSource(
      {
        day: some.map(({ day }) => dateText(day)),
        shop: some.map(({ shop }) => shop),
        value: some.map(({ value }) => value),
      },
      { name, time: 'day', types: { day: 'DATE', shop: 'STRING', value: 'INT' } },
    )
  const [first, second] = [table('orders', orders), table('views', views)]
  const source: AggregateSource = {
    aggregate: (request, options) =>
      (request.rows.base.table[0] === 'orders' ? first : second).aggregate(request, options),
  }
  const question = {
    dimensions: ['shop'],
    time: { column: 'day', grain: 'DAY' as const },
    current: between(WINDOWS.current),
    compare: between(WINDOWS.compare),
  }
  const sum = (name: string) => ({ measures: { [name]: { sum: '[value]' } }, formula: `[${name}]` })
  const both = { measures: { ...sum('a').measures, ...sum('b').measures }, formula }
  const request: AttributionRequest = {
    ...questionRequest(first, { ...question, metric: sum('a') }),
    dataset: 'orders',
    otherFacts: [
      { ...questionRequest(second, { ...question, metric: sum('b') }), dataset: 'views' },
    ],
    metric: questionRequest(first, { ...question, metric: both }).metric,
  }
  const measures = request.metric.measures.map((measure) =>
    measure.name === 'b' ? { ...measure, otherFact: 0 } : measure,
  )
  return { source, request: { ...request, metric: { ...request.metric, measures } } }
}

/** The days of a window, and those of them between the first and the last day of some rows. */
function countDays(
  some: readonly Row[],
  { from, to }: { readonly from: number; readonly to: number },
) {
  const days = some.map(({ day }) => day)
  const begin = Math.max(from, Math.min(...days))
  const end = Math.min(to, Math.max(...days) + 1)
  return { count: Math.max(0, end - begin), of: to - from }
}

function sumIn(some: readonly Row[], { from, to }: { readonly from: number; readonly to: number }) {
  return some.reduce((sum, { day, value }) => (day >= from && day < to ? sum + value : sum), 0)
}

/** The windows that the days of a dataset cover in part, as details of warnings. */
function partialRanges(dataset: string, some: readonly Row[], window: 'current' | 'compare') {
  const { count, of } = countDays(some, WINDOWS[window])
  return count === of ? [] : [{ [window]: count, of, dataset }]
}

const detailsOf = (warnings: readonly Warning[]) =>
  warnings
    .filter(({ code }) => code === 'PARTIAL_RANGE')
    .map(({ details: { average: _, ...details } }) => details)

const textsOf = (details: readonly object[]) =>
  details.map((detail) =>
    Object.entries(detail)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  )

test('each dataset has its own base periods: means divide by them, and every answer names what it lacks', async () => {
  const formulas = fc.constantFrom(...(Object.keys(FORMULAS) as (keyof typeof FORMULAS)[]))
  await fc.assert(
    fc.asyncProperty(rows, rows, formulas, async (orders, views, formula) => {
      const { source, request } = ask(orders, views, formula)
      const expected = (['current', 'compare'] as const).flatMap((window) => [
        ...partialRanges('orders', orders, window),
        ...partialRanges('views', views, window),
      ])
      const { tables, warnings } = await attribute(source, {
        ...request,
        calculation: 'AVG',
        contributions: true,
      })
      expect(detailsOf(warnings)).toEqual(expected)
      const [total] = tables[0]!.table.objects() as Record<string, number | null>[]
      const meanIn = (window: 'current' | 'compare') => {
        const [a, b] = [orders, views].map(
          (some) => sumIn(some, WINDOWS[window]) / countDays(some, WINDOWS[window]).count,
        )
        const value = FORMULAS[formula](a!, b!)
        return Number.isFinite(value) ? value : null
      }
      for (const window of ['current', 'compare'] as const) {
        const value = total?.[`@${window}Value`] ?? null
        const mean = total === undefined ? null : meanIn(window)
        if (mean === null) expect(value).toBeNull()
        else expect(value).toBeCloseTo(mean, 9)
      }
      const parts = tables[1]!.table.array('@contribution') as (string | null)[]
      const [current, compare] = [total?.['@currentValue'], total?.['@compareValue']]
      if (current != null && compare != null && !parts.includes(null)) {
        expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBeCloseTo(
          current - compare,
          8,
        )
      }

      const { groupings, otherFacts, ...comparison } = request
      const [movement] = await rankMetrics(source, {
        ...{ ...comparison, otherFacts: otherFacts! },
        metrics: [request.metric],
      })
      const causes = await findCauses(source, {
        ...{ ...comparison, otherFacts: otherFacts! },
        grouping: groupings[0]!,
      })
      for (const { warning } of [movement!, causes]) {
        const found = (warning ?? '').match(/(?<=PARTIAL_RANGE )[^;]*/g) ?? []
        expect(found.map((text) => text.replace(' average=no', ''))).toEqual(textsOf(expected))
      }

      const toQueryFact = (fact: Pick<AttributionRequest, 'rows' | 'windows' | 'time'>) => ({
        ...{ rows: fact.rows, keys: [], window: fact.windows.current, otherWindows: [] },
        ...{ filter: null, time: fact.time },
      })
      const answer = await queryMetrics(source, {
        ...{ keys: [], metrics: ['m'], resultFilter: null, orders: [], offset: 0, limit: 1 },
        parts: [
          {
            ...{ ...toQueryFact(request), dataset: 'orders' },
            otherFacts: [{ ...toQueryFact(otherFacts![0]!), dataset: 'views' }],
            metrics: [{ ...request.metric, name: 'm' }],
          },
        ],
      })
      const inQuery = answer.warnings.flatMap((warning) =>
        warning.code === 'PARTIAL_RANGE'
          ? [{ current: warning.periods, of: warning.of, dataset: warning.dataset }]
          : [],
      )
      // A query says of a dataset without rows in the range that it has none.
      const withRows = [orders, views].flatMap((some, index) =>
        sumIn(some, WINDOWS.current) === 0
          ? []
          : partialRanges(['orders', 'views'][index]!, some, 'current'),
      )
      expect(inQuery).toEqual(withRows)
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 60 : 5_000 },
  )
})
