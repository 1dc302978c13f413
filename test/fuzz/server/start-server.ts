import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAIN_ENV } from '../../support/command.ts'
import { ROOT } from '../../support/imports.ts'
import type { Block } from './heartbeat.ts'

/** The service in a process of its own, watched. */
export interface Server {
  /** Its address, without a slash at the end. */
  readonly url: string
  /** How it ended without being asked to; null while it runs. */
  death(): Death | null
  /** The largest number of bytes that its process had in memory. */
  mostBytes(): number
  /** Lines of its log that have a text, such as a trace id. */
  readLog(text: string): readonly string[]
  /** Ends it at once. */
  stop(): Promise<void>
}

/** How a process ended. */
export interface Death {
  readonly kind: 'death' | 'memory'
  readonly reason: string
}

/** How a server is started and watched. */
export interface ServerOptions {
  /** What Node is given to start the server, which tells where it listens. */
  readonly program: readonly string[]
  /** The most bytes that the process may have in memory; with more it is ended, as a kernel does it. */
  readonly mostBytes: number
  /** Called with blocks of the event loop, after the start. */
  readonly onBlock: (block: Block) => void
}

const MEGABYTE = 2 ** 20
/** How often the memory of the process is looked at, in milliseconds. */
const WATCH = 100
/** The last lines that are kept of the log. */
const LINES = 2_000

/** A frame of the stack that V8 prints before it ends the process. */
const NATIVE_FRAME = /^\s*\d+: 0x/

/** The folders of a server. */
export interface Folders {
  readonly folder: string
  /** Of its store. */
  readonly data: string
}

/** The command `tributary start` on a free port, with little memory. */
export function tributaryProgram({ folder, data }: Folders, mostBytes: number): readonly string[] {
  const heap = Math.round(mostBytes / MEGABYTE / 3)
  return [
    `--max-old-space-size=${heap}`,
    join(ROOT, 'packages/cli/bin/tributary.js'),
    ...['start', folder, '--port', '0', '--trust-proxy', '--log', 'error', '--data', data],
    ...['--workers', '1', '--answer-timeout', '10', '--close-timeout', '1'],
    ...['--account-rate-limit', 'off'],
    // Questions may go beyond it by what one block of rows takes.
    ...['--process-memory', `${Math.round((mostBytes / MEGABYTE) * 0.8)}MiB`],
    ...['--engine-memory', `${heap}MiB`, '--data-memory', `${Math.round(heap / 8)}MiB`],
  ]
}

/** Starts a server in a process that is watched. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { program, mostBytes } = options
  const watched = ['--import', join(import.meta.dirname, 'heartbeat.ts'), ...program]
  const child = spawn(process.execPath, watched, {
    env: PLAIN_ENV,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  let death: Death | null = null
  let isStopped = false
  let most = 0
  const hear = (part: Buffer): void => {
    lines.push(...part.toString().split('\n'))
    if (lines.length > LINES) lines.splice(0, lines.length - LINES)
  }
  child.stdout!.on('data', hear)
  child.stderr!.on('data', hear)
  child.once('exit', (code, signal) => {
    clearInterval(watch)
    if (isStopped || death !== null) return
    const last = lines.filter((line) => line !== '' && !NATIVE_FRAME.test(line)).slice(-30)
    death = { kind: 'death', reason: `exit ${code ?? signal}: ${last.join('\n').slice(-4000)}` }
  })
  const watch = setInterval(() => {
    most = Math.max(most, readBytes(child.pid!))
    if (most <= mostBytes || isStopped || death !== null) return
    const found = Math.round(most / MEGABYTE)
    death = {
      kind: 'memory',
      reason: `${found} MiB in memory, more than ${Math.round(mostBytes / MEGABYTE)}`,
    }
    child.kill('SIGKILL')
  }, WATCH)
  const stop = async (): Promise<void> => {
    isStopped = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const url = await waitForAddress(child, lines)
  const ready = Date.now()
  child.on('message', (message) => {
    const block = message as Block
    if (block.from > ready) options.onBlock(block)
  })
  return {
    url,
    death: () => death,
    mostBytes: () => most,
    readLog: (text) => lines.filter((line) => line.includes(text)),
    stop,
  }
}

async function waitForAddress(child: ChildProcess, lines: readonly string[]): Promise<string> {
  for (;;) {
    const url = /listening on (http:\S+?)\/?$/m.exec(lines.join('\n'))?.[1]
    if (url !== undefined) return url
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server did not start: ${lines.join('\n').slice(-2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The bytes of a process in memory; 0 where the system does not tell. */
function readBytes(pid: number): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(resident?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
