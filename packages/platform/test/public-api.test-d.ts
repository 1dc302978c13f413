import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import type {
  Administration,
  Caller,
  Platform,
  PlatformError,
  PlatformOptions,
  QuestionOptions,
  TaskLimits,
} from '@tributary/platform'
import { expectTypeOf, test } from 'vitest'

test('every option may be left out, and no other is known', () => {
  expectTypeOf<Record<never, never>>().toExtend<PlatformOptions>()
  expectTypeOf<{ workspace: string; data: string; workers: number }>().toExtend<PlatformOptions>()
  expectTypeOf<{ taskLimits: { perTenant: number } }>().toExtend<PlatformOptions>()
  expectTypeOf<{ workers: string }>().not.toExtend<PlatformOptions>()
  // @ts-expect-error no option has this name
  const wrong: PlatformOptions = { worker: 2 }
  expectTypeOf(wrong).toEqualTypeOf<PlatformOptions>()
})

test('an operation takes the caller, the request of the contract and how the call ends', () => {
  type Parts = Parameters<Platform['compareTimes']>
  expectTypeOf<Parts[0]>().toEqualTypeOf<Caller>()
  expectTypeOf<Parts[1]>().toEqualTypeOf<TimeComparisonRequest>()
  expectTypeOf<Parts[2]>().toEqualTypeOf<QuestionOptions | undefined>()
  expectTypeOf<Platform['compareTimes']>().returns.resolves.toEqualTypeOf<AttributionData>()
})

test('a request that the API refuses is refused by the compiler', () => {
  type Request = Parameters<Platform['compareTimes']>[1]['attribution']['attributionCalculateType']
  expectTypeOf<'ALL'>().toExtend<Request>()
  expectTypeOf<'SUM'>().not.toExtend<Request>()
  type Vertex = Parameters<Platform['vertexLineage']>[1]['vertexType']
  expectTypeOf<'METRIC'>().toExtend<Vertex>()
  expectTypeOf<'TABLE'>().not.toExtend<Vertex>()
})

test('answers are read-only', () => {
  expectTypeOf<TaskLimits>().toEqualTypeOf<Readonly<TaskLimits>>()
  type Tables = Awaited<ReturnType<Platform['compareTimes']>>['tables']
  expectTypeOf<Tables>().not.toHaveProperty('push')
})

test('administration asks for no caller', () => {
  expectTypeOf<Platform>().toExtend<Administration>()
  expectTypeOf<Administration['tenants']>().parameters.toEqualTypeOf<[]>()
  expectTypeOf<Parameters<Administration['createCredential']>[0]['kind']>().toEqualTypeOf<
    'TOKEN' | 'APIKEY'
  >()
})

test('an error has a code of a closed list', () => {
  expectTypeOf<'PLATFORM_CLOSED'>().toExtend<PlatformError['code']>()
  expectTypeOf<string>().not.toExtend<PlatformError['code']>()
})
