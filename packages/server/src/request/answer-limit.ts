import type { FastifyReply } from 'fastify'
import { answerTooLate } from '../errors.ts'

/** Holds whatever is waited for to one limit of time. */
export interface AnswerLimit {
  /** Calls `giveUp` once with `SERVER_TIMEOUT` at the limit, unless what it returns is called before. */
  start(giveUp: (reason: Error) => void): () => void
  /**
   * Tells what comes of `work`, once: its value to `done`, its error to `failed`, or `SERVER_TIMEOUT` to `failed`
   * when nothing has come of it by the limit. The work itself goes on; what comes of it then is dropped.
   */
  settle<Value>(
    work: Promise<Value>,
    done: (value: Value) => void,
    failed: (error: unknown) => void,
  ): void
}

/** How long an answer may take when nothing else is said, in milliseconds: one minute. */
export const DEFAULT_ANSWER_TIMEOUT = 60_000

/** Where an instance keeps its limit. */
export const ANSWER_LIMIT: unique symbol = Symbol('tributary.answerLimit')

/** The longest that a timer of Node waits; it takes more for no time at all. */
const LONGEST = 2_147_483_647

/** Something that is waited for; `end` is on the clock of `performance.now`. */
interface Wait {
  readonly end: number
  readonly giveUp: (reason: Error) => void
}

/**
 * A limit of so many milliseconds. One timer serves all who wait, since whoever began first is late first:
 * a timer for each would cost a request more than all the rest of this. It does not keep the process alive.
 */
export function createAnswerLimit(limit: number): AnswerLimit {
  /** In the order in which they began. */
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
      wait.giveUp(answerTooLate(limit))
    }
  }
  const begin = (giveUp: Wait['giveUp']): Wait => {
    const wait = { end: performance.now() + limit, giveUp }
    waiting.add(wait)
    if (!runs) runUntil(wait.end)
    return wait
  }
  return {
    start(giveUp) {
      const wait = begin(giveUp)
      return () => void waiting.delete(wait)
    },
    // A promise of its own would be one more turn for every request.
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

/**
 * Aborted when the client closes the connection before it has the whole answer, and, with
 * `SERVER_TIMEOUT` as the reason, when the answer takes longer than the server allows.
 */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const limit = reply.server.getDecorator<AnswerLimit>(ANSWER_LIMIT)
  const stop = limit.start((reason) => controller.abort(reason))
  reply.raw.once('close', () => {
    stop()
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
