import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PLAIN_ENV } from '../../support/command.ts'

/** A worker process. */
export interface Worker {
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Stops it without its knowing, for a while. */
  freeze(milliseconds: number): Promise<void>
  isAlive(): boolean
}

/** Starts a process that works on the tasks of a store; resolves when it does. */
export async function startWorker(
  place: readonly [kind: 'data' | 'store', place: string],
): Promise<Worker> {
  const script = join(import.meta.dirname, 'work-child.ts')
  const child = spawn(process.execPath, [script, ...place], { env: PLAIN_ENV })
  await working(child)
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    isAlive,
    kill: async () => {
      if (!isAlive()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    freeze: async (milliseconds) => {
      child.kill('SIGSTOP')
      await delay(milliseconds)
      child.kill('SIGCONT')
    },
  }
}

function working(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (part: Buffer) => {
      said += part.toString()
    })
    child.stdout?.once('data', () => resolve())
    child.once('exit', () => reject(new Error(`The worker did not start: ${said}`)))
  })
}
