import { parentPort, workerData } from 'node:worker_threads'
import { type LoadedTable, loadColumns } from '@tributary/attribution'
import { createDuckDb, readColumns } from '@tributary/sql'
import type { LoadJob } from './load-job.ts'

/** Reads a file by an engine of this thread's own: the columns lie in shared memory. */
async function load(
  { file, columns, time, timeZone, maxBytes }: LoadJob,
  signal: AbortSignal,
): Promise<LoadedTable> {
  const table = [file.catalog, file.schema, file.table]
  // One thread: the engines that answer meanwhile come first.
  const engine = await createDuckDb({ timeZone, threads: 1, concurrency: 1 })
  try {
    await engine.registerFile(file)
    const data = await readColumns(engine, table, { columns, signal })
    return loadColumns(data, { name: table.join('.'), maxBytes, ...(time !== null && { time }) })
  } finally {
    await engine.close()
  }
}

/** Posts what is loaded, and ends; any message stops it before. */
async function work(port: NonNullable<typeof parentPort>): Promise<void> {
  const stopping = new AbortController()
  port.once('message', () => stopping.abort())
  try {
    port.postMessage(await load(workerData as LoadJob, stopping.signal))
  } finally {
    port.close()
  }
}

await work(parentPort!)
