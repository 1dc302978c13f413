import { Slots } from '../slots.ts'

/** A connection that a pool can close. */
export interface Closable {
  closeSync(): void
}

/** A limited number of connections, opened on demand and reused; further queries wait for a free one. */
export class ConnectionPool<Connection extends Closable> {
  readonly #open: () => Promise<Connection>
  readonly #idle: Connection[] = []
  readonly #slots: Slots

  constructor(open: () => Promise<Connection>, size: number) {
    this.#open = open
    this.#slots = new Slots(size)
  }

  /** Runs `work` with a connection of its own. An aborted signal ends the wait for a free connection. */
  use<T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#slots.use(signal, async () => {
      const connection = this.#idle.pop() ?? (await this.#open())
      try {
        return await work(connection)
      } finally {
        this.#idle.push(connection)
      }
    })
  }

  /** Closes the connections. None may be in use, then or later. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync()
  }
}

/** A connection whose query can be interrupted. */
export interface Interruptible {
  interrupt(): void
}

/** DuckDB ignores an interruption before the query runs, so it is repeated until the query ends. */
const REPEAT_MS = 20

/**
 * Runs `work`. When the signal is aborted, the connection is interrupted until `work` settles, and a rejection becomes
 * the signal's reason.
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
