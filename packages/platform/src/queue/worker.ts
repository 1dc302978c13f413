import { randomBytes } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import type { Instance, RunSql } from '../model/instance.ts'
import type { Tasks } from './create-tasks.ts'
import { keepCalling } from './keep-calling.ts'
import type { WorkQueue } from './queues.ts'

/** The context of the work of an instance. */
export interface ExecuteContext {
  /** Aborted when the work is no longer wanted, or no longer this worker's: nothing may be written then. */
  readonly signal: AbortSignal
  /** Receives the statement that is run, its dates filled in: in one line, and formatted. */
  onSql(original: string, formatted: string): void
}

/** Does the work of an instance that was claimed; rejects when it fails. */
export type Execute = (claimed: Instance, context: ExecuteContext) => Promise<void>

/** How a worker works. Times are in milliseconds. */
export interface WorkerOptions {
  readonly tasks: Tasks
  readonly execute: Execute
  /** How many instances it runs at the same time. */
  readonly concurrency: number
  /** How long an instance is its own without a sign of life. @defaultValue 30,000 */
  readonly lease?: number
  /** How often it looks for work that another process has made. @defaultValue 1,000 */
  readonly poll?: number
}

/** Runs instances of the queue until it is closed. */
export interface Worker {
  /** Stops its running instances, returns them to the queue, and claims no more. */
  close(): Promise<void>
}

export const LEASE = 30_000
const POLL = 1_000
/** Milliseconds between two attempts to record the result of an instance when the store does not answer. */
const RETRY = 250

/** An instance that the worker runs. */
interface RunningInstance {
  readonly instance: Instance
  readonly stop: AbortController
  /** Until when it is certainly the worker's own, in the time of `performance.now()`. */
  until: number
  readonly done: Promise<void>
}

/** Starts a worker, which looks for work immediately. */
export function startWorker(options: WorkerOptions): Worker {
  const { tasks, execute, concurrency, lease = LEASE, poll = POLL } = options
  const queue = tasks.workQueue({ owner: createOwnerName(), server: findAddress(), lease })
  const runningInstances = new Map<number, RunningInstance>()
  let isClosing = false
  /** Places for which work is being claimed. */
  let pendingClaims = 0
  let isClaiming = false
  let isWanted = false

  const begin = (instance: Instance): void => {
    const stop = new AbortController()
    const runningInstance: RunningInstance = {
      instance,
      stop,
      until: performance.now() + lease,
      // Begins when the instance is in `runningInstances`.
      done: Promise.resolve().then(() => work(runningInstance)),
    }
    runningInstances.set(instance.id, runningInstance)
  }
  /** Runs one instance and records its outcome; never rejects. */
  const work = async (runningInstance: RunningInstance): Promise<void> => {
    const outcome = await run(execute, runningInstance)
    if (runningInstances.get(runningInstance.instance.id) === runningInstance)
      runningInstances.delete(runningInstance.instance.id)
    const report = reportOutcome(queue, runningInstance, outcome)
    // Asked for now, the next instance comes with the same commit.
    await Promise.all([report, claimNext()])
  }
  /** Claims the next work once, however many places become free meanwhile. */
  const claimNext = async (): Promise<void> => {
    isWanted = true
    if (isClaiming) return
    isClaiming = true
    while (isWanted && !isClosing) {
      isWanted = false
      await claim(true).catch(() => {})
    }
    isClaiming = false
  }
  /** Claims as many instances as there are free places; gives how many. */
  const claim = async (isSure: boolean): Promise<number> => {
    const free = concurrency - runningInstances.size - pendingClaims
    pendingClaims += free
    try {
      const claimed = await queue.claim(free, isSure)
      for (const instance of claimed) begin(instance)
      return claimed.length
    } finally {
      pendingClaims -= free
    }
  }
  const claiming = keepCalling(async () => {
    if (isClosing) return
    await queue.sweep()
    while (!isClosing && (await claim(false)) > 0) {}
  }, poll)
  const beating = keepCalling(() => renewLeases(queue, runningInstances, lease), lease / 3)
  const endListening = [
    tasks.onWork(() => claiming.now()),
    tasks.onTaken((ids) => stopTaken(runningInstances, ids)),
  ]

  return {
    close: async () => {
      isClosing = true
      for (const end of endListening) end()
      await claiming.close()
      const last = [...runningInstances.values()]
      for (const { stop } of last) stop.abort(new WorkStopped('CLOSED'))
      await Promise.all(last.map(({ done }) => done))
      await beating.close()
    },
  }
}

