import { type CredentialHeaders, credentialHeaders } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import type { BearerToken, Caller, Platform } from '@tributary/platform'
import { unauthenticatedError } from '@tributary/platform/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidPartError } from '../errors.ts'
import type { AnswerLimit } from '../request/answer-limit.ts'
import { toStatus } from '../status-of.ts'
import type { IsFromProxy } from './trusted-proxy.ts'
import { compileValidator } from './validation.ts'

/** A symbol cannot collide with a decorator of the host application. */
const CALLER: unique symbol = Symbol('tributary.caller')

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set on every route behind authentication. */
    [CALLER]?: Caller | null
  }
}

/** Options of {@link requireCredentials}. */
interface CredentialOptions {
  readonly limit: AnswerLimit
  /** Which requests may name an account without proof. @defaultValue all, where the platform accepts it */
  readonly isFromProxy: IsFromProxy | null
}

/** The kinds of credential that name an account without proof. */
const NAMES: ReadonlySet<string> = new Set(['ACCOUNT', 'UID'])

/**
 * Requires the three credential headers on every route of `app`, before the body is read. A missing or
 * overlong header is answered with 400, refused credentials with 401, as is an `ACCOUNT` or `UID` that the trusted proxy
 * did not send, and 503 when authentication takes longer than `limit`. `Authorization: Bearer` replaces `auth-type` and
 * `auth-value`, and `tenant-id` is optional beside it.
 */
export function requireCredentials(
  app: FastifyInstance,
  platform: Platform,
  { limit, isFromProxy }: CredentialOptions,
): void {
  app.decorateRequest(CALLER, null)
  app.addHook('onRequest', (request, reply, done) => {
    const setCaller = (caller: Caller) => {
      request[CALLER] = caller
      done()
    }
    const failed = (error: unknown) => done(error as Error)
    const bearer = readBearerToken(request)
    if (bearer !== null) {
      limit.settle(platform.authenticate(bearer), setCaller, (error) => {
        // Clients throw the token away for it: only when the token is the reason.
        if (isRefusal(error)) reply.header('www-authenticate', 'Bearer error="invalid_token"')
        failed(error)
      })
      return
    }
    if (isOtherScheme(request)) return done(notBearerError())
    const result = validate(request.headers)
    if ('error' in result) return done(result.error)
    const headers = result.value as CredentialHeaders
    const credentials = {
      tenantId: headers['tenant-id'],
      authType: headers['auth-type'],
      authValue: headers['auth-value'],
    }
    if (NAMES.has(credentials.authType) && isFromProxy?.(request.raw) === false) {
      return done(unauthenticatedError())
    }
    limit.settle(platform.authenticate(credentials), setCaller, failed)
  })
}

/** Whether the credentials are wrong, rather than something that checks them missing. */
function isRefusal(error: unknown): boolean {
  return error instanceof TributaryError && toStatus(error.code) === 401
}

/** Whether `Authorization` is there in place of `auth-type`, without a bearer token. */
function isOtherScheme({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && headers['auth-type'] === undefined
}

function notBearerError(): Error {
  const expected = '"Bearer" and a token, or be left out beside auth-type and auth-value'
  return invalidPartError('header', [{ path: 'authorization', expected, found: 'something else' }])
}

/** The token of `Authorization: Bearer`; null without one, and where `auth-type` says what counts. */
function readBearerToken({ headers }: FastifyRequest): BearerToken | null {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || headers['auth-type'] !== undefined) return null
  const tenantId = headers['tenant-id']
  return { token, ...(typeof tenantId === 'string' && { tenantId }) }
}

/** The caller of a route behind {@link requireCredentials}. */
export function getCaller(request: FastifyRequest): Caller {
  const caller = request[CALLER]
  if (!caller) throw new TypeError('This route is not behind authentication.')
  return caller
}

/** The tenant of the caller; null without a caller or before authentication. */
export function getTenant(request: FastifyRequest): string | null {
  return request[CALLER]?.tenant ?? null
}

const validate = compileValidator(credentialHeaders, 'header')
