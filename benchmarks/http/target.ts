import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlatform, type Platform, type PlatformOperations } from '@tributary/platform'
import { createApp } from '@tributary/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { QUESTIONS } from './questions.ts'

/** What a target tells first. */
export interface TargetReady {
  readonly port: number
  /** Values of `auth-type: APIKEY` of this target. */
  readonly secrets: readonly string[]
}

/** Milliseconds on the processor so far, answered to any message. */
export interface TargetUsage {
  readonly cpu: number
}

/** The three servers that are compared; each is a process of its own. */
export type TargetKind = 'bare' | 'adapter' | 'service'

const FLIGHTS = fileURLToPath(new URL('../../examples/flights', import.meta.url))

interface Opened {
  readonly platform: Platform
  readonly secrets: readonly [string, ...string[]]
}

async function openPlatform(credentials: number): Promise<Opened> {
  const data = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const platform = await createPlatform({ workspace: FLIGHTS, data })
  const create = () => platform.createCredential({ account: 'demo', kind: 'APIKEY' })
  const secret = await create()
  const others = await Promise.all(Array.from({ length: credentials - 1 }, create))
  const asked = { tenantId: 'demo', authType: 'APIKEY', authValue: secret } as const
  await platform.as(await platform.authenticate(asked)).saveUserAttributes({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [
      { identityValue: 'demo', properties: [{ name: 'desk', value: 'operations' }] },
    ],
  })
  return { platform, secrets: [secret, ...others] }
}

/** A platform that answers what the real one did, at once: what is left is the adapter. */
async function stillPlatform(platform: Platform, secret: string): Promise<Platform> {
  const asked = { tenantId: 'demo', authType: 'APIKEY', authValue: secret } as const
  const caller = await platform.authenticate(asked)
  const dimension = await platform.as(caller).dimensionDetail({ dimName: 'origin' })
  const attributes = await platform.as(caller).userAttributes(QUESTIONS.attributes)
  const operations: PlatformOperations = Object.create(platform.as(caller), {
    dimensionDetail: { value: () => Promise.resolve(dimension) },
    userAttributes: { value: () => Promise.resolve(attributes) },
    saveUserAttributes: { value: () => Promise.resolve(true) },
  })
  return {
    ...platform,
    authenticate: () => Promise.resolve(caller),
    as: () => operations,
  }
}

/** Routes that give the same bytes, with nothing in between. */
async function bareApp(platform: Platform, secret: string): Promise<FastifyInstance> {
  const still = await stillPlatform(platform, secret)
  const caller = await still.authenticate({ tenantId: '', authType: 'UID', authValue: '' })
  const traceId = '0123456789abcdef0123456789abcdef'
  const rest = { success: true, code: '200', errorMsg: null, detailErrorMsg: null, traceId }
  const dimension = await still.as(caller).dimensionDetail({ dimName: 'origin' })
  const attributes = await still.as(caller).userAttributes(QUESTIONS.attributes)
  const app = Fastify()
  app.get('/api/v1/dimension/detail', async () => ({ data: dimension, ...rest }))
  app.post('/api/v1/userPropertyValue/list', async () => ({ data: attributes, ...rest }))
  app.post('/api/v1/userPropertyValue/save', async () => ({ data: true, ...rest }))
  return app
}

async function open(kind: TargetKind, credentials: number): Promise<void> {
  const { platform, secrets } = await openPlatform(credentials)
  const [secret] = secrets
  // As `tributary start` does, but into nothing: what a log costs is part of the cost.
  const logger = { level: 'info', stream: { write: () => {} } }
  const app =
    kind === 'bare'
      ? await bareApp(platform, secret)
      : createApp({
          platform: kind === 'service' ? platform : await stillPlatform(platform, secret),
          logger,
          accountRateLimit: 'off',
        })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!({ cpu: (user + system) / 1_000 } satisfies TargetUsage)
  })
  process.once('disconnect', () => process.exit())
  const { port } = app.server.address() as { readonly port: number }
  process.send!({ port, secrets } satisfies TargetReady)
}

await open(process.argv[2] as TargetKind, Number(process.argv[3]))
