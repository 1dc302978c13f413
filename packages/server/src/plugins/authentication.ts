import { type CredentialHeaders, credentialHeaders } from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerLimit } from '../request/answer-limit.ts'
import { compileValidator } from './validation.ts'

/** A symbol, so that a host application may have a decorator of any name. */
const CALLER: unique symbol = Symbol('tributary.caller')

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every route behind authentication. */
    [CALLER]?: Caller | null
  }
}

/**
 * Puts every route of `app` behind the three headers of specification §5, before any body is read:
 * a missing or over-long header is 400, credentials that the platform refuses are 401. To find out may take
 * until `limit`, then it is 503.
 */
export function requireCredentials(
  app: FastifyInstance,
  platform: Platform,
  limit: AnswerLimit,
): void {
  app.decorateRequest(CALLER, null)
  app.addHook('onRequest', (request, _reply, done) => {
    const result = validate(request.headers)
    if ('error' in result) return done(result.error)
    const headers = result.value as CredentialHeaders
    const credentials = {
      tenantId: headers['tenant-id'],
      authType: headers['auth-type'],
      authValue: headers['auth-value'],
    }
    const found = (caller: Caller) => {
      request[CALLER] = caller
      done()
    }
    const failed = (error: unknown) => done(error as Error)
    limit.settle(platform.authenticate(credentials), found, failed)
  })
}

/** The caller of a route behind {@link requireCredentials}. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request[CALLER]
  if (!caller) throw new TypeError('This route is not behind authentication.')
  return caller
}

/** The tenant of the caller; null where there is none, or none yet. */
export function tenantOf(request: FastifyRequest): string | null {
  return request[CALLER]?.tenant ?? null
}

const validate = compileValidator(credentialHeaders, 'header')
