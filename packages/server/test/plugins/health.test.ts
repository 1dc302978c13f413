import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { fakePlatform } from '../support/fake-platform.ts'

async function readiness(store: boolean, engine: boolean): Promise<readonly unknown[]> {
  const app = createApp({ platform: fakePlatform({ health: async () => ({ store, engine }) }) })
  const response = await app.inject('/readyz')
  return [response.statusCode, response.json()]
}

describe('/readyz', () => {
  test('is 200 when the store and the engine answer', async () => {
    expect(await readiness(true, true)).toEqual([
      200,
      { status: 'ready', store: 'ok', engine: 'ok' },
    ])
  })

  test('is 503 when one does not, and says which', async () => {
    expect(await readiness(false, true)).toEqual([
      503,
      { status: 'unavailable', store: 'no answer', engine: 'ok' },
    ])
    expect(await readiness(true, false)).toEqual([
      503,
      { status: 'unavailable', store: 'ok', engine: 'no answer' },
    ])
  })
})

test('/healthz asks nobody', async () => {
  const health = () => Promise.reject(new Error('must not be asked'))
  const app = createApp({ platform: fakePlatform({ health }) })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
})
