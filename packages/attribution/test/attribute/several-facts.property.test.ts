import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import { attributeMany } from '../../src/attribute/attribute-many.ts'
import { findCauses } from '../../src/attribute/find-causes.ts'
import { rankMetrics } from '../../src/attribute/rank-metrics.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import { questionRequest } from '../../src/index.ts'
import type { AttributionRequest } from '../../src/request/request.ts'
import type { AggregateSource } from '../../src/request/source.ts'
import { toWireTable } from '../../src/tables/answer.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 60 : 5_000

interface Row {
  readonly w: number
  readonly shop: string | null
  readonly kind: string
  readonly value: number
}

const rows = fc.array(
  fc.record<Row>({
    w: fc.integer({ min: 0, max: 2 }),
    shop: fc.constantFrom('A', 'B', 'C', null),
    kind: fc.constantFrom('x', 'y'),
    value: fc.integer({ min: -20, max: 40 }),
  }),
  { maxLength: 25 },
)

const FORMULAS = [
  '[paid] / [seen]',
  '[paid] - 2 * [seen]',
  '[paid] * [seen]',
  '[seen] / ([orders] + 1)',
  '[paid] / [orders] * [seen]',
  '[paid] / [shops]',
  'Round([paid] / [seen], 1)',
]

const column = (some: readonly Row[], of: (row: Row) => unknown) => some.map(of)

/** Both facts in one table: a row of one fact has no value of the other. */
function together(orders: readonly Row[], views: readonly Row[]) {
  const all = [...orders, ...views]
  const isOrder = (_: Row, at: number) => at < orders.length
  return createColumnarSource(
    {
      w: column(all, ({ w }) => w),
      shop: column(all, ({ shop }) => shop),
      kind: column(all, ({ kind }) => kind),
      amount: all.map((row, at) => (isOrder(row, at) ? row.value : null)),
      view: all.map((row, at) => (isOrder(row, at) ? null : row.value)),
    },
    { types: { w: 'INT', shop: 'STRING', kind: 'STRING', amount: 'INT', view: 'INT' } },
  )
}

const PAID = { paid: { sum: '[amount]' }, orders: { count: '[amount]' } } as const
const SEEN = { seen: { count: '[view]' }, shops: { countDistinct: '[view]' } } as const

/** Each fact in a table of its own. */
function apart(
  orders: readonly Row[],
  views: readonly Row[],
): readonly [
  AggregateSource,
  ReturnType<typeof createColumnarSource>,
  ReturnType<typeof createColumnarSource>,
] {
  const source = (name: string, some: readonly Row[], value: string) =>
    createColumnarSource(
      {
        w: column(some, ({ w }) => w),
        shop: column(some, ({ shop }) => shop),
        kind: column(some, ({ kind }) => kind),
        [value]: column(some, (row) => row.value),
      },
      { name, types: { w: 'INT', shop: 'STRING', kind: 'STRING', [value]: 'INT' } },
    )
  const [first, second] = [source('orders', orders, 'amount'), source('views', views, 'view')]
  const both: AggregateSource = {
    aggregate: (request, options) =>
      (request.rows.base.table[0] === 'orders' ? first : second).aggregate(request, options),
  }
  return [both, first, second]
}

const QUESTION = {
  dimensions: ['shop', 'kind', ['shop', 'kind']],
  current: '[w] = 1',
  compare: '[w] <> 1',
}

function requests(orders: readonly Row[], views: readonly Row[], formula: string, filter?: string) {
  const asked = { ...QUESTION, ...(filter !== undefined && { drillDown: filter }) }
  const whole = together(orders, views)
  const oracle = questionRequest(whole, {
    ...asked,
    metric: { measures: { ...PAID, ...SEEN }, formula },
  })
  const [both, first, second] = apart(orders, views)
  const own = questionRequest(first, {
    ...asked,
    metric: { measures: PAID, formula: '[paid] + [orders]' },
  })
  const other = questionRequest(second, {
    ...asked,
    metric: { measures: SEEN, formula: '[seen] + [shops]' },
  })
  const request: AttributionRequest = {
    ...own,
    metric: {
      ...oracle.metric,
      measures: [
        ...own.metric.measures,
        ...other.metric.measures.map((measure) => ({ ...measure, otherFact: 0 })),
      ],
    },
    otherFacts: [other],
  }
  return { whole, oracle, both, request }
}

const NO_DATA = /NO_DATA_[A-Z]+( [a-z]+=\S+)*(; )?/g

async function tablesOf(source: AggregateSource, request: AttributionRequest) {
  const { tables } = await attribute(source, { ...request, contributions: true })
  return tables.map(({ table, warning, empty }) => ({
    ...toWireTable(table),
    // A fact without rows is told apart only where it is a table of its own.
    warning: warning?.replaceAll(NO_DATA, '').replace(/; $/, '') || null,
    empty,
  }))
}

