import type { Client } from 'pg'

/** Milliseconds between two requests to cancel. */
const REPEAT_MS = 50

/**
 * Cancels the query that the backend `processId` runs. The server ignores a request that arrives before the query, so it
 * is repeated until `ended` is aborted. It uses a connection of its own, since all of a pool may be busy.
 */
export async function cancelBackend(
  createClient: () => Client,
  processId: number,
  ended: AbortSignal,
): Promise<void> {
  const client = createClient()
  client.on('error', () => undefined)
  try {
    await client.connect()
    while (!ended.aborted) {
      await client.query('SELECT pg_cancel_backend($1)', [processId])
      await waitForAbort(ended, REPEAT_MS)
    }
  } catch {
    // The connection of the query is dropped once it settles; the server then ends what still runs.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits until the signal is aborted, or `most` milliseconds. */
function waitForAbort(signal: AbortSignal, most: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, most)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
