import { type Clock, systemClock } from '@tributary/core'
import { startWorker } from '@tributary/core/internal'
import { CliError, interruptedError } from '../errors.ts'

/** A stream that text is written to. */
export interface Output {
  readonly write: (text: string) => void
  /** Whether it is a terminal, and not a pipe or a file. */
  readonly isTerminal: boolean
  /** Its width in columns; null when it is not a terminal. */
  readonly columns: number | null
}

/** The parts of the process that commands use. Tests pass their own. */
export interface Effects {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from. */
  readonly cwd: string
  readonly clock: Clock
  /** Aborted when the user interrupts the command; its reason is a `CLI_INTERRUPTED` error with the exit code. */
  readonly signal: AbortSignal
  /**
   * Ends the process after that many milliseconds, by the signal of the interruption, if it has not ended by then, and
   * by SIGKILL a moment later if its event loop does not run. What it still does is lost; what was written to the store
   * is kept.
   */
  readonly exitWithin: (milliseconds: number) => void
}

/** How much later a process is killed whose event loop does not run, in milliseconds. */
const GRACE = 250

/**
 * The effects of this process. SIGINT (Ctrl-C) and SIGTERM abort the signal, so that open resources are closed; a second
 * one ends the process at once. A closed pipe (`| head`) aborts it silently. Any other failure to write the output exits with 1
 * and an error message.
 */
export function processEffects(): Effects {
  const interruption = new AbortController()
  let received: { readonly name: NodeJS.Signals; readonly exitCode: number } | null = null
  for (const [name, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      if (interruption.signal.aborted) endBy(name, exitCode)
      received = { name, exitCode }
      interruption.abort(interruptedError(name, exitCode))
    })
  }
  const exitWithin = (milliseconds: number): void => {
    const end = (): void => {
      process.stderr.write('warning: some work did not end in time; the process ends without it\n')
      if (received !== null) endBy(received.name, received.exitCode)
      const { reason } = interruption.signal
      process.exit(reason instanceof CliError ? Number(reason.details.exitCode) : 1)
    }
    setTimeout(end, milliseconds).unref()
    const workerData = milliseconds + GRACE
    startWorker(import.meta.url, './deadline-worker.ts', { workerData }).unref()
  }
  const readerLeft = (): void => interruption.abort(interruptedError('a closed pipe', 0))
  return {
    stdout: createStreamOutput(process.stdout, readerLeft),
    stderr: createStreamOutput(process.stderr, readerLeft),
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: interruption.signal,
    exitWithin,
  }
}

/**
 * Ends the process as the signal does where nobody listens to it; a shell sees `exitCode`. `process.exit` would first
 * wait for what native threads work on, such as a statement of the engine, and for the listeners of the exit.
 */
function endBy(name: NodeJS.Signals, exitCode: number): never {
  process.removeAllListeners(name)
  process.kill(process.pid, name)
  // The first process of a container does not die of its own signals.
  process.exit(exitCode)
}

function createStreamOutput(stream: NodeJS.WriteStream, readerLeft: () => void): Output {
  let open = true
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false
    if (error.code === 'EPIPE') return readerLeft()
    // Such as a full disk: the output is incomplete, so there is no point in going on.
    process.stderr.write(`error: Cannot write the output: ${error.message}\n`)
    process.exit(1)
  })
  return {
    write: (text) => {
      if (open) stream.write(text)
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.isTTY && stream.columns > 0 ? stream.columns : null
    },
  }
}

/** Resolves when the user interrupts the command. */
export function waitForInterrupt(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
