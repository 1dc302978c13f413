/** Something that is done again and again. */
export interface Repetition {
  /** Does it as soon as it is not being done; of many calls meanwhile one is enough. */
  now(): void
  /** Ends it when it is not being done. */
  close(): Promise<void>
}

/**
 * Calls `work` immediately and then whenever `every` milliseconds have passed since it ended, never twice at a time.
 * What it throws is passed over: the next call may do better. The process lives until it is closed: there may be
 * nothing to do for a while, such as until the lease of a lost worker ends.
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
