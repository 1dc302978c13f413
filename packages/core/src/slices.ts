/** Work that can be interrupted: it yields after every millisecond or less of processor time, and returns its result. */
export type SlicedWork<T> = Generator<void, T>

/** Milliseconds that one job works before the next one gets its slice. */
const SLICE_MS = 1

/** Milliseconds that all jobs together work before the event loop runs. */
const TURN_MS = 5

/** One call of {@link runInSlices} that has not settled. */
interface Job {
  /** Works for one slice. True when the job has settled. */
  readonly advance: (now: number) => boolean
}

/** Runs the work to its end at once and gives its result. For callers that are synchronous. */
export function runToEnd<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Shares the event loop among jobs that work in slices. */
interface Scheduler {
  run<T>(work: SlicedWork<T>, signal?: AbortSignal): Promise<T>
  /** The number of jobs that wait for their next slice. */
  count(): number
}

function createScheduler(): Scheduler {
  /** The jobs that wait for their next slice, in order. */
  const waiting: Job[] = []
  /** Milliseconds that jobs have worked since the event loop ran. */
  let spent = 0
  let isWorking = false
  let isScheduled = false

  const takeTurn = (): void => {
    isWorking = true
    let now = performance.now()
    while (spent < TURN_MS) {
      const job = waiting.shift()
      if (job === undefined) break
      if (!job.advance(now)) waiting.push(job)
      const end = performance.now()
      spent += end - now
      now = end
    }
    isWorking = false
  }
  /** Ends the turn, after the time that remains of it, before the event loop looks for events again. */
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      takeTurn()
      isScheduled = false
      spent = 0
      if (waiting.length > 0) schedule()
    })
  }
  return {
    run: (work, signal) =>
      new Promise((resolve, reject) => {
        const advance = (begin: number): boolean => {
          try {
            if (signal?.aborted === true) {
              work.return(undefined as never)
              reject(signal.reason)
              return true
            }
            do {
              const step = work.next()
              if (step.done === true) {
                resolve(step.value)
                return true
              }
            } while (performance.now() - begin < SLICE_MS)
            return false
          } catch (error) {
            reject(error)
            return true
          }
        }
        waiting.push({ advance })
        // A job that another one starts waits, so that the time of both is counted once.
        if (waiting.length === 1 && !isWorking) takeTurn()
        schedule()
      }),
    count: () => waiting.length,
  }
}

/** The scheduler of the process. */
const scheduler = createScheduler()

/**
 * Runs the work in slices of a millisecond. All work of the process that is run so takes turns, slice by slice, and
 * takes five milliseconds together before the event loop runs; so the number of jobs does not delay timers and sockets.
 * Short work ends before the call returns, unless others have used up the turn. When the signal is aborted, the
 * work does not get another slice: its `finally` blocks run, and the promise rejects with the reason of the signal.
 */
export function runInSlices<T>(work: SlicedWork<T>, signal?: AbortSignal): Promise<T> {
  return scheduler.run(work, signal)
}

/** Gives the items of an iterable; to make each of them is work for one slice at most. */
export async function* eachInSlices<T>(
  items: Iterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = items[Symbol.iterator]()
  try {
    for (;;) {
      const step = await runInSlices(takeNext(iterator), signal)
      if (step.done === true) return
      yield step.value
    }
  } finally {
    iterator.return?.()
  }
}

// biome-ignore lint/correctness/useYield: one step, which is one slice.
function* takeNext<T>(iterator: Iterator<T>): SlicedWork<IteratorResult<T>> {
  return iterator.next()
}

/** Places that {@link inSpans} works on between two yields. */
const SPAN = 8_192

/**
 * Calls `work` with one span of the places below `count` after the other, and yields between them. A loop in a function of
 * its own is compiled after a few calls; in a generator that is called once it would be interpreted for long.
 */
export function* inSpans(
  count: number,
  work: (from: number, to: number) => void,
  span: number = SPAN,
): SlicedWork<void> {
  for (let from = 0; from < count; from += span) {
    if (from > 0) yield
    work(from, Math.min(from + span, count))
  }
}

/** The number of jobs that wait for their next slice, in the whole process. */
export function countWaitingJobs(): number {
  return scheduler.count()
}
