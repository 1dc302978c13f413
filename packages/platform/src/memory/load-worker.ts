import { parentPort, workerData } from 'node:worker_threads'
import { type ColumnData, loadColumns } from '@tributary/attribution'
import { EngineState, estimateBytes, type LoadJob } from './load-job.ts'

/** Reading takes more than what is kept in the end, but not many times as much. */
const WHILE_READING = 2

/** Below this an engine cannot read anything. */
const LEAST_ENGINE = 256e6

/** Reads a file by an engine of this thread's own; null for one that does not fit. */
async function read(
  { file, columns, timeZone, maxBytes, engineState }: LoadJob,
  signal: AbortSignal,
): Promise<Readonly<Record<string, ColumnData>> | null> {
  const table = [file.catalog, file.schema, file.table]
  const memoryLimit = `${Math.ceil(Math.max(LEAST_ENGINE, maxBytes) / 1e6)}MB`
  const before = Atomics.compareExchange(engineState, 0, EngineState.NONE, EngineState.OPEN)
  if (before === EngineState.FORBIDDEN) return null
  try {
    // Only now: a process that ends while the engine's native library is being loaded crashes too.
    const { createDuckDb, readColumns } = await import('@tributary/sql')
    // One thread: the engines that answer meanwhile come first.
    const engine = await createDuckDb({ timeZone, threads: 1, concurrency: 1, memoryLimit })
    try {
      await engine.registerFile(file)
      const estimated = await estimateBytes(engine, table, columns)
      if (estimated > maxBytes * WHILE_READING) return null
      return await readColumns(engine, table, { columns, signal })
    } finally {
      await engine.close()
    }
  } finally {
    Atomics.store(engineState, 0, EngineState.NONE)
    Atomics.notify(engineState, 0)
  }
}

/** Posts the columns, which lie in shared memory, and ends; any message stops it before. */
async function work(port: NonNullable<typeof parentPort>, job: LoadJob): Promise<void> {
  const stopping = new AbortController()
  port.once('message', () => stopping.abort())
  try {
    const data = await read(job, stopping.signal)
    const { file, time, maxBytes } = job
    const name = [file.catalog, file.schema, file.table].join('.')
    const options = { name, maxBytes, ...(time !== null && { time }) }
    port.postMessage(data && loadColumns(data, options))
  } finally {
    port.close()
  }
}

await work(parentPort!, workerData as LoadJob)
