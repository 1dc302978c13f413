import type { Worker } from 'node:worker_threads'
import { startWorker } from '@tributary/core/internal'
import { sourceClosedError } from '../../request/errors.ts'
import type { AggregateRequest } from '../../request/source.ts'
import type { JobResult } from '../aggregate/pass.ts'
import type { TableRegistry } from '../select/table-registry.ts'
import { type FromWorker, STOPPED, type ToWorker } from './messages.ts'

/** Threads that work on the tables of a registry. They are started by the first call. */
export interface WorkerPool {
  /** Into how many jobs a range of rows is divided: enough that no thread waits long for the last. */
  readonly parts: number
  /**
   * Runs the jobs of a request and gives their results in order. An aborted signal stops them and
   * rejects with its reason.
   */
  run(request: AggregateRequest, jobs: number, signal?: AbortSignal): Promise<readonly JobResult[]>
  /** Lets a thread derive what a request needs. What fails there is left to the calling thread. */
  prepare(request: AggregateRequest, signal?: AbortSignal): Promise<void>
  /** Stops the threads; work that is under way rejects. */
  close(): Promise<void>
}

/** A request in progress. */
interface Running {
  readonly results: JobResult[]
  waiting: number
  resolve(results: readonly JobResult[]): void
  reject(error: unknown): void
}

/** How many threads get a message, how many results they send, and what stops them. */
interface Asked {
  readonly count: number
  readonly jobs: number
  readonly signal: AbortSignal | undefined
}

/** A thread, and what it has been sent. */
interface Thread {
  readonly worker: Worker
  readonly known: Set<unknown>
}

/** Creates a pool of `size` threads. An idle pool does not keep the process alive. */
export function createWorkerPool(size: number, registry: TableRegistry): WorkerPool {
  const running = new Map<number, Running>()
  let threads: readonly Thread[] = []
  let requests = 0

  const fail = (error: unknown): void => {
    const stopped = threads
    threads = []
    for (const { reject } of running.values()) reject(error)
    running.clear()
    for (const { worker } of stopped) void worker.terminate()
  }
  const hear = (message: FromWorker): void => {
    const runningRequest = running.get(message.id)
    if (runningRequest === undefined) return
    if (message.kind === 'result') runningRequest.results[message.job] = message.result
    if (message.kind === 'failed') runningRequest.reject(message.error)
    if (message.kind === 'prepared') {
      registry.adopt(message.derived)
      runningRequest.resolve([])
    }
    if (message.kind === 'done' && --runningRequest.waiting === 0)
      runningRequest.resolve(runningRequest.results)
  }
  const start = (): Thread => {
    const worker = startWorker(import.meta.url, './worker.ts')
    worker.on('message', hear)
    worker.on('error', fail)
    return { worker, known: new Set() }
  }
  const ask = async (
    { count, jobs, signal }: Asked,
    message: ToWorker & { readonly id: number },
    stopped: () => void,
  ): Promise<readonly JobResult[]> => {
    if (threads.length === 0) threads = Array.from({ length: size }, start)
    const used = threads.slice(0, count)
    const { id } = message
    const stop = (): void => {
      stopped()
      running.get(id)?.reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    for (const { worker } of used) worker.ref()
    try {
      return await new Promise<readonly JobResult[]>((resolve, reject) => {
        running.set(id, { results: new Array(jobs), waiting: used.length, resolve, reject })
        for (const thread of used) {
          for (const unsentMessage of unsentMessages(thread, registry))
            thread.worker.postMessage(unsentMessage)
          thread.worker.postMessage(message)
        }
      })
    } finally {
      running.delete(id)
      signal?.removeEventListener('abort', stop)
      if (running.size === 0) for (const { worker } of threads) worker.unref()
    }
  }
  const parts = Math.max(1, size * 2)
  return {
    parts,
    async run(request, jobs, signal) {
      if (jobs === 0) return []
      const control = new Int32Array(new SharedArrayBuffer(8))
      return ask(
        { count: Math.min(size, jobs), jobs, signal },
        { kind: 'request', id: requests++, request, parts, control },
        () => Atomics.store(control, STOPPED, 1),
      )
    },
    async prepare(request, signal) {
      const message = { kind: 'prepare', id: requests++, request } as const
      await ask({ count: 1, jobs: 0, signal }, message, () => {})
    },
    async close() {
      const stopped = threads
      threads = []
      for (const { reject } of running.values()) reject(sourceClosedError())
      await Promise.all(stopped.map(({ worker }) => worker.terminate()))
    },
  }
}

/** The messages with what a thread has not been sent yet. */
function unsentMessages(
  { known: sentObjects }: Thread,
  registry: TableRegistry,
): readonly ToWorker[] {
  const messages: ToWorker[] = []
  if (!sentObjects.has(registry)) messages.push({ kind: 'tables', tables: registry.tables })
  sentObjects.add(registry)
  const derived = registry.derived()
  const codes = derived.codes.filter(([, column]) => !sentObjects.has(column))
  const computed = derived.computed.filter(([, column]) => !sentObjects.has(column))
  for (const [, column] of [...codes, ...computed]) sentObjects.add(column)
  if (codes.length + computed.length > 0)
    messages.push({ kind: 'derived', derived: { codes, computed } })
  return messages
}
