import { isMainThread } from 'node:worker_threads'

/** What the server's process tells of itself: its event loop was blocked. */
export interface Block {
  /** Milliseconds of processor time that the thread of the loop took without a turn of the loop. */
  readonly cpu: number
  /** When the block began and ended, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

const INTERVAL = 20
/** Shorter blocks are not told of. */
const LEAST = 100

// Loaded by `--import` into the server. On a machine with other work, time passes while the thread does not run:
// only the processor time of the thread itself says how long the loop was blocked.
if (isMainThread && process.send !== undefined) {
  let cpu = process.threadCpuUsage()
  let from = Date.now()
  setInterval(() => {
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
}
