import pg, { type ClientConfig } from 'pg'

/** How long the server may take to begin a query that is being cancelled. */
const REPEAT_MS = 50

/**
 * Has the server stop what the backend `processId` runs. It forgets a request that arrives before the query does, so the
 * request is repeated until `ended` is aborted. On a connection of its own: those of a pool may all be busy.
 */
export async function cancelBackend(
  config: ClientConfig,
  processId: number,
  ended: AbortSignal,
): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    while (!ended.aborted) {
      await client.query('SELECT pg_cancel_backend($1)', [processId])
      await aborted(ended, REPEAT_MS)
    }
  } catch {
    // The query's own connection is dropped when it settles; the server then ends what still runs.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits until the signal is aborted, or `most` milliseconds. */
function aborted(signal: AbortSignal, most: number): Promise<void> {
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
