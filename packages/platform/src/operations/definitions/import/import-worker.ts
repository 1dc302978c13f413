import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { DefinitionsError, type TableLookup } from '@tributary/definitions'
import type { ImportMessage, StoredPiece } from './import-in-worker.ts'
import { CHANGES, type ImportJob, type ListName, runImportJob } from './import-job.ts'

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

/** The definitions of the tenant, of which each answer is a piece; null is the end. */
async function storedDefinitions(): Promise<ImportJob['stored']> {
  const stored: Partial<Record<ListName, string[]>> = {}
  for (;;) {
    const piece = (await ask({ kind: 'stored' })) as StoredPiece | null
    if (piece === null) return stored as ImportJob['stored']
    const [list, bodies] = piece
    stored[list] ??= []
    stored[list].push(...bodies)
  }
}

async function work(): Promise<ImportMessage> {
  try {
    const job = workerData as Omit<ImportJob, 'stored'>
    const outcome = await runImportJob({ ...job, stored: await storedDefinitions() }, find)
    const { findings, puts, changes, ...summary } = outcome
    await send(findings, (piece) => ({ kind: 'findings', piece }))
    await send(puts, (piece) => ({ kind: 'puts', piece }))
    for (const list of CHANGES) {
      await send<unknown>(changes[list], (piece) => ({ kind: 'changes', list, piece }))
    }
    return { kind: 'done', rest: summary }
  } catch (error) {
    if (!(error instanceof DefinitionsError)) throw error
    const { code, message, details } = error
    return { kind: 'failed', code, message, details }
  }
}

parentPort!.postMessage(await work())
