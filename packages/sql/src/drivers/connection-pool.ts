/** What the pool needs of a connection. */
export interface Closable {
  closeSync(): void
}

/** A few connections, opened when first needed and used again; more queries than that wait their turn. */
export class ConnectionPool<Connection extends Closable> {
  readonly #open: () => Promise<Connection>
  readonly #idle: Connection[] = []
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(open: () => Promise<Connection>, size: number) {
    this.#open = open
    this.#free = size
  }

  /** What `work` makes of a connection that nobody else uses meanwhile. A signal ends the wait for one. */
  async use<T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.#enter(signal)
    try {
      const connection = this.#idle.pop() ?? (await this.#open())
      try {
        return await work(connection)
      } finally {
        this.#idle.push(connection)
      }
    } finally {
      this.#leave()
    }
  }

  /** Closes the connections. Nobody may be using one, nor come later. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync()
  }

  #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
        reject(signal.reason)
      }
      this.#waiting.push(proceed)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
