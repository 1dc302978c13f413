import { isHostOfThisMachine, isOriginOfThisMachine } from '@tributary/core/internal'
import type { FastifyInstance } from 'fastify'
import { foreignHostError } from '../errors.ts'
import { isBelievedByPlace, type TrustedProxy } from './trusted-proxy.ts'

/** Marks an application that has the check; a symbol cannot collide with a decorator of the host application. */
const CHECKED: unique symbol = Symbol('tributary.checked')

/**
 * Refuses requests that are believed because they come from this machine, and that name another host or come from a page
 * of another site. A browser of this machine sends them for a page whose name leads here.
 */
export function refuseForeignHosts(app: FastifyInstance, proxy: TrustedProxy | undefined): void {
  if (proxy === undefined || proxy.secret !== undefined || app.hasDecorator(CHECKED)) return
  app.decorate(CHECKED, true)
  const isBelieved = isBelievedByPlace(proxy)
  app.addHook('onRequest', ({ raw, headers: { host, origin } }, _reply, done) => {
    if (isBelieved(raw)) {
      if (!isHostOfThisMachine(host)) return done(foreignHostError('host', host ?? ''))
      if (!isOriginOfThisMachine(origin)) return done(foreignHostError('origin', origin ?? ''))
    }
    done()
  })
}
