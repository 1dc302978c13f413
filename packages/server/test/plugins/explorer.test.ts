import { createPlatform, type Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'

const SITES = ['https://intranet.example.com', 'http://127.0.0.1:8081']

describe('the explorer in frames of other sites', () => {
  let platform: Platform
  let app: FastifyInstance

  beforeAll(async () => {
    platform = await createPlatform({})
    app = createApp({ platform, prefix: '/root', explorer: { origins: SITES } })
  }, 60_000)

  afterAll(async () => {
    await app?.close()
    await platform?.close()
  })

  const policyOf = async (path: string): Promise<string> =>
    String((await app.inject(path)).headers['content-security-policy'])

  test('only pages below embed are for frames, and name the sites', async () => {
    const inside = `frame-ancestors ${SITES.join(' ')}`
    expect(await policyOf('/root/explorer/embed/why/late_rate')).toContain(inside)
    expect(await policyOf('/root/explorer/embed')).toContain(inside)
    for (const path of ['', '/why/late_rate', '/embedded']) {
      expect(await policyOf(`/root/explorer${path}`)).toContain("frame-ancestors 'none'")
    }
    const { body } = await app.inject('/root/explorer/embed/why/late_rate')
    expect(body).toContain(`<meta name="tributary-origins" content="${SITES.join(' ')}" />`)
    expect((await app.inject('/root/explorer')).body).not.toContain('tributary-origins')
  })

  test('the web component may be loaded by any site', async () => {
    const { headers, body } = await app.inject('/root/explorer/tributary-why.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(body).toContain('tributary-why')
  })

  test('without a list no site may show it', async () => {
    const closed = createApp({ platform, explorer: true })
    const { headers } = await closed.inject('/explorer/embed/why/late_rate')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    await closed.close()
  })

  test.each([
    '*',
    'intranet.example.com',
    'https://intranet.example.com/',
    'https://*.example.com',
    'https://a;script-src',
    'https://intranet.example.com:443',
    'file:///',
    "'self'",
  ])('a site cannot be %j', (origin) => {
    expect(() => createApp({ platform, explorer: { origins: [origin] } })).toThrow(
      expect.objectContaining({
        code: 'SERVER_INVALID_ORIGIN',
        message: expect.stringContaining(origin),
      }),
    )
  })
})
