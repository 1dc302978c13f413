import { createHmac } from 'node:crypto'
import { createClient } from '@tributary/client'
import { createPlatform, type Platform, type TokenIssuer } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'
import { oneDataset } from '../support/one-dataset.ts'
import { startIssuer, type TestIssuer } from '../support/token-issuer.ts'

const WORKSPACE = oneDataset({
  ...{ tenant: 'shop', accounts: ['ann'], others: ['bob@example.com'] },
  ...{ dataset: 'sales', file: 'sales.csv', time: 'day' },
  columns: { day: 'DATE', amount: 'BIGINT' },
  metrics: { revenue: 'SUM [amount]' },
})

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let issuer: TestIssuer
beforeEach(async () => {
  issuer = await startIssuer()
  cleanups.push(issuer.close)
})

async function service(
  settings: Partial<TokenIssuer> = {},
): Promise<{ readonly server: Served; readonly platform: Platform }> {
  const { folder, remove } = await folderOf({
    'workspace.yaml': WORKSPACE,
    'sales.csv': 'day,amount\n2024-05-01,1\n',
  })
  cleanups.push(remove)
  const platform = await createPlatform({
    workspace: folder,
    issuers: [
      { issuer: issuer.issuer, audience: 'tributary', claims: { tenant: 'org' }, ...settings },
    ],
  })
  cleanups.push(() => platform.close())
  const server = await serve({ platform, port: 0 })
  cleanups.push(() => server.close())
  return { server, platform }
}

