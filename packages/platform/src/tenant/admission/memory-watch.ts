import type { PlatformError } from '../../model/errors.ts'

/** Watches the memory of the process while work runs, and stops the largest piece of work when there is too much. */
export interface MemoryWatch {
  /** Runs `work`; its signal is aborted by the given one, and with an error of the watch when the work is stopped. */
  run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>
}

/** Options of {@link createMemoryWatch}. */
export interface MemoryWatchOptions {
  /** The bytes of memory beyond which work is stopped. */
  readonly limit: number
  /** The reason with which work is stopped; `bytes` is the memory of the process. */
  readonly reason: (bytes: number, limit: number) => PlatformError
  /** The memory of the process in bytes. @defaultValue its resident set */
  readonly read?: () => number
}

interface WatchedWork {
  readonly stop: AbortController
  /** By how many bytes the process grew while it ran; growth is shared by all work that runs. */
  growth: number
  isStopped: boolean
}

/** The time between two readings, in milliseconds. */
const INTERVAL = 50
/**
 * How long stopped work may take to end, and then its memory to be given back, before more is stopped. The engine ends a query
 * between two vectors of rows.
 */
const GRACE = 1_000
/** Work during which the process grew by less is not stopped. */
const LEAST_GROWTH = 16 * 2 ** 20

/**
 * Creates the watch of a process. No engine counts all memory of a query, such as the texts that it is making, so the process
 * itself is measured.
 */
export function createMemoryWatch({
  limit,
  reason,
  read = () => process.memoryUsage.rss(),
}: MemoryWatchOptions): MemoryWatch {
  const running = new Set<WatchedWork>()
  let timer: NodeJS.Timeout | null = null
  let last = 0
  /** When the next work may be stopped. */
  let next = 0

  const check = (): void => {
    const bytes = read()
    const share = Math.max(0, bytes - last) / running.size
    last = bytes
    for (const work of running) work.growth += share
    if (bytes > limit) stopLargest(bytes)
  }
  const stopLargest = (bytes: number): void => {
    const now = performance.now()
    if (now < next) return
    let largest: WatchedWork | null = null
    let most = LEAST_GROWTH * 2
    for (const work of running) {
      most = Math.max(most, work.growth)
      if (!work.isStopped && (largest === null || work.growth > largest.growth)) largest = work
    }
    // Work that has grown by much less than another is not the cause.
    if (largest === null || largest.growth < most / 2) return
    largest.isStopped = true
    next = now + GRACE
    largest.stop.abort(reason(bytes, limit))
  }
  const begin = (work: WatchedWork): void => {
    if (running.size === 0) last = read()
    else check()
    running.add(work)
    timer ??= setInterval(check, INTERVAL).unref()
  }
  const end = (work: WatchedWork): void => {
    running.delete(work)
    if (work.isStopped) next = performance.now() + GRACE
    if (running.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
  return {
    run: async (work, signal) => {
      const stop = new AbortController()
      const watched: WatchedWork = { stop, growth: 0, isStopped: false }
      begin(watched)
      try {
        return await work(AbortSignal.any([signal, stop.signal]))
      } finally {
        end(watched)
      }
    },
  }
}
