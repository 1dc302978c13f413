import type { FastifyReply } from 'fastify'
import { answerTimeoutError } from '../errors.ts'

/** A time limit that all requests share. */
export interface AnswerLimit {
  /** In milliseconds. */
  readonly time: number
  /** Starts a wait: calls `giveUp` with `SERVER_TIMEOUT` at the limit unless the returned function is called first. */
  start(giveUp: (reason: Error) => void): () => void
  /**
   * Passes the value of `work` to `done` or its error to `failed`, or `SERVER_TIMEOUT` to `failed` when it has not
   * settled by the limit. Exactly one call is made. The work itself goes on; its later result is dropped.
   */
  settle<Value>(
    work: Promise<Value>,
    done: (value: Value) => void,
    failed: (error: unknown) => void,
  ): void
}

/** The default limit of an answer, in milliseconds: one minute. */
export const DEFAULT_ANSWER_TIMEOUT = 60_000

/** The decorator of a Fastify instance that holds its limit. */
export const ANSWER_LIMIT: unique symbol = Symbol('tributary.answerLimit')

/** The longest delay of a Node timer, in milliseconds; a longer one fires at once. */
const LONGEST = 2_147_483_647

/** A wait; `end` is a time of `performance.now`. */
interface Wait {
  readonly end: number
  readonly giveUp: (reason: Error) => void
}

/**
 * Creates a limit of `limit` milliseconds. One timer serves all waits, because they end in the order in which they
 * began; a timer per wait would cost a request more than the rest of this. The timer does not keep the process
 * alive.
 */
export function createAnswerLimit(limit: number): AnswerLimit {
  /** In the order in which they began. Removing one is cheap: 0.1 µs more than in a linked list. */
  const waiting = new Set<Wait>()
  let runs = false
  const runUntil = (end: number) => {
    runs = true
    const time = Math.min(LONGEST, Math.max(1, end - performance.now()))
    setTimeout(giveUpLate, time).unref()
  }
  const giveUpLate = () => {
    runs = false
    const now = performance.now()
    for (const wait of waiting) {
      if (wait.end > now) return runUntil(wait.end)
      waiting.delete(wait)
      wait.giveUp(answerTimeoutError(limit))
    }
  }
  const begin = (giveUp: Wait['giveUp']): Wait => {
    const wait = { end: performance.now() + limit, giveUp }
    waiting.add(wait)
    if (!runs) runUntil(wait.end)
    return wait
  }
  return {
    time: limit,
    start(giveUp) {
      const wait = begin(giveUp)
      return () => void waiting.delete(wait)
    },
    // Another promise would cost every request one more microtask.
    settle(work, done, failed) {
      const wait = begin(failed)
      work.then(
        (value) => {
          if (waiting.delete(wait)) done(value)
        },
        (error: unknown) => {
          if (waiting.delete(wait)) failed(error)
        },
      )
    },
  }
}

/** How long the answer of a request may take, in milliseconds. */
export function getAnswerTimeout({ server }: FastifyReply): number {
  return server.getDecorator<AnswerLimit>(ANSWER_LIMIT).time
}

/**
 * Creates a signal that is aborted when the client closes the connection before the answer is complete, and with
 * `SERVER_TIMEOUT` as the reason when the answer takes longer than the server allows.
 */
export function getAbortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const limit = reply.server.getDecorator<AnswerLimit>(ANSWER_LIMIT)
  const stop = limit.start((reason) => controller.abort(reason))
  reply.raw.once('close', () => {
    stop()
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
