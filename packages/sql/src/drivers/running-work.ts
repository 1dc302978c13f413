/** Tracks running work so that each piece can be aborted by its caller, and all of it together. */
export class RunningWork {
  readonly #pieces = new Map<Promise<unknown>, AbortController>()
  #ended: { readonly reason: unknown } | null = null

  /** Runs `work`. Its signal is aborted by the caller's signal and by {@link end}, after which no work starts. */
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

  /** Aborts all work with `reason` and waits until it has ended. */
  async end(reason: unknown): Promise<void> {
    this.#ended ??= { reason }
    for (const stop of this.#pieces.values()) stop.abort(reason)
    await Promise.allSettled(this.#pieces.keys())
  }
}
