import {
  type AggregateSource,
  type AttributionAnswer,
  type AttributionErrorCode,
  type AttributionRequest,
  attribute,
  attributeMany,
  attributeTable,
  type ColumnarSource,
  createColumnarSource,
  loadColumns,
  type MetricAnswer,
  type MetricQuestion,
  openSnapshot,
  questionRequest,
  rankMetrics,
  type TableQuestion,
  toWireTable,
} from '@tributary/attribution'
import { table } from 'arquero'
import { describe, expectTypeOf, test } from 'vitest'

declare const source: ColumnarSource
declare const request: AttributionRequest
const question: TableQuestion = {
  metric: { sum: '[amount]' },
  dimensions: ['shop'],
  current: '[month] = 6',
  compare: '[month] = 5',
}

describe('a table question', () => {
  test('takes one aggregate, or a formula over named measures', () => {
    expectTypeOf<{ sum: string; where: string }>().toExtend<MetricQuestion>()
    expectTypeOf<{
      measures: { paid: { sum: string }; all: { countRows: true } }
      formula: string
    }>().toExtend<MetricQuestion>()
    expectTypeOf<{ median: string }>().not.toExtend<MetricQuestion>()
    // @ts-expect-error rows are counted by `countRows: true`
    attributeTable(source, { ...question, metric: { countRows: false } })
    // @ts-expect-error measures need a formula
    attributeTable(source, { ...question, metric: { measures: { a: { sum: '[a]' } } } })
  })

  test('takes columns, named expressions and combinations of both as dimensions', () => {
    const late = { name: 'late', expr: '[delay] > 15' }
    expectTypeOf(['shop', late, ['shop', late]]).toExtend<TableQuestion['dimensions']>()
    // @ts-expect-error an expression needs a name
    attributeTable(source, { ...question, dimensions: [{ expr: '[delay] > 15' }] })
  })

  test('needs both windows and knows two calculations', () => {
    const { compare: _, ...half } = question
    // @ts-expect-error the compare window is missing
    attributeTable(source, half)
    // @ts-expect-error a calculation is ALL or AVG
    attributeTable(source, { ...question, calculation: 'MEAN' })
    expectTypeOf<TableQuestion['calculation']>().toEqualTypeOf<'ALL' | 'AVG' | undefined>()
  })
})

describe('attributeTable', () => {
  test('takes a source, an arquero table, columns, rows or Arrow bytes', () => {
    attributeTable(source, question)
    attributeTable(table({ a: [1] }), question)
    attributeTable({ a: [1, null], b: ['x', 'y'], c: new Float64Array(2) }, question)
    attributeTable([{ a: 1, b: 'x' }], question)
    attributeTable(new Uint8Array(), question)
    // @ts-expect-error text is no table
    attributeTable('a,b', question)
  })

  test('gives an answer of arquero tables', () => {
    expectTypeOf(attributeTable(source, question)).resolves.toEqualTypeOf<AttributionAnswer>()
    expectTypeOf<AttributionAnswer['tables'][number]['dimension']>().toEqualTypeOf<string | null>()
    expectTypeOf(toWireTable).returns.toEqualTypeOf<Record<string, (string | number | null)[]>>()
  })
})

describe('a resolved request', () => {
  test('is made from a question, and asked of any source', () => {
    expectTypeOf(questionRequest).returns.toEqualTypeOf<AttributionRequest>()
    expectTypeOf<ColumnarSource>().toExtend<AggregateSource>()
    expectTypeOf(attribute(source, request)).resolves.toEqualTypeOf<AttributionAnswer>()
    // @ts-expect-error a question in texts has to be resolved first
    attribute(source, question)
  })

  test('says with null that it does not drill down', () => {
    expectTypeOf<AttributionRequest['drillDown']>().extract<undefined>().toBeNever()
    expectTypeOf<AttributionRequest['drillDown']>().extract<null>().toEqualTypeOf<null>()
  })
})

describe('many metrics', () => {
  test('are answered one by one', () => {
    const { metric, ...comparison } = request
    const many = { ...comparison, metrics: [metric] }
    expectTypeOf(attributeMany(source, many)).toEqualTypeOf<AsyncGenerator<MetricAnswer>>()
    const { groupings: _, ...ranked } = many
    expectTypeOf(rankMetrics(source, ranked)).resolves.items.toHaveProperty('score')
    // @ts-expect-error one metric is not many
    attributeMany(source, request)
  })
})

describe('sources in memory', () => {
  test('take plain data and loaded tables, with types by column', () => {
    const shops = loadColumns({ id: ['A'] }, { name: 'shops' })
    expectTypeOf(createColumnarSource(shops)).toEqualTypeOf<ColumnarSource>()
    createColumnarSource({ at: ['2026-01-01'] }, { time: 'at', types: { at: 'DATE' } })
    // @ts-expect-error a column has a type of the language
    createColumnarSource({ at: ['2026-01-01'] }, { types: { at: 'DATETIME' } })
    // @ts-expect-error messages need the name of the table
    loadColumns({ id: ['A'] }, {})
  })

  test('open snapshots with the options that loading is not needed for', () => {
    expectTypeOf(openSnapshot('sales.arrow')).resolves.toEqualTypeOf<ColumnarSource>()
    // @ts-expect-error the snapshot knows its columns
    openSnapshot('sales.arrow', { types: {} })
  })
})

test('errors have a closed list of codes', () => {
  expectTypeOf<'ATTRIBUTION_UNKNOWN_COLUMN'>().toExtend<AttributionErrorCode>()
  expectTypeOf<'ATTRIBUTION_OTHER'>().not.toExtend<AttributionErrorCode>()
})
