import type { Clock } from '@tributary/core'
import { createAsyncMemo } from '@tributary/core/internal'
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { invalidIssuerError, issuerUnavailableError, tokenRefusedError } from '../model/errors.ts'
import type { TokenIssuer } from '../model/options.ts'

/** The account that a token names. */
export interface TokenAccount {
  readonly tenant: string
  readonly account: string
}

/**
 * Verifies a token and gives the account that it names. Rejects with `ACCESS_UNAUTHENTICATED` for a token that is not
 * accepted, and with `ACCESS_ISSUER_UNAVAILABLE` when the keys of its issuer cannot be read.
 */
export type VerifyToken = (token: string) => Promise<TokenAccount>

/** Signatures with a public key. With a shared secret, whoever can check a token could also make one. */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const SECOND = 1_000

/** How long the address or the keys of an issuer may take to arrive, in milliseconds. */
const FETCH_TIMEOUT = 5 * SECOND

/** Creates the verification of tokens of some issuers. Throws `ACCESS_INVALID_ISSUER` for wrong settings. */
export function createTokenVerifier(issuers: readonly TokenIssuer[], clock: Clock): VerifyToken {
  const byName = new Map<string, TokenIssuer>()
  for (const issuer of issuers) {
    assertUsable(issuer)
    if (byName.has(issuer.issuer)) throw invalidIssuerError(issuer.issuer, 'it is listed twice')
    byName.set(issuer.issuer, issuer)
  }
  const keySets = createAsyncMemo<KeySet>()
  return async (token) => {
    const issuer = byName.get(issuerOf(token))
    if (issuer === undefined)
      throw tokenRefusedError('its issuer is none that this service accepts')
    const keys = await keySets.getOrMake(issuer.issuer, () => keySetOf(issuer))
    const payload = await verify(token, { issuer, keys, now: clock.now() })
    const tenant = issuer.tenant ?? claimOf(payload, issuer.claims?.tenant ?? 'tenant')
    return { tenant, account: claimOf(payload, issuer.claims?.account ?? 'sub') }
  }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>

function assertUsable(issuer: TokenIssuer): void {
  const { issuer: name, jwks, algorithms = [], tenant, claims } = issuer
  for (const address of jwks === undefined ? [name] : [name, jwks]) {
    if (!isPrivate(address)) {
      const reason = `"${address}" is not an https address; only those of this machine may be http`
      throw invalidIssuerError(name, reason)
    }
  }
  const unknown = algorithms.find((one) => !ALGORITHMS.includes(one))
  if (unknown !== undefined) {
    const reason = `the algorithm "${unknown}" is none of ${ALGORITHMS.join(', ')}`
    throw invalidIssuerError(name, reason)
  }
  if (tenant !== undefined && claims?.tenant !== undefined) {
    const reason = 'it has both a tenant and a claim that names the tenant; keep one of them'
    throw invalidIssuerError(name, reason)
  }
}

/** Whether nobody on the way can change what the address answers. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The issuer that a token states, which is not verified yet. */
function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw tokenRefusedError('it is no JSON Web Token')
  }
}

/** The keys of an issuer. They are read at the first token, every ten minutes, and for a token with an unknown key. */
async function keySetOf({ issuer, jwks, keyInterval = 30 }: TokenIssuer): Promise<KeySet> {
  const url = new URL(jwks ?? (await keyAddressOf(issuer)))
  const cooldownDuration = keyInterval * SECOND
  return createRemoteJWKSet(url, { timeoutDuration: FETCH_TIMEOUT, cooldownDuration })
}

/** Where the keys of an issuer are, from its OpenID Connect discovery document. */
async function keyAddressOf(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let found: { readonly issuer?: unknown; readonly jwks_uri?: unknown }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT) })
    if (!response.ok) throw new Error(`it answers with ${response.status}`)
    found = (await response.json()) as typeof found
  } catch (error) {
    throw issuerUnavailableError(issuer, url, error)
  }
  const { jwks_uri: address } = found
  if (found.issuer === issuer && typeof address === 'string' && isPrivate(address)) return address
  const reason = new Error('its document names another issuer, or no https address of keys')
  throw issuerUnavailableError(issuer, url, reason)
}

async function verify(
  token: string,
  {
    issuer: { issuer, audience, algorithms = ALGORITHMS, clockSkew = 30 },
    keys,
    now,
  }: { readonly issuer: TokenIssuer; readonly keys: KeySet; readonly now: Date },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: [audience].flat(),
      algorithms: [...algorithms],
      clockTolerance: clockSkew,
      currentDate: now,
      requiredClaims: ['exp'],
    })
    return payload
  } catch (error) {
    throw refusal(error) ?? issuerUnavailableError(issuer, 'its keys', error)
  }
}

/** Why a token is refused; null when it is the keys that are missing. */
function refusal(error: unknown): ReturnType<typeof tokenRefusedError> | null {
  if (error instanceof errors.JWTExpired) return tokenRefusedError('it has expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return tokenRefusedError(`its claim "${error.claim}" is missing or not accepted here`)
  }
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return null
  // The generic error is that of an answer with another status than 200.
  if (!(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC') return null
  return tokenRefusedError('it is not signed by a key of its issuer')
}

function claimOf(payload: JWTPayload, name: string): string {
  const value = payload[name]
  if (typeof value === 'string' && value !== '') return value
  throw tokenRefusedError(`its claim "${name}" is no text`)
}