/** Why work is stopped: it is not this worker's any more, or the worker ends. */
class WorkStopped extends Error {
  readonly why: 'LOST' | 'CLOSED'

  constructor(why: 'LOST' | 'CLOSED') {
    super(why === 'LOST' ? 'The instance was taken from this worker.' : 'The worker is closing.')
    this.why = why
  }
}

type Outcome =
  | { readonly type: 'DONE'; readonly sql: RunSql | null }
  | { readonly type: 'FAILED'; readonly error: unknown; readonly sql: RunSql | null }

async function run(execute: Execute, { instance, stop }: RunningInstance): Promise<Outcome> {
  let sql: RunSql | null = null
  const onSql = (original: string, formatted: string): void => {
    sql = { original, formatted }
  }
  try {
    stop.signal.throwIfAborted()
    await execute(instance, { signal: stop.signal, onSql })
    return { type: 'DONE', sql }
  } catch (error) {
    return { type: 'FAILED', error, sql }
  }
}

/** Tells the queue; as long as the instance is the worker's own it tries again when the store does not answer. */
async function reportOutcome(
  queue: WorkQueue,
  runningInstance: RunningInstance,
  outcome: Outcome,
): Promise<void> {
  const { instance, stop } = runningInstance
  const reason: unknown = stop.signal.reason
  for (;;) {
    try {
      if (outcome.type === 'DONE') await queue.succeed(instance, outcome.sql)
      else if (reason instanceof WorkStopped && reason.why === 'CLOSED')
        await queue.release([instance])
      else await queue.fail(instance, formatError(outcome.error), outcome.sql)
      return
    } catch {
      // Others find the instance when its lease ends.
      if (performance.now() > runningInstance.until) return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY))
  }
}

/** Renews the leases; stops work on lost instances, and on all when the store was silent for a whole lease. */
async function renewLeases(
  queue: WorkQueue,
  runningInstances: ReadonlyMap<number, RunningInstance>,
  lease: number,
): Promise<void> {
  const all = [...runningInstances.values()]
  if (all.length === 0) return
  const at = performance.now()
  try {
    const lost = await queue.heartbeat(all.map(({ instance }) => instance))
    for (const runningInstance of all) runningInstance.until = at + lease
    stopTaken(
      runningInstances,
      lost.map(({ id }) => id),
    )
  } catch {
    for (const { stop, until } of all) {
      if (performance.now() > until) stop.abort(new WorkStopped('LOST'))
    }
  }
}

function stopTaken(
  runningInstances: ReadonlyMap<number, RunningInstance>,
  ids: readonly number[],
): void {
  for (const id of ids) runningInstances.get(id)?.stop.abort(new WorkStopped('LOST'))
}

/** The longest text of an error that is kept. */
const LONGEST = 20_000

/** An error as text: its stack, and those of its causes. */
function formatError(error: unknown): string {
  const parts: string[] = []
  const visitedErrors = new Set<unknown>()
  for (
    let currentError = error;
    currentError !== undefined && currentError !== null && !visitedErrors.has(currentError);
    currentError = getErrorCause(currentError)
  ) {
    visitedErrors.add(currentError)
    parts.push(formatErrorStack(currentError))
  }
  const text = parts.join('\nCaused by: ')
  return text === '' ? 'The work failed without saying why.' : text.slice(0, LONGEST)
}

function formatErrorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
}

function getErrorCause(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

/** A name for a worker that no other one has or had. */
function createOwnerName(): string {
  return `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`
}

/** The IP address of this machine: the first that others can reach, IPv4 before IPv6, else the loopback. */
function findAddress(): string {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  const best = outer.find(({ family }) => family === 'IPv4') ?? outer[0]
  return best?.address ?? '127.0.0.1'
}
