import { TributaryError } from '@tributary/core'
import type { CallOptions } from '../model/options.ts'

/** How often a task that goes on says that it does, in milliseconds. */
const BEAT = 1_000

/** How often at least in the time after which it is lost. */
const BEATS = 3

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2_147_483_647

/** The tasks that run in this process, by id, and how each is stopped. */
export type RunningTasks = Map<string, (reason: TaskStopped) => void>

/** How tasks of requests run. */
export interface TaskRules {
  readonly running: RunningTasks
  /** Runs a task when there is a place for it. */
  readonly admit: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** A task that was not heard of for so many milliseconds is lost with its process. */
  readonly lease: number
}

/** When a task is answered that has not ended. */
export interface TaskCallOptions extends CallOptions {
  /**
   * After so many milliseconds a task that has not ended is answered with its status `RUNNING` and goes on; the signal
   * does not end it any more. @defaultValue the answer waits for the end
   */
  readonly answerWithin?: number
}

/** A task, and where the store keeps it. */
export interface KeptTask<Row> {
  readonly id: string
  /** Does the work, and keeps that it succeeded together with what it did. */
  readonly work: (signal: AbortSignal) => Promise<void>
  /** Keeps the task as one that runs, unless it is kept already, and gives it as it is then. */
  readonly begin: () => Promise<Row>
  /** Says that the task still runs. Rejects with `TaskStopped` when it shall not. */
  readonly beat: () => Promise<void>
  /** Keeps why the task failed. */
  readonly fail: (message: string) => Promise<void>
  readonly read: () => Promise<Row | null>
  readonly statusOf: (row: Row) => string
}

/** Somebody has ended a task that runs. */
export class TaskStopped extends Error {}

/**
 * Runs a task. The answer is its end or, after `answerWithin`, the task as it runs: the store has it then, so that every
 * process can tell its state, and the signal of the caller does not end it any more.
 */
export async function answerTask<Row>(
  keptTask: KeptTask<Row>,
  { signal, answerWithin, admit, lease, running }: TaskCallOptions & TaskRules,
): Promise<Row> {
  const stop = new AbortController()
  const leave = (): void => stop.abort(signal?.reason)
  if (signal?.aborted === true) leave()
  signal?.addEventListener('abort', leave, { once: true })
  const task = createTask(keptTask, { lease, running })
  const ended = admit(task.run, stop.signal)
  try {
    if (answerWithin === undefined || !(await isPendingAfter(ended, answerWithin))) {
      return await ended
    }
    try {
      return await task.goOn()
    } catch (error) {
      // Nobody could ask for a task that the store does not have.
      stop.abort(error)
      return await ended
    }
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

interface RunningTask<Row> {
  /** Does the work, and gives the task as it is kept. */
  readonly run: (signal: AbortSignal) => Promise<Row>
  /** Keeps the task, so that it can be asked for while it runs, and gives it as it is then. */
  readonly goOn: () => Promise<Row>
}

function createTask<Row>(
  keptTask: KeptTask<Row>,
  { lease, running }: Pick<TaskRules, 'lease' | 'running'>,
): RunningTask<Row> {
  const stopped = new AbortController()
  running.set(keptTask.id, (reason) => stopped.abort(reason))
  /** Settles when the store has heard of the task last; null before {@link RunningTask.goOn}. */
  let lastReport: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const beat = async (): Promise<void> => {
    // A store that does not answer is told at the next beat.
    await keptTask.beat().catch((error: unknown) => {
      if (error instanceof TaskStopped) stopped.abort(error)
    })
    if (isOver) return
    timer = setTimeout(
      () => {
        lastReport = beat()
      },
      Math.min(BEAT, lease / BEATS),
    )
  }
  const end = async (): Promise<void> => {
    isOver = true
    running.delete(keptTask.id)
    clearTimeout(timer)
    await lastReport?.catch(() => {})
  }
  const settle = async (error: unknown): Promise<Row | null> => {
    await end()
    if (lastReport !== null) await keptTask.fail(formatFailureMessage(error)).catch(() => {})
    return keptTask.read().catch(() => null)
  }
  return {
    run: async (signal) => {
      try {
        await keptTask.work(AbortSignal.any([signal, stopped.signal]))
        await end()
        return (await keptTask.read())!
      } catch (error) {
        const row = await settle(error)
        // The failure came after the work was stored, such as the answer of the store to that.
        if (row !== null && keptTask.statusOf(row) === 'SUCCESS') return row
        throw error
      }
    },
    goOn: async () => {
      if (isOver) throw new Error('The task has ended.')
      const keeping = keptTask.begin()
      lastReport = keeping
      const row = await keeping
      if (keptTask.statusOf(row) === 'RUNNING' && !isOver) lastReport = beat()
      return row
    },
  }
}

async function isPendingAfter(work: Promise<unknown>, time: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), Math.min(time, LONGEST))
  const end = (): void => resolve(false)
  work.then(end, end)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** The reason of a failure as a text that every store keeps. A fault of the service has no more than its name. */
export function formatFailureMessage(error: unknown): string {
  if (!(error instanceof TributaryError)) return 'The import failed by a fault of the service.'
  return `${error.code}: ${error.message}`.replaceAll('\0', '\uFFFD').toWellFormed()
}
