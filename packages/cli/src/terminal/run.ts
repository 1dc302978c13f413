import type { Effects, Output } from './effects.ts'
import { createPaint, type Paint } from './paint.ts'

/** The effects of a command, and its output. */
export interface Run {
  readonly effects: Effects
  /** The paint for standard output. */
  readonly paint: Paint
  /** Writes to standard error, on a terminal only. */
  readonly progress: Progress
  /** Clears the progress line and writes lines to standard output. */
  readonly print: (lines: readonly string[]) => void
}

/** Creates the run of a command. */
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

/** A line on the terminal that shows the current step. */
export interface Progress {
  /** Replaces the line with `step`, cut to the width, and an ellipsis. */
  readonly show: (step: string) => void
  /** Replaces the line with `line` as it is. */
  readonly showLine: (line: string) => void
  /** Removes the line. */
  readonly clear: () => void
}

const CLEAR_LINE = '\r\u001b[2K'

/** Creates a progress line that is rewritten in place; does nothing when `output` is not a terminal. */
export function createProgress(output: Output): Progress {
  let isVisible = false
  const clear = (): void => {
    if (isVisible) output.write(CLEAR_LINE)
    isVisible = false
  }
  const showLine = (line: string): void => {
    if (!output.isTerminal) return
    clear()
    output.write(line)
    isVisible = true
  }
  return {
    clear,
    showLine,
    show: (step) => showLine(`${step.slice(0, (output.columns ?? 80) - 2)} …`),
  }
}
