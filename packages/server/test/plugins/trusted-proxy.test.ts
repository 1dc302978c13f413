import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createProxyCheck, type TrustedProxy } from '../../src/plugins/trusted-proxy.ts'
import { serve } from '../../src/serve.ts'
import { ask, CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const URL_OF_ALL = '/api/v1/lineage/queryAll'
const SECRET = '0123456789abcdef0123456789abcdef'

function requestFrom(remoteAddress: string | undefined, secret?: string): IncomingMessage {
  const headers = secret === undefined ? {} : { 'proxy-secret': secret }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

function trusts(proxy: TrustedProxy, address: string | undefined, secret?: string): boolean {
  return createProxyCheck(proxy)(requestFrom(address, secret))
}

describe('the addresses of a proxy', () => {
  test.each([
    ['10.0.0.5', '10.0.0.5', true],
    ['10.0.0.5', '10.0.0.6', false],
    ['10.0.0.5', '::ffff:10.0.0.5', true],
    ['10.0.0.5', '::ffff:10.0.0.6', false],
    ['10.1.0.0/16', '10.1.255.254', true],
    ['10.1.0.0/16', '10.2.0.1', false],
    ['10.1.0.0/16', '::ffff:a01:7', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '::1', true],
    ['::1', '127.0.0.1', false],
    ['::ffff:10.0.0.5', '10.0.0.5', true],
  ])('%s and a connection from %s: %s', (range, address, expected) => {
    expect(trusts({ addresses: [range] }, address)).toBe(expected)
  })

  test('are all compared, and a connection without an address matches none', () => {
    const addresses = ['192.0.2.1', '10.0.0.0/8']
    expect(trusts({ addresses }, '10.9.9.9')).toBe(true)
    expect(trusts({ addresses }, undefined)).toBe(false)
    expect(trusts({ addresses: [] }, '10.9.9.9')).toBe(false)
  })

  test('contain exactly the IPv4 addresses with their first bits', () => {
    const ipv4 = fc.nat({ max: 0xffffffff }).map((bits) => ({ bits, text: dotted(bits) }))
    fc.assert(
      fc.property(ipv4, fc.nat({ max: 32 }), ipv4, fc.boolean(), (range, length, other, near) => {
        const differing = near ? (range.bits ^ (other.bits & 0xff)) >>> 0 : other.bits
        const shift = 32 - length
        const same = Math.floor(range.bits / 2 ** shift) === Math.floor(differing / 2 ** shift)
        const addresses = [`${range.text}/${length}`]
        expect(trusts({ addresses }, dotted(differing))).toBe(same)
        expect(trusts({ addresses }, `::ffff:${dotted(differing)}`)).toBe(same)
      }),
    )
  })

  test.each([
    '',
    'proxy',
    '10.0.0',
    '10.0.0.5/33',
    '10.0.0.5/x',
    '10.0.0.5/',
    '::1/129',
    '1.1.1.1/8/8',
  ])('cannot be %j', (text) => {
    expect(() => createProxyCheck({ addresses: [text] })).toThrow(
      expect.objectContaining({
        code: 'SERVER_INVALID_PROXY',
        message: expect.stringContaining(`"${text}"`),
      }),
    )
  })
})

describe('the secret of a proxy', () => {
  test.each([
    [SECRET, true],
    [`${SECRET} `, false],
    [SECRET.slice(1), false],
    ['', false],
    [undefined, false],
  ])('%j: %s', (given, expected) => {
    expect(trusts({ secret: SECRET }, '203.0.113.9', given)).toBe(expected)
  })

  test('and its address must both hold when both are given', () => {
    const proxy = { addresses: ['10.0.0.5'], secret: SECRET }
    expect(trusts(proxy, '10.0.0.5', SECRET)).toBe(true)
    expect(trusts(proxy, '10.0.0.6', SECRET)).toBe(false)
    expect(trusts(proxy, '10.0.0.5', 'x')).toBe(false)
  })

  test('must have 32 characters, and is required without addresses', () => {
    expect(() => createProxyCheck({ secret: SECRET.slice(1) })).toThrow(/has 31 characters/)
    expect(() => createProxyCheck({})).toThrow(/needs addresses or a secret/)
  })
})

describe('a request that names an account', () => {
  const headers = (type: string) => ({ 'auth-type': type })

  test.each(['ACCOUNT', 'UID'])(
    'by %s from elsewhere is 401, as for an unknown account',
    async (type) => {
      const app = createApp({ platform: fakePlatform(), trustedProxy: { addresses: ['10.0.0.5'] } })
      const elsewhere = { url: URL_OF_ALL, headers: headers(type), remoteAddress: '10.0.0.6' }
      const { status, body } = await ask(app, elsewhere)
      expect([status, body.code]).toEqual([401, '401'])
      expect(body.detailErrorMsg).toMatch(/^ACCESS_UNAUTHENTICATED: /)
      expect(body.errorMsg).not.toMatch(/proxy/)
      const fromProxy = { ...elsewhere, remoteAddress: '10.0.0.5' }
      expect((await ask(app, fromProxy)).status).toBe(200)
    },
  )

  test('is not believed because of X-Forwarded-For', async () => {
    const app = createApp({ platform: fakePlatform(), trustedProxy: { addresses: ['10.0.0.5'] } })
    const { status } = await ask(app, {
      url: URL_OF_ALL,
      headers: { ...headers('ACCOUNT'), 'x-forwarded-for': '10.0.0.5' },
      remoteAddress: '10.0.0.6',
    })
    expect(status).toBe(401)
  })

  test('is refused without the proxy secret, which callers with an API key do not need', async () => {
    const app = createApp({ platform: fakePlatform(), trustedProxy: { secret: SECRET } })
    expect((await ask(app, { url: URL_OF_ALL })).status).toBe(401)
    const proxied = { 'proxy-secret': SECRET }
    expect((await ask(app, { url: URL_OF_ALL, headers: proxied })).status).toBe(200)
    expect((await ask(app, { url: URL_OF_ALL, headers: headers('APIKEY') })).status).toBe(200)
  })
})

describe('a server behind a proxy', () => {
  test('sees the real address of a connection', async () => {
    const platform = fakePlatform()
    const answers = await Promise.all(
      [['127.0.0.0/8'], ['203.0.113.0/24']].map(async (addresses) => {
        const server = await serve({ platform, port: 0, trustedProxy: { addresses } })
        const { status } = await fetch(`${server.url}${URL_OF_ALL}`, { headers: CREDENTIALS })
        await server.close()
        return status
      }),
    )
    expect(answers).toEqual([200, 401])
  })

  test('does not start with settings that are wrong', async () => {
    const options = { platform: fakePlatform(), port: 0, trustedProxy: { addresses: ['proxy'] } }
    await expect(serve(options)).rejects.toMatchObject({ code: 'SERVER_INVALID_PROXY' })
  })
})

function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.')
}
