import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LineageContent } from '../model/content.ts'
import { LineageError, type LineageErrorCode } from '../model/errors.ts'
import { type ContentPiece, joinPieces } from './content-pieces.ts'
import { type ReadOptions, readLineage } from './formats.ts'

/** What the thread reads. */
export interface ReadJob extends ReadOptions {
  readonly text: string
}

/** What the thread answers, one answer for each time it is asked; `done` is the last. */
export type ReadAnswer =
  | ContentPiece
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed'
      readonly code: LineageErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/** Texts of fewer characters are read at once: that takes less than to start a thread. */
const SMALL = 262_144

/** One at a time: to read a large text takes many times its memory. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Gives what `readLineage` does, reads a large text on a thread of its own, and takes the answer over in pieces, so that
 * others run meanwhile. Rejects with LINEAGE_INVALID_IMPORT with `file` and the place.
 */
export async function readLineageAside(
  text: string,
  options: ReadOptions,
): Promise<LineageContent> {
  const length = text.length + (options.catalog?.text.length ?? 0)
  if (length < SMALL) return readLineage(text, options)
  const read = turn.then(() => readOnThread({ text, ...options }))
  turn = read.catch(() => {})
  return read
}

async function readOnThread(job: ReadJob): Promise<LineageContent> {
  const compiled = !import.meta.url.endsWith('.ts')
  const file = new URL(compiled ? './read-worker.js' : './read-worker.ts', import.meta.url)
  const execArgv = compiled ? [] : ['--conditions=@tributary/source']
  const worker = new Worker(file, { workerData: job, execArgv })
  try {
    return await joinPieces(answersOf(worker))
  } finally {
    await worker.terminate()
  }
}

/** Asks for each piece when the one before has been taken: those that wait would all be handed over at once. */
async function* answersOf(worker: Worker): AsyncGenerator<ContentPiece, void, undefined> {
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
  throw new Error('The thread that reads lineage ended before its answer.')
}
