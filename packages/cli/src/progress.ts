import type { Output } from './effects.ts'

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
