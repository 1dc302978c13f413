/** Something that is done again and again. */
export interface Repetition {
  /** Does it as soon as it is not being done; of many calls meanwhile one is enough. */
  now(): void
  /** Stops the calls, after the running one has ended. */
  close(): Promise<void>
}

/**
 * Calls `work` immediately and then whenever `every` milliseconds have passed since it ended, never twice at a time.
 * Errors of `work` are ignored: it is called again. Keeps the process alive until it is closed, even while there is
 * nothing to do, such as until the lease of a lost worker ends.
 */
export function keepCalling(work: () => Promise<void>, every: number): Repetition {
  let isClosed = false
  let isWanted = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const call = async (): Promise<void> => {
    clearTimeout(timer)
    do {
      isWanted = false
      await work().catch(() => {})
    } while (isWanted && !isClosed)
    running = null
    if (!isClosed) timer = setTimeout(start, every)
  }
  const start = (): void => {
    if (isClosed) return
    isWanted = true
    running ??= call()
  }
  start()
  return {
    now: start,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
