import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Functions that a process carries out for the one that started it. What goes in and comes out is cloned. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>

/** A process of its own, which does nothing until it is called. */
export interface CalledProcess<C extends Calls> {
  /**
   * Carries out one of its functions; one call at a time. Rejects with the process's name and the function's when
   * it throws, with its error as the cause, and when the process ends before it has answered.
   */
  call<Name extends keyof C & string>(
    name: Name,
    argument: Parameters<C[Name]>[0],
  ): Promise<Awaited<ReturnType<C[Name]>>>
  /** Ends the process, whatever it does; does nothing when it has ended. */
  end(): Promise<void>
}

interface Request {
  readonly call: string
  readonly argument: unknown
}

interface Reply {
  readonly result?: unknown
  readonly error?: Error
}

/** Starts a script that gives its functions to {@link answerCalls}, with the flags of this process. */
export function startProcess<C extends Calls>(script: URL, processName: string): CalledProcess<C> {
  const child = fork(fileURLToPath(script), { serialization: 'advanced' })
  return {
    call: async (name, argument) => {
      const { result, error } = await answerTo(child, { call: name, argument })
      if (error === undefined) return result as never
      throw new Error(`${processName}, ${name}: ${error.message}`, { cause: error })
    },
    end: async () => {
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      // Not every engine lets its process end by itself, and none has anything to save.
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function answerTo(child: ChildProcess, request: Request): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const onExit = (): void =>
    reject(
      new Error(`the process has ended (${child.signalCode ?? `exit code ${child.exitCode}`})`),
    )
  if (hasEnded(child)) onExit()
  else child.send({ ...request }, (error) => error !== null && reject(error))
  child.once('message', resolve).once('exit', onExit).once('error', reject)
  try {
    return await promise
  } catch (error) {
    return { error: error as Error }
  } finally {
    child.off('message', resolve).off('exit', onExit).off('error', reject)
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Carries out what the process that started this one calls, and ends with it. */
export function answerCalls(calls: Calls): void {
  process.on('message', async ({ call, argument }: Request) => {
    const reply = await replyOf(() => calls[call]!(argument as never))
    // Whoever called may be gone by now; then this process ends as well.
    process.send!(reply, () => {})
  })
  process.once('disconnect', () => process.exit())
}

async function replyOf(carryOut: () => unknown): Promise<Reply> {
  try {
    return { result: await carryOut() }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}
