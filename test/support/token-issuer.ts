import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An OpenID Connect issuer on this machine: a discovery document, keys, and tokens signed with the newest key. */
export interface TestIssuer {
  readonly issuer: string
  /** Signs claims; `iss`, `aud`, `iat` and `exp` (ten minutes) are filled in unless they are given. */
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>
  /** Makes a new key; the keys before are no longer published. */
  rotate(): Promise<void>
  /**
   * From now on answers every request with this status, with nothing (`SILENCE`), or with bytes without an end (`FLOOD`);
   * null for as usual.
   */
  fail(how: Failure | null): void
  /** How often the keys were read. */
  readonly reads: () => number
  /** How many requests have come. */
  readonly requests: () => number
  /** How many bytes of a flood were sent. */
  readonly flooded: () => number
  close(): Promise<void>
}

/** How an issuer fails. */
type Failure = number | 'SILENCE' | 'FLOOD'

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
  let failure: Failure | null = null
  let [reads, requests, flooded] = [0, 0, 0]
  const documentAt = async (path: string | undefined): Promise<object | null> => {
    if (path === '/.well-known/openid-configuration') return { issuer, jwks_uri: `${issuer}/keys` }
    if (path !== '/keys') return null
    reads += 1
    return {
      keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256', use: 'sig' }],
    }
  }
  const server = createServer((request, response) => {
    requests += 1
    if (failure === 'SILENCE') return
    if (failure === 'FLOOD') {
      const part = ' '.repeat(65_536)
      const flood = function* () {
        for (;;) {
          flooded += part.length
          yield part
        }
      }
      pipeline(Readable.from(flood()), response, () => {})
      return
    }
    const status = failure
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
      failure = next
    },
    reads: () => reads,
    requests: () => requests,
    flooded: () => flooded,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
