/**
 * The values that work reports and then its result, one after the other: an async iterator. A value that is not read
 * before the next one comes is left out. Ending the iteration aborts the signal of the work; a failure of the work is
 * thrown.
 */
export async function* iterateLatest<T, Result>(
  start: (report: (value: T) => void, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<T, Result> {
  const stopped = new AbortController()
  let unread: { readonly value: T } | null = null
  let isDone = false
  let wake = (): void => {}
  const report = (value: T): void => {
    unread = { value }
    wake()
  }
  const work = start(report, stopped.signal).finally(() => {
    isDone = true
    wake()
  })
  // The failure is thrown when the work is awaited, which may be later.
  work.catch(() => {})
  const takeUnread = (): { readonly value: T } | null => {
    const value = unread
    unread = null
    return value
  }
  try {
    while (true) {
      const latest = takeUnread()
      if (latest !== null) yield latest.value
      else if (isDone) return await work
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stopped.abort()
  }
}
