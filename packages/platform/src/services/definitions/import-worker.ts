import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { DefinitionsError, type TableLookup } from '@tributary/definitions'
import type { ImportMessage } from './import-in-worker.ts'
import { type ImportJob, runImportJob } from './import-job.ts'

/** Sends a message and gives the answer to it. */
async function ask(message: ImportMessage): Promise<unknown> {
  parentPort!.postMessage(message)
  const [answer] = await once(parentPort!, 'message')
  return answer
}

const find: TableLookup['find'] = async (table) =>
  (await ask({ kind: 'find', table })) as Awaited<ReturnType<TableLookup['find']>>

/** Items of one message, which the other thread takes in at once. */
const PIECE = 500

async function send<T>(
  items: readonly T[],
  messageOf: (piece: readonly T[]) => ImportMessage,
): Promise<void> {
  for (let start = 0; start < items.length; start += PIECE) {
    await ask(messageOf(items.slice(start, start + PIECE)))
  }
}

async function work(): Promise<ImportMessage> {
  try {
    const outcome = await runImportJob(workerData as ImportJob, find)
    const { findings, puts, ...rest } = outcome
    await send(findings, (piece) => ({ kind: 'findings', piece }))
    await send(puts, (piece) => ({ kind: 'puts', piece }))
    return { kind: 'done', rest }
  } catch (error) {
    if (!(error instanceof DefinitionsError)) throw error
    const { code, message, details } = error
    return { kind: 'failed', code, message, details }
  }
}

parentPort!.postMessage(await work())
