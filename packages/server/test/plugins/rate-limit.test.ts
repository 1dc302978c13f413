import type { Platform } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
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

  test('lets nobody without credentials spend what a tenant has', async () => {
    const app = limited(0.01, 1)
    for (let i = 0; i < 5; i++) {
      const headers = { 'tenant-id': 'demo', 'auth-value': 'wrong' }
      expect((await ask(app, { url, headers })).status).toBe(401)
    }
    expect((await ask(app, { url })).status).toBe(200)
  })

  test('takes any number when no limit is given', async () => {
    const app = createApp({ platform: fakePlatform() })
    for (let i = 0; i < 50; i++) expect((await ask(app, { url })).status).toBe(200)
  })
})
