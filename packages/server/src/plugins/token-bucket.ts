/** How many requests a tenant may make. */
export interface RateLimit {
  /** Requests a second that may go on for ever; more than 0, a fraction too. */
  readonly requestsPerSecond: number
  /** Requests that may come at once after a pause; at least 1. @defaultValue one second's, at least 1 */
  readonly burst?: number
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
