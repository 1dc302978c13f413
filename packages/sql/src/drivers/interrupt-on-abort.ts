/** What can be told to stop its query. */
export interface Interruptible {
  interrupt(): void
}

/** DuckDB forgets an interruption that arrives before the query runs, so it is repeated until the query ends. */
const REPEAT_MS = 20

/**
 * What `work` gives. When the signal is aborted the connection is interrupted until `work` settles, and a
 * rejection becomes the signal's reason.
 */
export async function interruptOnAbort<T>(
  connection: Interruptible,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const interrupt = () => {
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), REPEAT_MS)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(timer)
  }
}
