import type { Effects, Output } from './effects.ts'
import { createPaint, type Paint } from './paint.ts'

/** What a command needs to do its work and to be heard. */
export interface Run {
  readonly effects: Effects
  /** The paint for standard output. */
  readonly paint: Paint
  /** Writes to standard error, on a terminal only. */
  readonly progress: Progress
  /** Writes lines to standard output; takes the progress line away first. */
  readonly print: (lines: readonly string[]) => void
}

/** A run on `effects`. */
export function createRun(effects: Effects): Run {
  const progress = createProgress(effects.stderr)
  return {
    effects,
    paint: createPaint(effects.stdout, effects.env),
    progress,
    print: (lines) => {
      progress.clear()
      effects.stdout.write(`${lines.join('\n')}\n`)
    },
  }
}

/** One line that says what is going on now. */
export interface Progress {
  /** Shows `step` in place of the last one. */
  readonly show: (step: string) => void
  /** Shows a whole line, which is as wide as it may be already, in place of the last one. */
  readonly showLine: (line: string) => void
  /** Takes the line away. */
  readonly clear: () => void
}

const CLEAR_LINE = '\r\u001b[2K'

/** Progress on a terminal: the line is rewritten in place. Elsewhere nothing is written. */
export function createProgress(output: Output): Progress {
  let shown = false
  const clear = (): void => {
    if (shown) output.write(CLEAR_LINE)
    shown = false
  }
  const showLine = (line: string): void => {
    if (!output.isTerminal) return
    clear()
    output.write(line)
    shown = true
  }
  return {
    clear,
    showLine,
    show: (step) => showLine(`${step.slice(0, (output.columns ?? 80) - 2)} …`),
  }
}
