import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createMutex, startWorker } from '@tributary/core/internal'
import {
  DefinitionsError,
  type DefinitionsErrorCode,
  type Finding,
  type TableLookup,
  type TableReference,
} from '@tributary/definitions'
import { importTooLargeError } from '../../model/errors.ts'
import { type ImportJob, type ImportOutcome, runImportJob } from './import-job.ts'

/** A message of the worker thread, answered before the next; `done` and `failed` are the last. */
export type ImportMessage =
  | { readonly kind: 'find'; readonly table: TableReference }
  | { readonly kind: 'findings'; readonly piece: readonly Finding[] }
  | { readonly kind: 'puts'; readonly piece: ImportOutcome['puts'] }
  | { readonly kind: 'done'; readonly rest: Omit<ImportOutcome, 'findings' | 'puts'> }
  | {
      readonly kind: 'failed'
      readonly code: DefinitionsErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/** Jobs of fewer characters are done on the calling thread: that takes less time than starting a worker. */
const SMALL = 16_384

/** The memory of an import, in MiB. */
const MEMORY = 4_096

/** One large import at a time, because each takes many times the memory of its file. */
const oneAtATime = createMutex()

/**
 * Does an import, a large one on a worker thread, so that the event loop stays responsive. Rejects as `runImportJob` does,
 * with `PLATFORM_IMPORT_TOO_LARGE` for one that needs more than the memory of an import, with what `find` rejects with, and
 * with the reason of the signal when it is aborted, which ends the worker.
 */
export async function importInWorker(
  job: ImportJob,
  find: TableLookup['find'],
  signal: AbortSignal,
): Promise<ImportOutcome> {
  let size = job.text.length
  for (const bodies of Object.values(job.stored)) for (const one of bodies) size += one.length
  if (size < SMALL) return runImportJob(job, find)
  return oneAtATime(() => importOnThread(job, find, signal))
}

async function importOnThread(
  job: ImportJob,
  find: TableLookup['find'],
  signal: AbortSignal,
): Promise<ImportOutcome> {
  signal.throwIfAborted()
  const worker = startWorker(import.meta.url, './import-worker.ts', {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  const end = (): void => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await outcomeOf(worker, find)
  } catch (error) {
    signal.throwIfAborted()
    throw isOutOfMemory(error) ? importTooLargeError(job.file, MEMORY) : error
  } finally {
    signal.removeEventListener('abort', end)
    await worker.terminate()
  }
}

async function outcomeOf(worker: Worker, find: TableLookup['find']): Promise<ImportOutcome> {
  const findings: Finding[] = []
  const puts: ImportOutcome['puts'][number][] = []
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ImportMessage]>
  for await (const [message] of messages) {
    switch (message.kind) {
      case 'find':
        worker.postMessage(await find(message.table))
        continue
      case 'findings':
        findings.push(...message.piece)
        break
      case 'puts':
        puts.push(...message.piece)
        break
      case 'done':
        return { ...message.rest, findings, puts }
      case 'failed':
        throw new DefinitionsError(message.code, message.message, { details: message.details })
    }
    worker.postMessage(null)
  }
  throw new Error('The worker thread that imports definitions ended before its answer.')
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
