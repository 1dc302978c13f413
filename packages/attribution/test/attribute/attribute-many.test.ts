import type { TypedExpr, TypedReference } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import {
  attributeMany,
  type ManyRequest,
  type MetricAnswer,
} from '../../src/attribute/attribute-many.ts'
import { rankMetrics } from '../../src/attribute/rank-metrics.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import type { ResolvedMetric } from '../../src/request/request.ts'
import type {
  AggregateRequest,
  AggregateSource,
  Measure,
  NumberColumn,
} from '../../src/request/source.ts'
import { toWireTable } from '../../src/tables/answer.ts'

const sales = createColumnarSource(
  {
    w: [0, 0, 0, 1, 1, 1, 2, 2, 3, 3],
    shop: ['a', 'b', 'b', 'a', 'a', 'c', 'a', 'b', 'a', 'b'],
    amount: [10, 20, 5, 40, 1, 2, 11, 19, 10, 22],
    cost: [4, 9, 2, 30, 1, 1, 4, 8, 4, 9],
  },
  { name: 'sales' },
)

const column = (name: string, table: string | null = 'sales'): TypedReference => ({
  kind: 'reference',
  type: name === 'shop' ? 'STRING' : 'INT',
  table,
  name,
})
const week = (value: bigint): TypedExpr => ({
  kind: 'comparison',
  type: 'BOOLEAN',
  op: '=',
  left: column('w'),
  right: { kind: 'constant', type: 'INT', constant: { type: 'INT', value } },
})
const sum = (name: string, of: string): Measure => ({
  name,
  aggregate: 'SUM',
  argument: column(of),
  filter: null,
})
const minus = (name: string): ResolvedMetric => ({
  name,
  measures: [sum(`${name}.x`, 'amount'), sum(`${name}.y`, 'cost')],
  formula: {
    kind: 'arithmetic',
    type: 'INT',
    op: '-',
    left: column(`${name}.x`, null),
    right: column(`${name}.y`, null),
  },
})
const plain = (name: string, of: string): ResolvedMetric => ({
  name,
  measures: [sum('only', of)],
  formula: column('only', null),
})

const metrics = [plain('amount', 'amount'), minus('margin'), plain('cost', 'cost')]
const request: ManyRequest = {
  metrics,
  rows: { base: { table: ['sales'], alias: 'sales' }, lookups: [] },
  groupings: [{ name: 'shop', keys: [{ name: 'shop', value: column('shop') }] }],
  windows: { current: week(1n), compare: week(0n) },
  drillDown: null,
  calculation: 'ALL',
  time: null,
}

/** Keeps what the source was asked. */
function watched(asked: AggregateRequest[]): AggregateSource {
  return {
    aggregate: (one, options) => {
      asked.push(one)
      return sales.aggregate(one, options)
    },
  }
}

async function collect(answers: AsyncIterable<MetricAnswer>): Promise<readonly MetricAnswer[]> {
  const collected: MetricAnswer[] = []
  for await (const answer of answers) collected.push(answer)
  return collected
}

const wire = ({ answer }: MetricAnswer) => answer.tables.map(({ table }) => toWireTable(table))

