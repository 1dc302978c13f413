import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An OpenID Connect issuer on this machine: a discovery document, keys, and tokens signed with the newest key. */
export interface TestIssuer {
  readonly issuer: string
  /** Signs claims; `iss`, `aud`, `iat` and `exp` (ten minutes) are filled in unless they are given. */
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>
  /** Makes a new key; the keys before are no longer published. */
  rotate(): Promise<void>
  /** From now on answers every request with this status; null for as usual. */
  fail(status: number | null): void
  /** How often the keys were read. */
  readonly reads: () => number
  close(): Promise<void>
}

/** How to sign a token. */
export interface SignOptions {
  /** Sign with a key that is not published. */
  readonly foreign?: true
  readonly now?: Date
}

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { readonly kid: string }

/** Starts an issuer on a free port. */
export async function startIssuer(audience = 'tributary'): Promise<TestIssuer> {
  let made = 0
  const makeKey = async (): Promise<Key> => {
    return { ...(await generateKeyPair('ES256')), kid: `key-${++made}` }
  }
  let key = await makeKey()
  let status: number | null = null
  let reads = 0
  const documentAt = async (path: string | undefined): Promise<object | null> => {
    if (path === '/.well-known/openid-configuration') return { issuer, jwks_uri: `${issuer}/keys` }
    if (path !== '/keys') return null
    reads += 1
    return {
      keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256', use: 'sig' }],
    }
  }
  const server = createServer((request, response) => {
    void documentAt(request.url).then((found) => {
      response.writeHead(status ?? (found === null ? 404 : 200), {
        'content-type': 'application/json',
      })
      response.end(JSON.stringify(found))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    async sign(claims, { foreign, now = new Date() } = {}) {
      const seconds = Math.floor(now.valueOf() / 1_000)
      const usual = { iss: issuer, aud: audience, iat: seconds, exp: seconds + 600 }
      const { privateKey, kid } = foreign ? { ...(await makeKey()), kid: key.kid } : key
      const payload = Object.fromEntries(
        Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined),
      )
      return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    },
    async rotate() {
      key = await makeKey()
    },
    fail(next) {
      status = next
    },
    reads: () => reads,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
