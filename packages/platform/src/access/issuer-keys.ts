import type { Clock } from '@tributary/core'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { issuerUnavailableError } from '../model/errors.ts'
import type { TokenIssuer } from '../model/options.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** How long keys are used before they are read again, in milliseconds. */
const RENEWAL = 600 * SECOND

/** How long keys that were read are used while the issuer does not answer, in milliseconds. */
const KEY_LIFETIME = 24 * HOUR

/** How long an answer of an issuer may take to its last byte, in milliseconds, and its largest size in bytes. */
const TIME_LIMIT = 5 * SECOND
const SIZE_LIMIT = 2 ** 20

/** Options of {@link createIssuerKeys}. */
export interface IssuerKeysOptions {
  readonly clock: Clock
  /** How long an answer may take, in milliseconds. @defaultValue 5,000 */
  readonly timeLimit?: number
}

/**
 * Creates the search for the key of a token. Keys are read at the first token, every ten minutes, and for a token with an
 * unknown key. A reading that fails counts as one: `keyInterval` passes before the next, however many tokens arrive. Keys
 * that were read are used for {@link KEY_LIFETIME} while the issuer fails. Rejects with `ACCESS_ISSUER_UNAVAILABLE` when only the
 * issuer could tell whether there is such a key.
 */
export function createIssuerKeys(
  { issuer, jwks, keyInterval = 30 }: TokenIssuer,
  { clock, timeLimit = TIME_LIMIT }: IssuerKeysOptions,
): JWTVerifyGetKey {
  const interval = keyInterval * SECOND
  let address = jwks ?? null
  let currentKeys: { readonly find: JWTVerifyGetKey; readonly since: number } | null = null
  /** When the last reading began, and why it failed; null when it did not. */
  let lastAttempt = Number.NEGATIVE_INFINITY
  let failure: unknown = null
  let reading: Promise<void> | null = null

  const now = (): number => clock.now().valueOf()
  // A clock that is set back must not stop the readings.
  const isOver = (since: number, duration: number): boolean => Math.abs(now() - since) >= duration
  const readKeys = async (): Promise<void> => {
    lastAttempt = now()
    try {
      address ??= await readKeyAddress(issuer, timeLimit)
      const keys = (await readJson(address, timeLimit, 'manual')) as JSONWebKeySet
      currentKeys = { find: createLocalJWKSet(keys), since: now() }
      failure = null
    } catch (error) {
      failure = error
      address = jwks ?? null
    } finally {
      reading = null
    }
  }
  /** The reading that is under way, or a new one where it is time; null otherwise. */
  const startReading = (): Promise<void> | null => {
    if (reading === null && isOver(lastAttempt, interval)) reading = readKeys()
    return reading
  }
  const unavailable = (): Error => {
    const wait = Math.max(1, Math.ceil((lastAttempt + interval - now()) / SECOND))
    return issuerUnavailableError(issuer, wait, failure)
  }
  const find: JWTVerifyGetKey = async (...keyRequest) => {
    if (currentKeys === null || isOver(currentKeys.since, KEY_LIFETIME)) throw unavailable()
    return currentKeys.find(...keyRequest)
  }

  return async (...keyRequest) => {
    if (currentKeys === null || isOver(currentKeys.since, RENEWAL)) {
      const isUsable = currentKeys !== null && !isOver(currentKeys.since, KEY_LIFETIME)
      const isFailing = failure !== null
      const renewed = startReading()
      // Nobody waits for an issuer that did not answer before while its keys can be used.
      if (!isUsable || !isFailing) await renewed
    }
    try {
      return await find(...keyRequest)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const renewed = startReading()
      await renewed
      if (failure !== null) throw unavailable()
      if (renewed === null) throw error
      return find(...keyRequest)
    }
  }
}

/** Where the keys of an issuer are, from its OpenID Connect discovery document. */
async function readKeyAddress(issuer: string, timeLimit: number): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovery = await readJson(url, timeLimit, 'follow')
  const { issuer: name, jwks_uri: address } = discovery as { issuer?: unknown; jwks_uri?: unknown }
  if (name === issuer && typeof address === 'string' && isPrivateAddress(address)) return address
  throw new Error(`${url} names another issuer, or no https address of keys`)
}

/** Reads a document of JSON. Rejects for one that is late or large, of which no more is read than the limit. */
async function readJson(
  url: string,
  timeLimit: number,
  redirect: 'follow' | 'manual',
): Promise<unknown> {
  const headers = { accept: 'application/json, application/jwk-set+json' }
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimit), headers, redirect })
  if (response.status !== 200 || !isPrivateAddress(response.url)) {
    await response.body?.cancel()
    throw new Error(`${url} answers with ${response.status} from ${response.url}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  // To leave the loop ends the connection.
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > SIZE_LIMIT) throw new Error(`${url} answers with more than ${SIZE_LIMIT} bytes`)
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null) return value
  throw new Error(`${url} answers with no JSON object`)
}

/** Whether nobody on the way can change what the address answers. */
export function isPrivateAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
