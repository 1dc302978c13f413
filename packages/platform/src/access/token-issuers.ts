import type { Clock } from '@tributary/core'
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import {
  invalidIssuerError,
  issuerUnavailableError,
  PlatformError,
  tokenRefusedError,
} from '../model/errors.ts'
import type { TokenIssuer } from '../model/options.ts'
import { createIssuerKeys, type IssuerKeysOptions, isPrivateAddress } from './issuer-keys.ts'

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
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Creates the verification of tokens of some issuers. Throws `ACCESS_INVALID_ISSUER` for wrong settings. */
export function createTokenVerifier(
  issuers: readonly TokenIssuer[],
  clock: Clock,
  options: Omit<IssuerKeysOptions, 'clock'> = {},
): VerifyToken {
  const byName = new Map<string, { readonly issuer: TokenIssuer; readonly keys: JWTVerifyGetKey }>()
  for (const issuer of issuers) {
    assertUsable(issuer)
    if (byName.has(issuer.issuer)) throw invalidIssuerError(issuer.issuer, 'it is listed twice')
    byName.set(issuer.issuer, { issuer, keys: createIssuerKeys(issuer, { clock, ...options }) })
  }
  return async (token) => {
    const accepted = byName.get(readIssuer(token))
    if (accepted === undefined) {
      throw tokenRefusedError('its issuer is none that this service accepts')
    }
    const { issuer } = accepted
    const payload = await verify(token, { ...accepted, now: clock.now() })
    const tenant = issuer.tenant ?? readClaim(payload, issuer.claims?.tenant ?? 'tenant')
    return { tenant, account: readClaim(payload, issuer.claims?.account ?? 'sub') }
  }
}

function assertUsable(issuer: TokenIssuer): void {
  const { issuer: name, jwks, algorithms = [], tenant, claims } = issuer
  for (const address of jwks === undefined ? [name] : [name, jwks]) {
    if (!isPrivateAddress(address)) {
      const reason = `"${address}" is not an https address; only those of this machine may be http`
      throw invalidIssuerError(name, reason)
    }
  }
  const unknown = algorithms.find((algorithm) => !ALGORITHMS.includes(algorithm))
  if (unknown !== undefined) {
    const reason = `the algorithm "${unknown}" is none of ${ALGORITHMS.join(', ')}`
    throw invalidIssuerError(name, reason)
  }
  if (tenant !== undefined && claims?.tenant !== undefined) {
    const reason = 'it has both a tenant and a claim that names the tenant; keep one of them'
    throw invalidIssuerError(name, reason)
  }
}

/** The issuer that a token states, which is not verified yet. */
function readIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw tokenRefusedError('it is no JSON Web Token')
  }
}

async function verify(
  token: string,
  {
    issuer: { issuer, audience, algorithms = ALGORITHMS, clockSkew = 30, keyInterval = 30 },
    keys,
    now,
  }: { readonly issuer: TokenIssuer; readonly keys: JWTVerifyGetKey; readonly now: Date },
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
    if (error instanceof PlatformError) throw error
    if (error instanceof errors.JOSEError) throw tokenRefusedError(findReason(error))
    // The key is there and cannot be used, which says nothing of the token.
    throw issuerUnavailableError(issuer, keyInterval || 1, error)
  }
}

/** Why a token is refused. */
function findReason(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `its claim "${error.claim}" is missing or not accepted here`
  }
  return 'it is not signed by a key of its issuer'
}

function readClaim(payload: JWTPayload, name: string): string {
  const value = payload[name]
  if (typeof value === 'string' && value !== '') return value
  throw tokenRefusedError(`its claim "${name}" is no text`)
}
