import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LoadedTable } from '@tributary/attribution'
import type { LoadJob } from './load-job.ts'

/**
 * Brings a file's columns into memory on a thread of its own; null when they do not fit. Rejects with what went wrong there, and when the
 * signal is aborted; in every case the thread has ended by then.
 */
export async function loadFile(job: LoadJob, signal: AbortSignal): Promise<LoadedTable | null> {
  signal.throwIfAborted()
  const compiled = !import.meta.url.endsWith('.ts')
  const worker = new Worker(
    new URL(compiled ? './load-worker.js' : './load-worker.ts', import.meta.url),
    { workerData: job, execArgv: compiled ? [] : ['--conditions=@tributary/source'] },
  )
  // Asked to end, not terminated: an engine that is cut off in its work takes the process with it.
  const stop = (): void => worker.postMessage('stop')
  signal.addEventListener('abort', stop, { once: true })
  const tables: (LoadedTable | null)[] = []
  worker.once('message', (table: LoadedTable | null) => tables.push(table))
  try {
    await once(worker, 'exit')
  } finally {
    signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
  const [loaded] = tables
  if (loaded === undefined) throw new Error(`The thread that loaded ${job.file.path} gave no table`)
  return loaded
}
