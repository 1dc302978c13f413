import type { FastifyInstance } from 'fastify'
import { rateLimitedError } from '../errors.ts'
import { getCaller } from './authentication.ts'

/** A rate limit, of each tenant or of each account. */
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
 * The limit of each account where none is given. A page of the explorer sends a hundred requests when it opens; at about a
 * millisecond each, this rate leaves half of the thread to other accounts.
 */
export const DEFAULT_ACCOUNT_LIMIT: RateLimit = { requestsPerSecond: 500, burst: 5000 }

/**
 * Limits the rate of requests of each tenant on routes behind authentication; requests with refused credentials do
 * not count. Requests over the limit are answered with `SERVER_RATE_LIMITED` and `Retry-After` in seconds.
 */
export function limitTenants(app: FastifyInstance, limit: RateLimit): void {
  limitCallers(app, limit, 'tenant')
}

/** Limits the rate of requests of each account likewise, whichever of its credentials they have. */
export function limitAccounts(app: FastifyInstance, limit: RateLimit): void {
  limitCallers(app, limit, 'account')
}

function limitCallers(app: FastifyInstance, limit: RateLimit, of: 'tenant' | 'account'): void {
  const buckets = createTokenBuckets(limit)
  app.addHook('onRequest', (request, reply, done) => {
    const { tenant, account } = getCaller(request)
    const wait = buckets.take(of === 'tenant' ? tenant : JSON.stringify([tenant, account]))
    if (wait === 0) return done()
    const seconds = Math.ceil(wait)
    reply.header('retry-after', seconds)
    done(rateLimitedError(of, seconds))
  })
}

/** Token buckets by key. */
export interface TokenBuckets {
  /** Takes a token of a key and gives 0, or takes none and gives the seconds until there is one. */
  take(key: string): number
  /** The number of buckets that are kept. */
  size(): number
}

/** Buckets that are kept before those that are full again are dropped: a new one is full, too. */
const MOST_BUCKETS = 10_000

/** Creates a bucket for each key at its first use. `now` is a monotonic clock in milliseconds. */
export function createTokenBuckets(
  limit: RateLimit,
  now: () => number = () => performance.now(),
): TokenBuckets {
  const buckets = new Map<string, TokenBucket>()
  let most = MOST_BUCKETS
  return {
    take(key) {
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        if (buckets.size >= most) {
          for (const [key, { isFull }] of buckets) if (isFull()) buckets.delete(key)
          most = Math.max(MOST_BUCKETS, buckets.size * 2)
        }
        bucket = createTokenBucket(limit, now)
        buckets.set(key, bucket)
      }
      return bucket.take()
    },
    size: () => buckets.size,
  }
}

/** A token bucket. */
export interface TokenBucket {
  /** Takes a token and gives 0, or takes none and gives the seconds until there is one. */
  take(): number
  /** Whether it has all its tokens again. */
  isFull(): boolean
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
  const refill = (): void => {
    const time = now()
    tokens = Math.min(burst, tokens + ((time - at) / 1_000) * requestsPerSecond)
    at = time
  }
  return {
    isFull: () => {
      refill()
      return tokens === burst
    },
    take: () => {
      refill()
      if (tokens < 1) return (1 - tokens) / requestsPerSecond
      tokens -= 1
      return 0
    },
  }
}
