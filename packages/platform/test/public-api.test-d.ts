import type { AttributionData, Operations, TimeComparisonRequest } from '@tributary/contract'
import type {
  Administration,
  Caller,
  Platform,
  PlatformError,
  PlatformOperations,
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

test('a caller has the operations of the contract', () => {
  const implement = (platform: Platform, caller: Caller): Operations => platform.as(caller)
  expectTypeOf(implement).returns.toEqualTypeOf<Operations>()
  type Call = PlatformOperations['compareTimes']
  expectTypeOf<Parameters<Call>[0]>().toEqualTypeOf<TimeComparisonRequest>()
  expectTypeOf<Parameters<Call>[1]>().toEqualTypeOf<QuestionOptions | undefined>()
  expectTypeOf<ReturnType<Call>>().toEqualTypeOf<Promise<AttributionData>>()
})

test('answers are read-only', () => {
  expectTypeOf<TaskLimits>().toEqualTypeOf<Readonly<TaskLimits>>()
  type Tables = Awaited<ReturnType<PlatformOperations['compareTimes']>>['tables']
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
