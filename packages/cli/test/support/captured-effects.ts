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
  /** Called with everything on standard output so far, after each write. */
  readonly onOutput?: (text: string) => void
}

export function captureEffects(options: CapturedOptions = {}): CapturedEffects {
  const { isTerminal = false, cwd = process.cwd(), env = {} } = options
  const interruption = new AbortController()
  const out = captureOutput(isTerminal, options.onOutput)
  const err = captureOutput(isTerminal)
  return {
    effects: {
      stdout: out.output,
      stderr: err.output,
      env,
      cwd,
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
): { readonly output: Output; readonly text: () => string } {
  let written = ''
  const write = (text: string): void => {
    written += text
    onOutput?.(written)
  }
  return { output: { write, isTerminal, columns: isTerminal ? 80 : null }, text: () => written }
}
