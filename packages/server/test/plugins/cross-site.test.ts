import { OPERATIONS, type Operation } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { isForgeable } from '../../src/plugins/cross-site.ts'
import { ask, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const DELETE = { url: '/api/v1/accelerate/plan/delete?uuid=p1' } as const
const IMPORT = {
  method: 'POST',
  url: '/api/v1/lineage/import',
  headers: { 'content-type': 'text/plain' },
  payload: 'src_type,src_id,dst_type,dst_id',
} as const

describe('what a page of another site could make a browser send', () => {
  test('is limited to deletePlan and the two imports', () => {
    const forgeable = Object.entries<Operation>(OPERATIONS).filter(([, one]) => isForgeable(one))
    expect(forgeable.map(([id]) => id)).toEqual([
      'deletePlan',
      'importDefinitions',
      'importLineage',
    ])
  })

  test.each([
    ['cross-site', DELETE],
    ['same-site', DELETE],
    ['nonsense', DELETE],
    ['cross-site', IMPORT],
    ['same-site', IMPORT],
  ])('is refused when Sec-Fetch-Site is %s', async (site, options) => {
    const before = platform.calls.length
    const headers = { ...('headers' in options && options.headers), 'sec-fetch-site': site }
    const { status, body } = await ask(app, { ...options, headers })
    expect([status, body.code]).toEqual([403, '403'])
    expect(body.detailErrorMsg).toMatch(/^SERVER_CROSS_SITE: /)
    expect(body.errorMsg).toContain(options.url.split('?')[0])
    expect(platform.calls).toHaveLength(before)
  })

  test.each(['same-origin', 'none', undefined])('is answered when it is %s', async (site) => {
    for (const options of [DELETE, IMPORT]) {
      const own = 'headers' in options ? options.headers : {}
      const headers = { ...own, ...(site !== undefined && { 'sec-fetch-site': site }) }
      expect((await ask(app, { ...options, headers })).status).toBe(200)
    }
  })
})

test('what changes nothing is answered to other sites', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await ask(app, { url: '/api/v1/lineage/queryAll', headers })).status).toBe(200)
  const options = { method: 'POST', url: '/api/v1/attribution/dim_time_compare' } as const
  expect((await ask(app, { ...options, headers, payload: TIME_COMPARISON })).status).toBe(200)
})
