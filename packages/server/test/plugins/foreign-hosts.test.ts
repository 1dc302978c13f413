import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { tributary } from '../../src/api.ts'
import { createApp } from '../../src/app.ts'
import { THIS_MACHINE, type TrustedProxy } from '../../src/plugins/trusted-proxy.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const URL_OF_ALL = '/api/v1/lineage/queryAll'
const SECRET = '0123456789abcdef0123456789abcdef'

const OURS = ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '[::1]']
const FOREIGN = [
  ...['attacker.example', 'localhost.attacker.example', '127.0.0.1.attacker.example', 'x', ''],
  ...['localhost.', '10.0.0.5', '[::2]', '::1', '127.0.0.1@attacker.example', '2130706433'],
]
const host = (names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.option(fc.nat(65_535), { nil: null }))
    .map(([name, port]) => (port === null ? name : `${name}:${port}`))
    // A request that is injected has the name of its address where it is given none.
    .filter((text) => text !== '')

interface Sent {
  readonly host: string
  readonly origin?: string
  readonly from?: string
  readonly secret?: string
}

async function statusOf(
  trustedProxy: TrustedProxy | undefined,
  { host: name, origin, from = '127.0.0.1', secret }: Sent,
  url = URL_OF_ALL,
): Promise<number> {
  const proxy = trustedProxy && { trustedProxy }
  const app = createApp({ platform: fakePlatform(), ...proxy })
  const headers = {
    ...{ host: name, 'tenant-id': 'demo', 'auth-type': 'ACCOUNT', 'auth-value': 'demo' },
    ...(origin !== undefined && { origin }),
    ...(secret !== undefined && { 'proxy-secret': secret }),
  }
  const { statusCode } = await app.inject({ url, headers, remoteAddress: from })
  return statusCode
}

describe('a server that trusts its own machine', () => {
  const LOCAL = [
    THIS_MACHINE,
    { addresses: ['127.0.0.1'] },
    { addresses: ['10.0.0.5', '127.0.0.0/8'] },
    { addresses: ['0.0.0.0/0'] },
  ]

  test('answers only requests for this machine, and from pages of this machine', async () => {
    const scheme = fc.constantFrom('http://', 'https://')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LOCAL),
        fc.oneof(host(OURS), host(FOREIGN)),
        fc.option(fc.tuple(scheme, fc.oneof(host(OURS), host(FOREIGN))), { nil: null }),
        async (proxy, name, page) => {
          const isOurs = (text: string) =>
            OURS.some((our) => text === our || (text.startsWith(`${our}:`) && !text.includes('@')))
          const origin = page === null ? {} : { origin: page.join('') }
          const isAnswered = isOurs(name) && (page === null || isOurs(page[1]))
          expect(await statusOf(proxy, { host: name, ...origin })).toBe(isAnswered ? 200 : 403)
        },
      ),
      { numRuns: process.env.TRIBUTARY_LONG ? 2_000 : 60 },
    )
  })

  test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/nowhere', '/docs'])(
    'refuses %s for another host too',
    async (url) => {
      expect(await statusOf(THIS_MACHINE, { host: 'attacker.example' }, url)).toBe(403)
    },
  )

  test('refuses a page with the origin "null"', async () => {
    expect(await statusOf(THIS_MACHINE, { host: 'localhost', origin: 'null' })).toBe(403)
  })

  test('explains the refusal of a foreign host', async () => {
    const app = createApp({ platform: fakePlatform(), trustedProxy: THIS_MACHINE })
    const { body } = await ask(app, { url: URL_OF_ALL, headers: { host: 'attacker.example:80' } })
    expect(body).toMatchObject({
      code: '403',
      errorMsg:
        'This server believes the programs of its own machine, so it answers only requests whose host is localhost, 127.0.0.1 or [::1]; found attacker.example:80. If a proxy sent this request, give the proxy a secret (--proxy-secret-file).',
      detailErrorMsg: expect.stringMatching(/^SERVER_FOREIGN_HOST: /),
    })
  })

  test('protects only its own routes inside another application', async () => {
    const app = Fastify()
    app.get('/hello', () => 'hello')
    app.register(tributary, { platform: fakePlatform(), trustedProxy: THIS_MACHINE })
    const headers = { host: 'attacker.example' }
    expect((await app.inject({ url: URL_OF_ALL, headers })).statusCode).toBe(403)
    expect((await app.inject({ url: '/hello', headers })).statusCode).toBe(200)
  })
})

describe('any host is answered', () => {
  const name = { host: 'metrics.example.com', origin: 'https://metrics.example.com' }

  test.each<[string, TrustedProxy | undefined, Partial<Sent>]>([
    ['without a proxy', undefined, {}],
    ['of a proxy with a secret', { secret: SECRET }, { secret: SECRET }],
    [
      'of a proxy on this machine with a secret',
      { ...THIS_MACHINE, secret: SECRET },
      { secret: SECRET },
    ],
    ['of a proxy on another machine', { addresses: ['10.0.0.5'] }, { from: '10.0.0.5' }],
  ])('%s', async (_what, proxy, sent) => {
    expect(await statusOf(proxy, { ...name, ...sent })).toBe(200)
  })
})
