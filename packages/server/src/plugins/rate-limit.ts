import type { FastifyInstance } from 'fastify'
import { rateLimited } from '../errors.ts'
import { callerOf } from './authentication.ts'
import { createTokenBucket, type RateLimit, type TokenBucket } from './token-bucket.ts'

/**
 * Holds every tenant to `limit`, each for itself, on routes behind credentials: what is refused there
 * counts for nobody. Too many requests are `SERVER_RATE_LIMITED`, with `Retry-After` in seconds.
 */
export function limitTenants(app: FastifyInstance, limit: RateLimit): void {
  const buckets = new Map<string, TokenBucket>()
  app.addHook('onRequest', (request, reply, done) => {
    const { tenant } = callerOf(request)
    let bucket = buckets.get(tenant)
    if (bucket === undefined) {
      bucket = createTokenBucket(limit)
      buckets.set(tenant, bucket)
    }
    const wait = bucket.take()
    if (wait === 0) return done()
    const seconds = Math.ceil(wait)
    reply.header('retry-after', seconds)
    done(rateLimited(seconds))
  })
}
