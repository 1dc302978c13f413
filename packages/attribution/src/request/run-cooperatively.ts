import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two yields to the event loop. */
const YIELD_AFTER_MS = 10

/** Runs the generator to completion synchronously. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/**
 * Runs the generator and lets the event loop run every few milliseconds. Rejects with the signal's
 * reason when it is aborted.
 */
export async function runCooperatively<T>(
  work: Generator<void, T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let begin = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - begin > YIELD_AFTER_MS) {
      await setImmediate()
      signal?.throwIfAborted()
      begin = performance.now()
    }
  }
}
