import { once } from 'node:events'
import type { LoadedTable } from '@tributary/attribution'
import { startWorker } from '@tributary/core/internal'
import { EngineState, type LoadJob } from './load-job.ts'

/** How long the end of the process waits for an engine to stop, in milliseconds. */
const LONGEST_END = 10_000

/**
 * Brings a file's columns into memory on a thread of its own, which does not keep the process alive; null when they
 * do not fit. Rejects with what went wrong there, and when the signal is aborted; in every case the thread has ended by then.
 */
export async function loadFile(
  request: Omit<LoadJob, 'engineState'>,
  signal: AbortSignal,
): Promise<LoadedTable | null> {
  signal.throwIfAborted()
  const job: LoadJob = { ...request, engineState: new Int32Array(new SharedArrayBuffer(4)) }
  const worker = startWorker(import.meta.url, './load-worker.ts', { workerData: job })
  worker.unref()
  // Asked to end, not terminated: an engine that is cut off in its work takes the process with it.
  const stop = (): void => {
    // Who stops it waits for it.
    worker.ref()
    worker.postMessage('stop')
  }
  const atExit = (): void => {
    stop()
    const { engineState } = job
    Atomics.compareExchange(engineState, 0, EngineState.NONE, EngineState.FORBIDDEN)
    Atomics.wait(engineState, 0, EngineState.OPEN, LONGEST_END)
  }
  signal.addEventListener('abort', stop, { once: true })
  process.once('exit', atExit)
  const tables: (LoadedTable | null)[] = []
  worker.once('message', (table: LoadedTable | null) => tables.push(table))
  try {
    await once(worker, 'exit')
  } finally {
    signal.removeEventListener('abort', stop)
    process.off('exit', atExit)
  }
  signal.throwIfAborted()
  const [loaded] = tables
  if (loaded === undefined) throw new Error(`The thread that loaded ${job.file.path} gave no table`)
  return loaded
}
