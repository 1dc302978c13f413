import { type Clock, systemClock } from '@tributary/core'
import type { Effects, Output } from '../../src/terminal/effects.ts'

/** Effects that write nowhere but to what `text` gives. */
export interface CapturedEffects {
  readonly effects: Effects
  readonly stdout: () => string
  readonly stderr: () => string
  readonly interrupt: (reason: unknown) => void
}

export interface CapturedOptions {
  readonly cwd?: string
  readonly env?: Effects['env']
  readonly isTerminal?: boolean
  readonly clock?: Clock
  /** The width of the terminal. @defaultValue 80 */
  readonly columns?: number
  /** Called with everything on standard output so far, after each write. */
  readonly onOutput?: (text: string) => void
}

export function captureEffects(options: CapturedOptions = {}): CapturedEffects {
  const { isTerminal = false, cwd = process.cwd(), env = {}, clock = systemClock } = options
  const interruption = new AbortController()
  const out = captureOutput(isTerminal, options.onOutput, options.columns)
  const err = captureOutput(isTerminal)
  return {
    effects: {
      stdout: out.output,
      stderr: err.output,
      env,
      cwd,
      clock,
      signal: interruption.signal,
      exitWithin: () => {},
    },
    stdout: out.text,
    stderr: err.text,
    interrupt: (reason) => interruption.abort(reason),
  }
}

export function captureOutput(
  isTerminal: boolean,
  onOutput?: (text: string) => void,
  columns = 80,
): { readonly output: Output; readonly text: () => string } {
  let written = ''
  const write = (text: string): void => {
    written += text
    onOutput?.(written)
  }
  return {
    output: { write, isTerminal, columns: isTerminal ? columns : null },
    text: () => written,
  }
}
