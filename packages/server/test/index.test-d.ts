import type { Platform } from '@tributary/platform'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { expectTypeOf, test } from 'vitest'
import type { AppOptions, createApp, Served, ServeOptions, serve, tributary } from '../src/index.ts'

test('the plugin is one that Fastify registers with its options', () => {
  type Options = Parameters<typeof tributary>[1]
  expectTypeOf<typeof tributary>().toExtend<FastifyPluginAsync<Options>>()
  expectTypeOf<{ platform: Platform }>().toExtend<Options>()
  expectTypeOf<{ answerTimeout: number }>().not.toExtend<Options>()
})

test('an app needs only a platform, a server also a port', () => {
  expectTypeOf<typeof createApp>().toEqualTypeOf<(options: AppOptions) => FastifyInstance>()
  expectTypeOf<typeof serve>().toEqualTypeOf<(options: ServeOptions) => Promise<Served>>()
  expectTypeOf<{ platform: Platform }>().toExtend<AppOptions>()
  expectTypeOf<{ platform: Platform }>().not.toExtend<ServeOptions>()
  expectTypeOf<{ platform: Platform; port: 0 }>().toExtend<ServeOptions>()
})
