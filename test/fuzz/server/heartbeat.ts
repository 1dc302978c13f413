import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { STUCK } from './stuck.ts'

/** What the server's process tells of itself: its event loop was blocked. */
export interface Block {
  /** Milliseconds of processor time that the thread of the loop took without a turn of the loop. */
  readonly cpu: number
  /** When the block began and ended, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

const INTERVAL = 20
/** The process's file of errors, which a thread can write while the main thread stands still. */
const STDERR = 2
/** Shorter blocks are not told of. */
const LEAST = 100
/** How long the loop may stand still before the log tells where, in milliseconds. */
const STILL = 4_000

// Loaded by `--import` into the server. On a machine with other work, time passes while the thread does not run:
// only the processor time of the thread itself says how long the loop was blocked.
if (isMainThread && process.send !== undefined) {
  let cpu = process.threadCpuUsage()
  let from = Date.now()
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  new Worker(new URL(import.meta.url), { workerData: { turns } }).unref()
  setInterval(() => {
    Atomics.add(turns, 0, 1)
    const now = process.threadCpuUsage()
    const to = Date.now()
    const used = (now.user + now.system - cpu.user - cpu.system) / 1000
    if (used >= LEAST) process.send!({ cpu: Math.round(used), from, to } satisfies Block)
    cpu = now
    from = to
  }, INTERVAL).unref()
  // A search that is ended leaves no server behind.
  process.on('disconnect', () => process.exit())
  // The channel does not keep the process alive.
  process.channel?.unref()
} else if (isWatcher(workerData)) {
  watch(workerData.turns)
}

interface Watcher {
  /** Turns of the main thread's loop. */
  readonly turns: Int32Array
}

function isWatcher(data: unknown): data is Watcher {
  return data !== null && typeof data === 'object' && 'turns' in data
}

/** Runs in a thread of its own, which goes on while the loop of the main thread stands still; a start is no such time. */
function watch(turns: Int32Array): void {
  let last = 0
  let toldAt = 0
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    if (now === last && now !== toldAt) {
      toldAt = now
      printStack()
    }
    last = now
  }, STILL)
}

/** Prints where the main thread is; nothing while it is in native code. */
function printStack(): void {
  const session = new Session()
  const urls = new Map<string, string>()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    const frames = params.callFrames.map(({ functionName, location }) => {
      const url = urls.get(location.scriptId)
      return `${functionName} ${url}:${location.lineNumber + 1}`
    })
    writeSync(STDERR, `${STUCK} ${frames.join(' < ')}\n`)
    session.post('Debugger.resume', () => session.disconnect())
  })
  session.post('Debugger.enable', () => session.post('Debugger.pause'))
}
