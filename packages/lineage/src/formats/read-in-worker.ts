import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createMutex, startWorker } from '@tributary/core/internal'
import type { LineageContent } from '../model/content.ts'
import { LineageError, type LineageErrorCode } from '../model/errors.ts'
import { type ContentPiece, joinPieces } from './content-pieces.ts'
import { type ReadLineageOptions, readLineage } from './formats.ts'

/** The message to the worker thread. */
export interface ReadJob extends ReadLineageOptions {
  readonly text: string
}

/** A message of the worker thread, one for each request; `done` is the last. */
export type ReadAnswer =
  | ContentPiece
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed'
      readonly code: LineageErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/** Shorter texts, in characters, are read on the calling thread: that takes less time than starting a worker. */
const SMALL = 262_144

/** One large text at a time, because reading takes many times its memory. */
const oneAtATime = createMutex()

/**
 * Reads a lineage like `readLineage`, a large text on a worker thread, and takes the result over in pieces, so that
 * the event loop stays responsive. Rejects with LINEAGE_INVALID_IMPORT with `file` and the position of the mistake, and
 * with the reason of the signal when it is aborted, which ends the worker.
 */
export async function readLineageInWorker(
  text: string,
  options: ReadLineageOptions,
  signal?: AbortSignal,
): Promise<LineageContent> {
  const length = text.length + (options.catalog?.text.length ?? 0)
  if (length < SMALL) return readLineage(text, options)
  return oneAtATime(() => readOnThread({ text, ...options }, signal))
}

async function readOnThread(
  job: ReadJob,
  signal: AbortSignal | undefined,
): Promise<LineageContent> {
  signal?.throwIfAborted()
  const worker = startWorker(import.meta.url, './read-worker.ts', { workerData: job })
  const end = (): void => void worker.terminate()
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await joinPieces(requestPieces(worker))
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    await worker.terminate()
  }
}

/** Requests a piece when the one before has been taken, so that pieces never arrive all at once. */
async function* requestPieces(worker: Worker): AsyncGenerator<ContentPiece, void, undefined> {
  worker.postMessage('next')
  const answers = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ReadAnswer]>
  for await (const [answer] of answers) {
    if (answer.kind === 'done') return
    if (answer.kind === 'failed') {
      const { code, message, details } = answer
      throw new LineageError(code, message, { details })
    }
    yield answer
    worker.postMessage('next')
  }
  throw new Error('The worker thread that reads lineage ended before its answer.')
}