describe('attributeMany', () => {
  test.each([
    ['whole', null],
    ['drilled into', { ...week(1n), op: '!=' } as TypedExpr],
  ])('answers as each metric alone is answered, %s', async (_, drillDown) => {
    const answers = await collect(attributeMany(sales, { ...request, drillDown }))
    expect(answers.map(({ metric }) => metric.name)).toEqual(['amount', 'margin', 'cost'])
    for (const one of answers) {
      const { metrics: __, ...rest } = { ...request, drillDown }
      const answer = await attribute(sales, { ...rest, metric: one.metric })
      expect(wire(one)).toEqual(wire({ metric: one.metric, answer }))
    }
  })

  test('asks the source once for each distinct measure, when the first answer is wanted', async () => {
    const asked: AggregateRequest[] = []
    const answers = attributeMany(watched(asked), request)
    expect(asked).toEqual([])
    await collect(answers)
    expect(asked).toHaveLength(1)
    const summed = asked[0]!.measures.flatMap(({ argument }) => argument ?? [])
    expect(summed).toEqual([column('amount'), column('cost')])
  })

  describe('of many metrics', () => {
    const above = (limit: number): TypedExpr => ({
      kind: 'comparison',
      type: 'BOOLEAN',
      op: '>',
      left: column('amount'),
      right: { kind: 'constant', type: 'INT', constant: { type: 'INT', value: BigInt(limit) } },
    })
    // Each metric shares a measure with the next one, and all of them one with the first.
    const many = Array.from({ length: 40 }, (_, index): ResolvedMetric => {
      const one = { ...minus(`m${index}`), name: `m${index}` }
      const [x, y] = one.measures as [Measure, Measure]
      const last = index % 5 === 0 ? { ...y, filter: above(0) } : { ...y, filter: above(index + 1) }
      return { ...one, measures: [{ ...x, filter: above(index) }, last] }
    })

    test('aggregates each distinct measure once, a few before the first answer, then more', async () => {
      const asked: AggregateRequest[] = []
      const answers = attributeMany(watched(asked), { ...request, metrics: many })
      await answers.next()
      expect(asked.map(({ measures }) => measures.length)).toEqual([8])
      for await (const _ of answers);
      const sizes = asked.map(({ measures }) => measures.length)
      expect(sizes.slice(0, 3)).toEqual([8, 20, 20])
      const keys = asked.flatMap(({ measures }) =>
        measures.map(({ name: _, ...measure }) =>
          JSON.stringify(measure, (__, one) => (typeof one === 'bigint' ? `${one}` : one)),
        ),
      )
      expect(new Set(keys).size).toBe(keys.length)
    })

    test.each([null, { ...week(1n), op: '!=' } as TypedExpr])(
      'answers as each metric alone is answered (%#)',
      async (drillDown) => {
        const answers = await collect(
          attributeMany(sales, { ...request, drillDown, metrics: many }),
        )
        expect(answers.map(({ metric }) => metric.name)).toEqual(many.map(({ name }) => name))
        const { metrics: _, ...rest } = { ...request, drillDown }
        for (const one of answers) {
          const answer = await attribute(sales, { ...rest, metric: one.metric })
          expect(wire(one)).toEqual(wire({ metric: one.metric, answer }))
        }
      },
    )
  })

  test.each([
    ['tells', 30, [8, 30]],
    ['does not tell', undefined, [8, 20]],
  ])('asks for as many measures at once as a source wants that %s it', async (_, atOnce, sizes) => {
    const metricsOfOneMeasure = Array.from({ length: 100 }, (__, index): ResolvedMetric => {
      const other = { ...week(BigInt(index)), op: '!=' } as TypedExpr
      return {
        ...plain(`m${index}`, 'cost'),
        measures: [{ ...sum('only', 'cost'), filter: other }],
      }
    })
    const asked: AggregateRequest[] = []
    const source = { ...watched(asked), ...(atOnce !== undefined && { measuresAtOnce: atOnce }) }
    await collect(attributeMany(source, { ...request, metrics: metricsOfOneMeasure }))
    expect(asked.slice(0, 2).map(({ measures }) => measures.length)).toEqual(sizes)
  })

  test('makes the table of a grouping once, when one of its parts is read', async () => {
    let reads = 0
    const source: AggregateSource = {
      async aggregate(one, options) {
        const answer = await sales.aggregate(one, options)
        const [overall, ...frames] = answer.frames
        const counted = frames.map((frame) => ({
          ...frame,
          get present() {
            reads++
            return frame.present
          },
          measures: frame.measures.map((measure) => ({
            ...measure,
            current: countedColumn(measure.current),
          })),
        }))
        return { ...answer, frames: [overall!, ...counted] }
      },
    }
    const countedColumn = (column: NumberColumn): NumberColumn =>
      new Proxy(column, {
        get(values, name, receiver) {
          if (name === 'values' || name === 'units') reads++
          return Reflect.get(values, name, receiver) as unknown
        },
      })
    const [first, second] = await collect(attributeMany(source, request))
    reads = 0
    const [overall, shops] = first!.answer.tables
    expect(toWireTable(overall!.table)['@growth']).toEqual(['8'])
    expect(shops).toMatchObject({ dimension: 'shop', keyTypes: { shop: 'STRING' } })
    expect(reads).toBe(0)
    const alone = await attribute(sales, { ...request, metric: first!.metric })
    expect({ ...shops, table: toWireTable(shops!.table) }).toEqual({
      ...alone.tables[1],
      table: toWireTable(alone.tables[1]!.table),
    })
    const readsOfOne = reads
    expect(readsOfOne).toBeGreaterThan(0)
    expect(first!.answer.explanation).toEqual(alone.explanation)
    expect(reads).toBe(readsOfOne)
    expect(second!.answer.explanation.residuals).toEqual([{ dimension: 'shop', residual: 0 }])
    expect(reads).toBeGreaterThan(readsOfOne)
  })

  test('computes an answer when it is asked for', async () => {
    const answers = attributeMany(sales, request)
    const first = await answers.next()
    expect(first.value).toMatchObject({ metric: { name: 'amount' } })
    await answers.return(undefined)
    expect(await answers.next()).toEqual({ done: true, value: undefined })
  })

  test('stops between metrics when aborted', async () => {
    const controller = new AbortController()
    const answers = attributeMany(sales, request, { signal: controller.signal })
    await answers.next()
    controller.abort(new Error('enough'))
    await expect(answers.next()).rejects.toThrow('enough')
  })

  test('asks again after the source has failed', async () => {
    let failures = 1
    const source: AggregateSource = {
      aggregate: (one, options) =>
        failures-- > 0 ? Promise.reject(new Error('down')) : sales.aggregate(one, options),
    }
    await expect(collect(attributeMany(source, request))).rejects.toThrow('down')
    expect(await collect(attributeMany(source, request))).toHaveLength(3)
  })
})

describe('rankMetrics', () => {
  test('puts the metric first that moved most for its size', async () => {
    const ranked = await rankMetrics(sales, request)
    expect(ranked.map(({ metric, change }) => [metric.name, change])).toEqual([
      ['cost', 17],
      ['margin', -9],
      ['amount', 8],
    ])
    expect(ranked[0]!.score).toBeCloseTo((2 * 17) / (32 + 15))
  })

  test('compares a change with how much the metric usually changes', async () => {
    const history = [
      { current: week(2n), compare: week(3n) },
      { current: week(3n), compare: week(2n) },
    ]
    const ranked = await rankMetrics(sales, { ...request, history })
    expect(ranked.map(({ metric, usual }) => [metric.name, usual])).toEqual([
      ['cost', 1],
      ['margin', 1],
      ['amount', 2],
    ])
    for (const [rank, score] of [34 / 18, 18 / 10, 16 / 10].entries()) {
      expect(ranked[rank]!.score).toBeCloseTo(score, 12)
    }
  })
})
