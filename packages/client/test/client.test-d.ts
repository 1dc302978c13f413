import type { AnswerOf } from '@tributary/contract'
import { expectTypeOf, test } from 'vitest'
import type { CallOptions, Client, ClientOptions, Credentials } from '../src/index.ts'

test('an operation without a request takes only options', () => {
  type Asking = (options?: CallOptions) => Promise<AnswerOf<'allLineage'>>
  expectTypeOf<Client['allLineage']>().toEqualTypeOf<Asking>()
})

test('every other operation takes its request first', () => {
  expectTypeOf<Client['datasetDetail']>().parameter(0).toEqualTypeOf<{ readonly name: string }>()
  expectTypeOf<Awaited<ReturnType<Client['moveUserGroup']>>>().toEqualTypeOf<true>()
  expectTypeOf<Awaited<ReturnType<Client['compareTimes']>>>().toHaveProperty('tables')
})

test('a request that the service refuses is refused by the compiler', () => {
  type Vertex = Parameters<Client['lineageSinglePoints']>[0]
  expectTypeOf<{ vertex_id: string; vertex_type: 'METRIC' }>().toExtend<Vertex>()
  expectTypeOf<{ vertex_id: string; vertex_type: 'TABLE' }>().not.toExtend<Vertex>()
  expectTypeOf<{ vertex_id: string }>().not.toExtend<Vertex>()
})

test('a client needs an address and credentials', () => {
  expectTypeOf<{ baseUrl: string }>().not.toExtend<ClientOptions>()
  type AuthType = Credentials['authType']
  expectTypeOf<Credentials>().toExtend<ClientOptions['credentials']>()
  expectTypeOf<{ token: () => Promise<string> }>().toExtend<ClientOptions['credentials']>()
  expectTypeOf<AuthType>().toEqualTypeOf<'UID' | 'TOKEN' | 'ACCOUNT' | 'APIKEY'>()
})
