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
import { importTooLargeError } from '../../../model/errors.ts'
import {
  type CHANGES,
  type ImportJob,
  type ImportOutcome,
  type ListName,
  runImportJob,
} from './import-job.ts'

/** A message of the worker thread, answered before the next; `done` and `failed` are the last. */
export type ImportMessage =
  | { readonly kind: 'stored' }
  | { readonly kind: 'find'; readonly table: TableReference }
  | { readonly kind: 'findings'; readonly piece: readonly Finding[] }
  | { readonly kind: 'puts'; readonly piece: ImportOutcome['puts'] }
  | {
      readonly kind: 'changes'
      readonly list: (typeof CHANGES)[number]
      readonly piece: readonly unknown[]
    }
  | { readonly kind: 'done'; readonly rest: Omit<ImportOutcome, 'findings' | 'puts' | 'changes'> }
  | {
      readonly kind: 'failed'
      readonly code: DefinitionsErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/** Some definitions of the tenant, each as JSON. */
export type StoredPiece = readonly [list: ListName, bodies: readonly string[]]

/** Definitions of one piece. */
const PIECE = 500

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
  for (const bodies of Object.values(job.stored)) for (const body of bodies) size += body.length
  if (size < SMALL) return runImportJob(job, find)
  return oneAtATime(() => importOnThread(job, find, signal))
}

async function importOnThread(
  job: ImportJob,
  find: TableLookup['find'],
  signal: AbortSignal,
): Promise<ImportOutcome> {
  signal.throwIfAborted()
  const { stored, ...workerData } = job
  const worker = startWorker(import.meta.url, './import-worker.ts', {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  const end = (): void => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await receiveOutcome(worker, iterateStoredPieces(stored), find)
  } catch (error) {
    signal.throwIfAborted()
    throw isOutOfMemory(error) ? importTooLargeError(job.file, MEMORY) : error
  } finally {
    signal.removeEventListener('abort', end)
    await worker.terminate()
  }
}

function* iterateStoredPieces(stored: ImportJob['stored']): Generator<StoredPiece, null> {
  for (const [list, bodies] of Object.entries(stored) as [ListName, readonly string[]][]) {
    yield [list, bodies.slice(0, PIECE)]
    for (let start = PIECE; start < bodies.length; start += PIECE) {
      yield [list, bodies.slice(start, start + PIECE)]
    }
  }
  return null
}

async function receiveOutcome(
  worker: Worker,
  stored: Iterator<StoredPiece, null>,
  find: TableLookup['find'],
): Promise<ImportOutcome> {
  const findings: Finding[] = []
  const puts: ImportOutcome['puts'][number][] = []
  const changes: Record<(typeof CHANGES)[number], unknown[]> = {
    ...{ added: [], changed: [], removed: [], kept: [] },
  }
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ImportMessage]>
  for await (const [message] of messages) {
    switch (message.kind) {
      case 'stored':
        worker.postMessage(stored.next().value)
        continue
      case 'find':
        worker.postMessage(await find(message.table))
        continue
      case 'findings':
        findings.push(...message.piece)
        break
      case 'puts':
        puts.push(...message.piece)
        break
      case 'changes':
        changes[message.list].push(...message.piece)
        break
      case 'done':
        return { ...message.rest, findings, puts, changes: changes as ImportOutcome['changes'] }
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
