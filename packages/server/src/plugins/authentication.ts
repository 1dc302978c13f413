import type { Caller, Platform } from '@tributary/platform'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CredentialHeaders, credentialHeaders } from '../contract/headers.ts'
import { compileValidator } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every route behind authentication. */
    caller: Caller | null
  }
}

/**
 * Puts every route of `app` behind the three headers of specification §5, before any body is read:
 * a missing or over-long header is 400, credentials that the platform refuses are 401.
 */
export function requireCredentials(app: FastifyInstance, platform: Platform): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const result = validate(request.headers)
    if ('error' in result) throw result.error
    const headers = result.value as CredentialHeaders
    request.caller = await platform.authenticate({
      tenantId: headers['tenant-id'],
      authType: headers['auth-type'],
      authValue: headers['auth-value'],
    })
  })
}

/** The caller of a route behind {@link requireCredentials}. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new TypeError('This route is not behind authentication.')
  return request.caller
}

const validate = compileValidator(credentialHeaders, 'header')
