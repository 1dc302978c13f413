import type { FastifyInstance } from 'fastify'
import { rateLimitedError } from '../errors.ts'
import { callerOf } from './authentication.ts'

/** The rate limit of each tenant. */
export interface RateLimit {
  /** The sustained number of requests per second, more than 0; may be a fraction. */
  readonly requestsPerSecond: number
  /**
   * The largest number of requests at once after a pause, at least 1. @defaultValue the requests of one second, at
   * least 1
   */
  readonly burst?: number
}

/**
 * Limits the rate of requests of each tenant on routes behind authentication; requests with refused credentials do
 * not count. Requests over the limit are answered with `SERVER_RATE_LIMITED` and `Retry-After` in seconds.
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
    done(rateLimitedError(seconds))
  })
}

/** A token bucket. */
export interface TokenBucket {
  /** Takes a token and gives 0, or takes none and gives the seconds until there is one. */
  take(): number
}

/**
 * Creates a full bucket of `burst` tokens that refills with `requestsPerSecond`. `now` is a monotonic clock in
 * milliseconds.
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
