import { expectTypeOf, test } from 'vitest'
import type {
  AnswerOf,
  AttributionData,
  OperationId,
  OperationOptions,
  Operations,
  PlanDetailData,
  RequestOf,
  TimeComparisonRequest,
  VertexLineageQuery,
} from '../src/index.ts'

test('a request has the fields of its body, its query and its headers', () => {
  expectTypeOf<RequestOf<'compareTimes'>>().toEqualTypeOf<TimeComparisonRequest>()
  expectTypeOf<RequestOf<'datasetDetail'>>().toEqualTypeOf<{ readonly name: string }>()
  expectTypeOf<RequestOf<'dimensionDetail'>>().toEqualTypeOf<
    { readonly dimName: string } & { readonly queryBy?: 'UUID' }
  >()
  expectTypeOf<RequestOf<'importLineage'>>().toHaveProperty('text').toEqualTypeOf<string>()
  expectTypeOf<RequestOf<'allLineage'>>().toEqualTypeOf<null>()
})

test('a request accepts what the schema accepts', () => {
  const attribution = {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: '[metric_time__month] = "2001-06"',
    compareTimeConstraint: '[metric_time__month] = "2001-05"',
  } as const
  const request = { metric: 'flight_count', dimensions: ['origin'], attribution }
  expectTypeOf(request).toExtend<TimeComparisonRequest>()
  expectTypeOf({ ...request, explain: null }).toExtend<TimeComparisonRequest>()
  expectTypeOf({ ...request, dimensions: 'origin' }).not.toExtend<TimeComparisonRequest>()
  expectTypeOf({ metric: 'flight_count', attribution }).not.toExtend<TimeComparisonRequest>()
  const sum = { ...attribution, attributionCalculateType: 'SUM' } as const
  expectTypeOf({ ...request, attribution: sum }).not.toExtend<TimeComparisonRequest>()
})

test('an optional field of a request is absent, not undefined', () => {
  expectTypeOf<{ vertex_id: string; limit: undefined }>().not.toExtend<
    Partial<VertexLineageQuery>
  >()
})

test('a query has the names of the API, and flags are booleans', () => {
  type Query = RequestOf<'vertexLineage'>
  expectTypeOf<Query>().toHaveProperty('vertex_id').toEqualTypeOf<string>()
  expectTypeOf<Query['collapse']>().toEqualTypeOf<boolean | undefined>()
})

test('an answer is the data of its envelope', () => {
  expectTypeOf<AnswerOf<'compareTimes'>>().toEqualTypeOf<AttributionData>()
  expectTypeOf<AnswerOf<'planDetail'>>().toEqualTypeOf<PlanDetailData | null>()
  expectTypeOf<AnswerOf<'exportLineage'>>().toEqualTypeOf<string>()
  expectTypeOf<AnswerOf<'moveUserGroup'>>().toEqualTypeOf<true>()
  expectTypeOf<AttributionData['tables']>().not.toHaveProperty('push')
})

test('only operations have names', () => {
  expectTypeOf<'compareTimes'>().toExtend<OperationId>()
  expectTypeOf<'explain'>().not.toExtend<OperationId>()
})

test('an operation has one method, which takes its request and options', () => {
  expectTypeOf<keyof Operations>().toEqualTypeOf<OperationId>()
  type CompareTimes = Operations['compareTimes']
  expectTypeOf<Parameters<CompareTimes>[0]>().toEqualTypeOf<TimeComparisonRequest>()
  expectTypeOf<Parameters<CompareTimes>[1]>().toEqualTypeOf<OperationOptions | undefined>()
  expectTypeOf<ReturnType<CompareTimes>>().toEqualTypeOf<Promise<AttributionData>>()
  expectTypeOf<Parameters<Operations['caller']>[0]>().toEqualTypeOf<OperationOptions | undefined>()
})

test('an implementation with more options can be used as Operations', () => {
  interface Timed extends OperationOptions {
    readonly timeout?: number
  }
  const implement = (operations: Operations<Timed>): Operations => operations
  expectTypeOf(implement).returns.toEqualTypeOf<Operations>()
})
