import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { LineageError } from '../model/errors.ts'
import { splitContent } from './content-pieces.ts'
import { readLineage } from './formats.ts'
import type { ReadAnswer, ReadJob } from './read-in-worker.ts'

/** The content of the text in pieces, or the reason why it cannot be read. */
function* answers({ text, ...options }: ReadJob): Generator<ReadAnswer, void, undefined> {
  try {
    yield* splitContent(readLineage(text, options))
    yield { kind: 'done' }
  } catch (error) {
    if (!(error instanceof LineageError)) throw error
    const { code, message, details } = error
    yield { kind: 'failed', code, message, details }
  }
}

const pieces = answers(workerData as ReadJob)
for await (const _ of on(parentPort!, 'message')) {
  const next = pieces.next()
  if (next.done) break
  parentPort!.postMessage(next.value)
}
