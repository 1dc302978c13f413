import type { Operation } from '@tributary/contract'
import type { onRequestHookHandler } from 'fastify'
import { crossSiteError } from '../errors.ts'

/**
 * Whether a page of any site can make a browser send a request that changes data: by a link, an image or a form. A
 * JSON body needs the consent of the server first (CORS), which this server never gives.
 */
export function isForgeable({ changes, method, takes }: Operation): boolean {
  return changes === true && (method === 'GET' || takes === 'FILE')
}

/**
 * Refuses a request that a browser sends for a page of another site: behind a proxy that signs in by cookie it would
 * carry the user's credentials. Clients other than browsers do not send `Sec-Fetch-Site`.
 */
export const refuseOtherSites: onRequestHookHandler = (request, _reply, done) => {
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return done()
  done(crossSiteError(request.method, request.routeOptions.url ?? request.url))
}
