import { interruptedError } from '../errors.ts'

/** A stream that text is written to. */
export interface Output {
  readonly write: (text: string) => void
  /** Whether a person looks at it: a terminal, not a pipe or a file. */
  readonly isTerminal: boolean
  /** How many columns it shows; null when that is unknown or endless. */
  readonly columns: number | null
}

/** Everything that the commands touch of the process. Tests pass their own. */
export interface Effects {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from. */
  readonly cwd: string
  /** Aborted when the person ends the command; its reason is an interruption that carries the exit code. */
  readonly signal: AbortSignal
}

/**
 * The effects on the real process. Ctrl-C and a polite end (SIGTERM) abort the signal, so that what is
 * open is closed; a second one ends the process at once. A reader that goes away (`| head`) aborts it too, silently.
 * Output that cannot be written otherwise ends the process with 1, and says why.
 */
export function processEffects(): Effects {
  const interruption = new AbortController()
  for (const [name, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      if (interruption.signal.aborted) process.exit(exitCode)
      interruption.abort(interruptedError(name, exitCode))
    })
  }
  const readerLeft = (): void => interruption.abort(interruptedError('a closed pipe', 0))
  return {
    stdout: outputOf(process.stdout, readerLeft),
    stderr: outputOf(process.stderr, readerLeft),
    env: process.env,
    cwd: process.cwd(),
    signal: interruption.signal,
  }
}

function outputOf(stream: NodeJS.WriteStream, readerLeft: () => void): Output {
  let open = true
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false
    if (error.code === 'EPIPE') return readerLeft()
    // Such as a full disk. What the command still does would not be seen, and what was written is not whole.
    process.stderr.write(`error: The output cannot be written: ${error.message}\n`)
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

/** Resolves when a person ends the command. */
export function interrupted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
