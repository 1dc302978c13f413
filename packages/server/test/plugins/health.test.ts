import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { fakePlatform } from '../support/fake-platform.ts'

interface Parts {
  readonly store?: boolean
  readonly storeMoved?: boolean
  readonly engine?: boolean
  /** Whether each datasource answers. */
  readonly sources?: readonly boolean[]
}

async function readiness({
  store = true,
  storeMoved = false,
  engine = true,
  sources = [],
}: Parts): Promise<readonly unknown[]> {
  const datasources = sources.map((answers, place) => {
    return { tenant: 'secret', datasource: `hidden_${place}`, answers }
  })
  const health = async () => ({ store, storeMoved, engine, datasources })
  const app = createApp({ platform: fakePlatform({ health }) })
  const response = await app.inject('/readyz')
  return [response.statusCode, response.json()]
}

const NONE = { answering: 0, silent: 0 }

describe('/readyz', () => {
  test('is 200 when the store and the engine answer', async () => {
    expect(await readiness({ sources: [true, true] })).toEqual([
      200,
      {
        status: 'ready',
        store: 'ok',
        engine: 'ok',
        datasources: { answering: 2, silent: 0 },
      },
    ])
  })

  test('is 503 when one does not, and says which', async () => {
    expect(await readiness({ store: false })).toEqual([
      503,
      { status: 'unavailable', store: 'no answer', engine: 'ok', datasources: NONE },
    ])
    expect(await readiness({ engine: false })).toEqual([
      503,
      { status: 'unavailable', store: 'ok', engine: 'no answer', datasources: NONE },
    ])
    expect(await readiness({ store: false, storeMoved: true })).toEqual([
      503,
      { status: 'unavailable', store: 'moved', engine: 'ok', datasources: NONE },
    ])
  })

  test('is 200 when datasources do not answer, and counts them without their names', async () => {
    expect(await readiness({ sources: [true, false, false] })).toEqual([
      200,
      {
        status: 'degraded',
        store: 'ok',
        engine: 'ok',
        datasources: { answering: 1, silent: 2 },
      },
    ])
  })
})

test('/healthz answers without checking the platform', async () => {
  const health = () => Promise.reject(new Error('must not be asked'))
  const app = createApp({ platform: fakePlatform({ health }) })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
})
