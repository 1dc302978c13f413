/** The work that is going on: each piece can be stopped by its own caller, and all of it at once. */
export class RunningWork {
  readonly #pieces = new Map<Promise<unknown>, AbortController>()
  #ended: { readonly reason: unknown } | null = null

  /** What `work` gives. Its signal is aborted by the caller's and by {@link end}, after which nothing starts. */
  start<T>(signal: AbortSignal | null, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#ended !== null) return Promise.reject(this.#ended.reason)
    if (signal?.aborted) return Promise.reject(signal.reason)
    const stop = new AbortController()
    const forward = () => stop.abort(signal?.reason)
    signal?.addEventListener('abort', forward, { once: true })
    const piece = work(stop.signal).finally(() => {
      signal?.removeEventListener('abort', forward)
      this.#pieces.delete(piece)
    })
    this.#pieces.set(piece, stop)
    return piece
  }

  /** Stops everything with `reason` and waits until nothing runs. */
  async end(reason: unknown): Promise<void> {
    this.#ended ??= { reason }
    for (const stop of this.#pieces.values()) stop.abort(reason)
    await Promise.allSettled(this.#pieces.keys())
  }
}
