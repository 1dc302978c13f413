import type { FastifyInstance } from 'fastify'
import { rateLimited } from '../errors.ts'
import { callerOf } from './authentication.ts'

/** How many requests a tenant may make. */
export interface RateLimit {
  /** Requests a second that may go on for ever; more than 0, a fraction too. */
  readonly requestsPerSecond: number
  /** Requests that may come at once after a pause; at least 1. @defaultValue one second's, at least 1 */
  readonly burst?: number
}

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

/** Lets so many requests through. */
export interface TokenBucket {
  /** 0 when the request may go on, else the seconds until one may; what may not go on costs nothing. */
  take(): number
}

/**
 * A bucket that is full at first: `burst` requests at once, then `requestsPerSecond`. `now` gives
 * milliseconds that never go back.
 */
export function createTokenBucket(
  { requestsPerSecond, burst = Math.max(1, requestsPerSecond) }: RateLimit,
  now: () => number = () => performance.now(),
): TokenBucket {
  let tokens = burst
  let at = now()
  return {
    take: () => {
      const time = now()
      tokens = Math.min(burst, tokens + ((time - at) / 1_000) * requestsPerSecond)
      at = time
      if (tokens < 1) return (1 - tokens) / requestsPerSecond
      tokens -= 1
      return 0
    },
  }
}
