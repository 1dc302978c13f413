import { setImmediate } from 'node:timers/promises'

/** Work goes on for so many milliseconds before others get their turn. */
const TURN = 10

/** Does work that pauses without a pause. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does work that pauses, letting timers and connections have their turn; an aborted signal stops it at a pause. */
export async function runCooperatively<T>(
  work: Generator<void, T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let begin = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - begin > TURN) {
      await setImmediate()
      signal?.throwIfAborted()
      begin = performance.now()
    }
  }
}
