import { parentPort, workerData } from 'node:worker_threads'
import { type LoadedTable, loadColumns } from '@tributary/attribution'
import { createDuckDb, readColumns } from '@tributary/sql'
import { estimateBytes } from './estimate-bytes.ts'
import type { LoadJob } from './load-job.ts'

/** Reading takes more than what is kept in the end, but not many times as much. */
const WHILE_READING = 2

/** Below this an engine cannot read anything. */
const LEAST_ENGINE = 256e6

/** Reads a file by an engine of this thread's own: the columns lie in shared memory. Null for one that does not fit. */
async function load(
  { file, columns, time, timeZone, maxBytes }: LoadJob,
  signal: AbortSignal,
): Promise<LoadedTable | null> {
  const table = [file.catalog, file.schema, file.table]
  // One thread: the engines that answer meanwhile come first.
  const memoryLimit = `${Math.ceil(Math.max(LEAST_ENGINE, maxBytes) / 1e6)}MB`
  const engine = await createDuckDb({ timeZone, threads: 1, concurrency: 1, memoryLimit })
  try {
    await engine.registerFile(file)
    const estimated = await estimateBytes(engine, table, columns)
    if (estimated > maxBytes * WHILE_READING) return null
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
