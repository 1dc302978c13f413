import type { QuestionLimits } from '../../model/limits.ts'
import type { MemoryWatch } from './memory-watch.ts'

/** Admits heavy questions, so that a few run at once and the others wait for their turn. */
export interface HeavyQuestions {
  /**
   * Runs `work` when there is a place for it; settles as `work` does. Questions of a tenant begin in the order in which
   * they came, and tenants take turns. Rejects with what `refuse` gives when too many of the tenant wait, and
   * with the reason of the signal when that is aborted before `work` begins. The signal of `work` is aborted by the given
   * one and by {@link end}.
   */
  run<T>(
    tenant: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /** Aborts all questions with `reason` and resolves when they have settled; later ones reject with it. */
  end(reason: unknown): Promise<void>
  /** How many run and how many wait now, those of all tenants. */
  count(): { readonly running: number; readonly waiting: number }
}

interface TenantQuestions {
  readonly name: string
  running: number
  /** When its last question began, as a number that grows with each that begins; 0 before the first. */
  lastBegin: number
  /** Calls that begin a question, in the order in which they came. */
  readonly waiting: (() => void)[]
}

/** The error of a question that finds no place; `seconds` is when there may be one. */
export type RefuseQuestion = (
  counts: { readonly running: number; readonly waiting: number },
  seconds: number,
) => Error

/** Creates the admission of a process. Work that runs is watched where a watch is given. */
export function createHeavyQuestions(
  {
    runningPerTenant,
    running: runningInAll,
    waiting: mostWaiting,
  }: Pick<QuestionLimits, 'runningPerTenant' | 'running' | 'waiting'>,
  refuse: RefuseQuestion,
  watch: MemoryWatch = { run: (work, signal) => work(signal) },
): HeavyQuestions {
  /** Tenants with a question that runs or waits. */
  const tenants = new Map<string, TenantQuestions>()
  const settling = new Map<Promise<unknown>, AbortController>()
  let ended: { readonly reason: unknown } | null = null
  let running = 0
  let begun = 0
  /** Milliseconds that a question takes, recent ones above all. */
  let averageTime = 0

  const enter = (queue: TenantQuestions): void => {
    queue.running += 1
    running += 1
    begun += 1
    queue.lastBegin = begun
  }
  const forgetIdle = (queue: TenantQuestions): void => {
    if (queue.running === 0 && queue.waiting.length === 0) tenants.delete(queue.name)
  }
  const leave = (queue: TenantQuestions, took: number): void => {
    queue.running -= 1
    running -= 1
    averageTime = averageTime === 0 ? took : averageTime + (took - averageTime) / 8
    forgetIdle(queue)
    beginNext()
  }
  const beginNext = (): void => {
    if (running >= runningInAll) return
    let next: TenantQuestions | null = null
    for (const candidate of tenants.values()) {
      if (candidate.running >= runningPerTenant || candidate.waiting.length === 0) continue
      if (next === null || candidate.lastBegin < next.lastBegin) next = candidate
    }
    next?.waiting.shift()?.()
  }
  const waitForPlace = (queue: TenantQuestions, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp)
        enter(queue)
        resolve()
      }
      const giveUp = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1)
        forgetIdle(queue)
        reject(signal.reason)
      }
      queue.waiting.push(begin)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  const admit = async (tenant: string, signal: AbortSignal): Promise<TenantQuestions> => {
    const queue = tenants.get(tenant) ?? { name: tenant, running: 0, lastBegin: 0, waiting: [] }
    tenants.set(tenant, queue)
    if (running < runningInAll && queue.running < runningPerTenant) enter(queue)
    else if (queue.waiting.length < mostWaiting) await waitForPlace(queue, signal)
    else {
      forgetIdle(queue)
      const wait =
        (averageTime * (queue.waiting.length + 1)) / Math.min(runningInAll, runningPerTenant)
      const counts = { running: queue.running, waiting: queue.waiting.length }
      throw refuse(counts, Math.max(1, Math.ceil(wait / 1_000)))
    }
    return queue
  }
  const runIn = async <T>(
    tenant: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const queue = await admit(tenant, signal)
    const begin = performance.now()
    try {
      signal.throwIfAborted()
      return await watch.run(work, signal)
    } finally {
      leave(queue, performance.now() - begin)
    }
  }
  return {
    run: (tenant, work, signal) => {
      if (ended !== null) return Promise.reject(ended.reason)
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      const stop = new AbortController()
      const forward = (): void => stop.abort(signal?.reason)
      signal?.addEventListener('abort', forward, { once: true })
      const question = runIn(tenant, work, stop.signal).finally(() => {
        signal?.removeEventListener('abort', forward)
        settling.delete(question)
      })
      settling.set(question, stop)
      return question
    },
    end: async (reason) => {
      ended ??= { reason }
      for (const stop of settling.values()) stop.abort(reason)
      await Promise.allSettled(settling.keys())
    },
    count: () => {
      let waiting = 0
      for (const queue of tenants.values()) waiting += queue.waiting.length
      return { running, waiting }
    },
  }
}