async function ask({ url }: Served, token: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${url}/api/v1/lineage/queryAll`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const { errorMsg } = (await response.json()) as { errorMsg?: string }
  return { status: response.status, errorMsg, challenge: response.headers.get('www-authenticate') }
}

const ANN = { org: 'shop', sub: 'ann' }

describe('Authorization: Bearer', () => {
  test('authenticates the account of a token of a known issuer', async () => {
    const { server } = await service()
    const token = await issuer.sign(ANN)
    expect(await ask(server, token)).toMatchObject({ status: 200, challenge: null })
    const client = createClient({ baseUrl: server.url, credentials: { token: async () => token } })
    expect((await client.allLineage()).edgeList).not.toEqual([])
    expect(issuer.reads()).toBe(1)
  })

  test('takes tenant and account from where the settings say', async () => {
    const { server } = await service({ tenant: 'shop', claims: { account: 'email' } })
    const token = await issuer.sign({ sub: '4711', email: 'bob@example.com', org: 'other' })
    expect(await ask(server, token)).toMatchObject({ status: 200 })
  })

  test('gives the rights of the account and no more', async () => {
    const { server } = await service()
    const credentials = { token: await issuer.sign({ org: 'shop', sub: 'bob@example.com' }) }
    const client = createClient({ baseUrl: server.url, credentials })
    expect((await client.allLineage()).edgeList).toEqual([])
  })

  test.each([
    ['of another issuer', { ...ANN, iss: 'https://login.example.com' }, 'issuer'],
    ['for another audience', { ...ANN, aud: 'other' }, '"aud"'],
    ['that has expired', { ...ANN, exp: 1_700_000_000 }, 'expired'],
    ['that never expires', { ...ANN, exp: undefined }, '"exp"'],
    ['that is not valid yet', { ...ANN, nbf: 4_000_000_000 }, '"nbf"'],
    ['without the account', { org: 'shop' }, '"sub"'],
    ['whose tenant is no text', { ...ANN, org: 7 }, '"org"'],
    ['of an unknown account', { ...ANN, sub: 'eve' }, 'no account'],
    ['of an unknown tenant', { ...ANN, org: 'other' }, 'no account'],
  ])('refuses a token %s', async (_, claims, reason) => {
    const { server } = await service()
    const answer = await ask(server, await issuer.sign(claims))
    expect(answer).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' })
    expect(answer.errorMsg).toContain(reason)
  })

  test('refuses what its issuer did not sign', async () => {
    const { server } = await service()
    const token = await issuer.sign(ANN)
    const [head, body, signature] = token.split('.') as [string, string, string]
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = encode({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'bob' })
    const none = encode({ alg: 'none' })
    const shared = encode({ alg: 'HS256', kid: 'key-1' })
    const hmac = createHmac('sha256', 'guess').update(`${shared}.${body}`).digest('base64url')
    const wrong = [
      await issuer.sign(ANN, { foreign: true }),
      `${head}.${forged}.${signature}`,
      `${none}.${body}.`,
      `${shared}.${body}.${hmac}`,
      'not-a-token',
      `${head}.${body}`,
    ]
    for (const one of wrong) expect(await ask(server, one)).toMatchObject({ status: 401 })
  })

  test('lets the clocks differ by as much as the settings say', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const late = await issuer.sign({ ...ANN, exp: now - 60 })
    expect(await ask((await service({ clockSkew: 300 })).server, late)).toMatchObject({
      status: 200,
    })
    expect(await ask((await service({ clockSkew: 0 })).server, late)).toMatchObject({ status: 401 })
  })

  test('follows the issuer to new keys, and forgets the old ones', async () => {
    const { server } = await service({ keyInterval: 0 })
    const before = await issuer.sign(ANN)
    expect(await ask(server, before)).toMatchObject({ status: 200 })
    await issuer.rotate()
    expect(await ask(server, await issuer.sign(ANN))).toMatchObject({ status: 200 })
    expect(await ask(server, before)).toMatchObject({ status: 401 })
  })

  test('does not let unknown keys make it ask the issuer each time', async () => {
    const { server } = await service()
    expect(await ask(server, await issuer.sign(ANN))).toMatchObject({ status: 200 })
    await issuer.rotate()
    for (let i = 0; i < 5; i++) await ask(server, await issuer.sign(ANN))
    expect(issuer.reads()).toBe(1)
  })

  test('says that the issuer is missing, and recovers by itself', async () => {
    const { server } = await service({ keyInterval: 0 })
    const token = await issuer.sign(ANN)
    issuer.fail(500)
    const answer = await ask(server, token)
    expect(answer).toMatchObject({ status: 503, challenge: null })
    expect(answer.errorMsg).toContain('Try again later')
    issuer.fail(null)
    expect(await ask(server, token)).toMatchObject({ status: 200 })
  })

  test('can be combined with the tenant-id header, and is ignored with all three credential headers', async () => {
    const { server, platform } = await service()
    const token = await issuer.sign(ANN)
    expect(await ask(server, token, { 'tenant-id': 'shop' })).toMatchObject({ status: 200 })
    expect(await ask(server, token, { 'tenant-id': 'other' })).toMatchObject({ status: 401 })
    const secret = await platform.createCredential({ account: 'ann', kind: 'APIKEY' })
    const own = { 'tenant-id': 'shop', 'auth-type': 'APIKEY', 'auth-value': secret }
    expect(await ask(server, 'not-read', own)).toMatchObject({ status: 200 })
    expect(await ask(server, token, { ...own, 'auth-value': 'wrong' })).toMatchObject({
      status: 401,
    })
  })
})

describe('the settings of an issuer', () => {
  const create = (...issuers: readonly TokenIssuer[]) => createPlatform({ issuers })
  const good: TokenIssuer = { issuer: 'https://login.example.com', audience: 'x' }

  test.each([
    [{ ...good, issuer: 'http://login.example.com' }, 'https'],
    [{ ...good, issuer: 'login' }, 'https'],
    [{ ...good, jwks: 'ftp://login.example.com/keys' }, 'https'],
    [{ ...good, algorithms: ['HS256'] }, 'HS256'],
    [{ ...good, algorithms: ['none'] }, 'none'],
    [{ ...good, tenant: 'a', claims: { tenant: 'b' } }, 'tenant'],
  ])('%j is refused', async (issuer, part) => {
    const refused = create(issuer)
    await expect(refused).rejects.toMatchObject({ code: 'ACCESS_INVALID_ISSUER' })
    await expect(refused).rejects.toThrow(part)
  })

  test('can appear only once', async () => {
    await expect(create(good, good)).rejects.toThrow('listed twice')
  })

  test('lead to 503 when the document of the issuer names another issuer', async () => {
    const { server } = await service({ issuer: `${issuer.issuer}/` })
    const answer = await ask(server, await issuer.sign({ ...ANN, iss: `${issuer.issuer}/` }))
    expect(answer.status).toBe(503)
  })
})
