import type { Platform } from '@tributary/platform'
import { describe, expect, test, vi } from 'vitest'
import { type AppOptions, createApp } from '../../src/app.ts'
import { DEFAULT_ACCOUNT_LIMIT } from '../../src/plugins/rate-limit.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const url = '/api/v1/lineage/queryAll'

/** Knows every tenant but `nobody`. */
const authenticate: Platform['authenticate'] = async (credentials) => {
  if ('token' in credentials) throw new TypeError('no tokens here')
  const known = await fakePlatform().authenticate({
    ...credentials,
    tenantId: credentials.tenantId === 'nobody' ? 'nobody' : 'demo',
  })
  return { ...known, tenant: credentials.tenantId }
}

/** Takes the value of the credentials for the account. */
const anyAccount: Platform['authenticate'] = async (credentials) => {
  if ('token' in credentials) throw new TypeError('no tokens here')
  const known = await fakePlatform().authenticate({ ...credentials, authValue: 'demo' })
  return { ...known, account: credentials.authValue }
}

function limited(requestsPerSecond: number, burst: number) {
  const rateLimit = { requestsPerSecond, burst }
  return createApp({ platform: fakePlatform({ authenticate }), rateLimit })
}

describe('limitTenants', () => {
  test('answers more than the burst with 429 and when to come back', async () => {
    const app = limited(0.01, 2)
    const statuses = [await ask(app, { url }), await ask(app, { url })].map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    const { status, headers, body } = await ask(app, { url })
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(90)
    expect(body).toMatchObject({
      success: false,
      code: '429',
      errorMsg: expect.stringMatching(
        /^The tenant exceeds the rate limit .* try again in \d+ s\.$/,
      ),
      detailErrorMsg: expect.stringMatching(/^SERVER_RATE_LIMITED: /),
    })
  })

  test('holds each tenant for itself', async () => {
    const app = limited(0.01, 1)
    const tenants = ['a', 'a', 'b', 'b']
    const statuses: number[] = []
    for (const tenant of tenants) {
      statuses.push((await ask(app, { url, headers: { 'tenant-id': tenant } })).status)
    }
    expect(statuses).toEqual([200, 429, 200, 429])
  })

  test('does not count unauthenticated requests against the tenant', async () => {
    const app = limited(0.01, 1)
    for (let i = 0; i < 5; i++) {
      const headers = { 'tenant-id': 'demo', 'auth-value': 'wrong' }
      expect((await ask(app, { url, headers })).status).toBe(401)
    }
    expect((await ask(app, { url })).status).toBe(200)
  })

  test('allows the 300 requests of an opening page by default', async () => {
    const app = createApp({ platform: fakePlatform() })
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(app, { url })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('limitAccounts', () => {
  test('limits each account by itself, and says that it is the account', async () => {
    const accountRateLimit = { requestsPerSecond: 0.01, burst: 2 }
    const app = createApp({
      platform: fakePlatform({ authenticate: anyAccount }),
      accountRateLimit,
    })
    const statuses: number[] = []
    for (const account of ['ann', 'ann', 'ann', 'bob', 'ann', 'bob', 'bob']) {
      statuses.push((await ask(app, { url, headers: { 'auth-value': account } })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200, 429, 200, 429])
    const { headers, body } = await ask(app, { url, headers: { 'auth-value': 'ann' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(90)
    expect(body).toMatchObject({
      code: '429',
      errorMsg: expect.stringMatching(/^The account exceeds the rate limit of this server; try/),
    })
  })

  test('does not count requests refused for an account against its tenant', async () => {
    const app = createApp({
      platform: fakePlatform({ authenticate: anyAccount }),
      accountRateLimit: { requestsPerSecond: 0.01, burst: 1 },
      rateLimit: { requestsPerSecond: 0.01, burst: 2 },
    })
    const statuses: number[] = []
    for (const account of ['ann', 'ann', 'ann', 'bob', 'eve']) {
      statuses.push((await ask(app, { url, headers: { 'auth-value': account } })).status)
    }
    expect(statuses).toEqual([200, 429, 429, 200, 429])
  })

  test('is on by default, and can be switched off', async () => {
    const { requestsPerSecond, burst } = DEFAULT_ACCOUNT_LIMIT
    const statusesOf = async (options: Pick<AppOptions, 'accountRateLimit'>) => {
      const app = createApp({ platform: fakePlatform(), ...options })
      const start = performance.now()
      const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
      const first = await ask(app, { url })
      // A clock that is turned back takes as many tokens as requests of that time.
      clock.mockReturnValue(start - ((burst! - 3) / requestsPerSecond) * 1_000)
      const more = [await ask(app, { url }), await ask(app, { url }), await ask(app, { url })]
      clock.mockRestore()
      return [first, ...more].map(({ status }) => status)
    }
    expect(await statusesOf({})).toEqual([200, 200, 200, 429])
    expect(await statusesOf({ accountRateLimit: 'off' })).toEqual([200, 200, 200, 200])
  })
})