test('two fact tables give the same attribution as a single joined table', async () => {
  const drillDown = fc.constantFrom(undefined, '[kind] = "x"')
  const formula = fc.constantFrom(...FORMULAS)
  await fc.assert(
    fc.asyncProperty(rows, rows, formula, drillDown, async (orders, views, text, filter) => {
      const { whole, oracle, both, request } = requests(orders, views, text, filter)
      expect(await tablesOf(both, request)).toEqual(await tablesOf(whole, oracle))
    }),
    { numRuns: RUNS },
  )
})

test('many metrics over several facts have the answers of each', async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, async (orders, views) => {
      const asked = FORMULAS.map((formula) => requests(orders, views, formula))
      const { both, request } = asked[0]!
      const metrics = asked.map((one) => one.request.metric)
      let next = 0
      for await (const { answer } of attributeMany(both, { ...request, metrics })) {
        const alone = await attribute(both, asked[next++]!.request)
        expect(answer.tables.map(({ table }) => toWireTable(table))).toEqual(
          alone.tables.map(({ table }) => toWireTable(table)),
        )
        expect(answer.warning).toBe(alone.warning)
      }
      expect(next).toBe(metrics.length)
    }),
    { numRuns: RUNS / 6 },
  )
})

test('metrics over two fact tables have the movements of a single joined table', async () => {
  const formula = fc.constantFrom(...FORMULAS)
  await fc.assert(
    fc.asyncProperty(rows, rows, formula, async (orders, views, text) => {
      const { whole, oracle, both, request } = requests(orders, views, text)
      const before = (one: AttributionRequest['windows']) => ({
        current: one.compare,
        compare: one.current,
      })
      const own = { ...oracle, metrics: [oracle.metric], history: [before(oracle.windows)] }
      const otherFacts = request.otherFacts!.map(({ windows }) => before(windows))
      const history = [{ ...before(request.windows), otherFacts }]
      const [apartOnes] = await rankMetrics(both, {
        ...request,
        metrics: [request.metric],
        history,
      })
      const [inOne] = await rankMetrics(whole, own)
      const valuesOf = (one: typeof inOne) => [one!.current, one!.compare, one!.usual]
      expect(valuesOf(apartOnes)).toEqual(valuesOf(inOne))
    }),
    { numRuns: RUNS / 3 },
  )
})

test('two fact tables give the same causes as a single joined table', async () => {
  const shops = Array.from({ length: 30 }, (_, i) => `S${i}`)
  const row = (w: number, shop: string, value: number): Row => ({ w, shop, kind: 'x', value })
  const orders = shops.flatMap((shop, i) => [
    row(0, shop, 100 + i),
    row(1, shop, i === 7 ? 10 : 101 + i),
  ])
  const views = shops.flatMap((shop, i) =>
    Array.from({ length: 10 + i }, () => [row(0, shop, 1), row(1, shop, 1)]).flat(),
  )
  const { whole, oracle, both, request } = requests(orders, views, '[paid] / [seen]')
  const causes = async (
    source: AggregateSource,
    { groupings, otherFacts, ...asked }: AttributionRequest,
  ) => {
    const others = otherFacts?.map((fact) => ({ ...fact, groupings: fact.groupings.slice(0, 1) }))
    const found = await findCauses(source, {
      ...asked,
      grouping: groupings[0]!,
      ...(others && { otherFacts: others }),
    })
    return { ...found, executed: null }
  }
  const found = await causes(both, request)
  expect(found.causes[0]?.conditions).toEqual([{ dimension: 'shop', value: 'S7' }])
  expect(found).toEqual(await causes(whole, oracle))
})

test('the warning about a fact table without rows in a window says how far its data reaches', async () => {
  const day = (name: string, days: readonly string[]) =>
    createColumnarSource(
      { at: days, n: days.map(() => 1) },
      { name, time: 'at', types: { at: 'DATE', n: 'INT' } },
    )
  const orders = day('orders', ['2026-01-05', '2026-02-05'])
  const views = day('views', ['2026-01-04', '2026-01-20'])
  const windows = {
    dimensions: ['n'],
    time: { column: 'at', grain: 'DAY' as const },
    current: '[at] >= "2026-02-01" AND [at] < "2026-03-01"',
    compare: '[at] >= "2026-01-01" AND [at] < "2026-02-01"',
  }
  const own = questionRequest(orders, {
    ...windows,
    metric: { measures: { a: { sum: '[n]' } }, formula: '[a]' },
  })
  const other = questionRequest(views, {
    ...windows,
    metric: { measures: { b: { sum: '[n]' } }, formula: '[b]' },
  })
  const both: AggregateSource = {
    aggregate: (request) =>
      (request.rows.base.table[0] === 'orders' ? orders : views).aggregate(request),
  }
  const { warnings } = await attribute(both, {
    ...own,
    metric: {
      name: 'ratio',
      measures: [
        ...own.metric.measures,
        ...other.metric.measures.map((measure) => ({ ...measure, otherFact: 0 })),
      ],
      formula: {
        kind: 'arithmetic',
        type: 'DOUBLE',
        op: '/',
        left: own.metric.formula,
        right: other.metric.formula,
      },
    },
    otherFacts: [other],
  })
  expect(warnings).toContainEqual({
    code: 'NO_DATA_CURRENT',
    details: { first: '2026-01-04', last: '2026-01-20' },
  })
})
