import {
  attribute,
  attributeMany,
  createColumnarSource,
  questionRequest,
  type TableQuestion,
} from '@tributary/attribution'
import { parse } from '@tributary/expression'
import { createLineageGraph, neighbourhood, type VertexRef } from '@tributary/lineage'
import type { Case } from '../measure/interleave.ts'

/** How much data the cases have. */
export interface CaseSizes {
  readonly rows: number
  readonly vertices: number
}

/** What two commits are compared by: work of some milliseconds each, through public functions that both have. */
export function compareCases({ rows, vertices }: CaseSizes): readonly Case[] {
  return [parsing(), ...attributions(rows), walking(vertices)]
}

const PREDICATE =
  'IN([region], "a", "b", "c") AND [amount] > 100.5 AND ([name] = "x" OR [year] >= 2024)'

function parsing(): Case {
  return {
    name: 'parse a predicate a thousand times',
    run: () => {
      for (let time = 0; time < 1000; time++) parse(PREDICATE)
    },
  }
}

const WINDOWS = {
  current: '[day] >= "2024-06-01"',
  compare: '[day] < "2024-06-01"',
  time: { column: 'day', grain: 'DAY' },
} as const

function attributions(rows: number): readonly Case[] {
  const source = salesOf(rows)
  const requestOf = (question: Pick<TableQuestion, 'metric' | 'dimensions'>) =>
    questionRequest(source, { ...WINDOWS, ...question, maxRows: rows })
  const small = { dimensions: ['region', 'product'] }
  const parts = Array.from({ length: 20 }, (_, part) => `[product] = "product ${part}"`)
  const filtered = parts.map((where) => requestOf({ metric: { sum: '[amount]', where }, ...small }))
  const many = { ...filtered[0]!, metrics: filtered.map(({ metric }) => metric) }
  const sum = requestOf({ metric: { sum: '[amount]' }, ...small })
  const distinct = requestOf({ metric: { countDistinct: '[shop]' }, ...small })
  const rate = {
    measures: { amount: { sum: '[amount]' }, cost: { sum: '[cost]' } },
    formula: '[cost] / [amount]',
  }
  const shops = requestOf({ metric: rate, dimensions: ['shop'] })
  return [
    { name: 'a sum by two dimensions', run: () => attribute(source, sum) },
    { name: 'a distinct count by two dimensions', run: () => attribute(source, distinct) },
    {
      name: 'twenty filtered sums',
      run: async () => {
        let tables = 0
        for await (const { answer } of attributeMany(source, many)) {
          tables += answer.tables.map(({ table }) => table).length
        }
        return tables
      },
    },
    {
      name: 'a ratio by 20,000 groups, all read',
      run: async () => {
        const { tables } = await attribute(source, shops)
        return tables.map(({ table }) => table.objects())
      },
    },
  ]
}

function salesOf(rows: number) {
  const random = numbers(7)
  const each = <T>(value: (row: number) => T): readonly T[] =>
    Array.from({ length: rows }, (_, row) => value(row))
  return createColumnarSource(
    {
      day: each((row) => (row < rows / 2 ? '2024-05-15' : '2024-06-15')),
      region: each((row) => `region ${row % 7}`),
      product: each(() => `product ${Math.floor(random() * 500)}`),
      shop: each(() => `shop ${Math.floor(random() * 20_000)}`),
      amount: each(() => (Math.round(random() * 1e5) + 1) / 100),
      cost: each(() => Math.round(random() * 7e4) / 100),
    },
    { time: 'day', types: { day: 'DATE', amount: 'DECIMAL', cost: 'DECIMAL' } },
  )
}

function walking(vertices: number): Case {
  const random = numbers(11)
  const graph = createLineageGraph()
  const text = { displayName: null, description: null, custom: null }
  const at = (index: number): VertexRef => ({ vertexType: 'METRIC', vertexId: `m${index}` })
  for (let index = 0; index < vertices; index++) graph.setVertex({ ...at(index), ...text })
  for (let index = 1; index < vertices; index++) {
    for (let edge = 0; edge < 2; edge++) {
      const dst = at(Math.floor(random() * index))
      graph.addEdge({ src: at(index), dst, edgeType: 'TABLE_IMPACT' })
    }
  }
  return {
    name: 'three steps of lineage around a hundred vertices',
    run: () => {
      for (let index = 0; index < 100; index++) {
        neighbourhood(graph, { root: at((index * 199) % vertices), upstream: 3, downstream: 3 })
      }
    },
  }
}

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
