import type { Route } from '@tributary/contract/routes'
import { ClientError } from './errors.ts'

/** Milliseconds before the first retry that nothing says the time of; each further one waits twice as long. */
const FIRST_WAIT = 200

/**
 * The milliseconds to wait before the request is sent again after `error`; null when it must not be. A request with
 * status 429 was not worked on; after any other failure an operation that changes data may have been.
 */
export function waitBefore(error: unknown, route: Route, retry: number): number | null {
  if (!(error instanceof ClientError)) return null
  const { status, code, retryAfter } = error
  const mayRepeat = status === 429 || (route.changes !== true && isPassing(status, code))
  if (!mayRepeat) return null
  if (retryAfter !== null) return retryAfter * 1_000
  return FIRST_WAIT * 2 ** retry * (0.5 + Math.random())
}

function isPassing(status: number | null, code: string): boolean {
  return status === 502 || status === 503 || status === 504 || code === 'CLIENT_UNREACHABLE'
}

/** Resolves after some milliseconds; rejects with the reason of the signal. */
export function sleep(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal?.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, time)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        end()
      },
      { once: true },
    )
  })
}
