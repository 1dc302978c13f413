import { TributaryError } from '@tributary/core'
import { CommanderError } from 'commander'
import { CliError } from './errors.ts'
import { createProgram } from './program.ts'
import { renderError } from './render/error.ts'
import { type Effects, processEffects } from './terminal/effects.ts'
import { createPaint } from './terminal/paint.ts'
import { createRun } from './terminal/run.ts'

export type { Effects, Output } from './terminal/effects.ts'

/**
 * Runs the command `tributary` with the arguments after its name and resolves to the exit code: 0 success, 1 an error,
 * 2 wrong usage, 130 interrupted. Never rejects and never exits the process.
 */
export async function main(
  argv: readonly string[],
  effects: Effects = processEffects(),
): Promise<number> {
  let exitCode = 0
  const run = createRun(effects)
  try {
    const program = await createProgram(argv, run, (code) => {
      exitCode = code
    })
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    run.progress.clear()
    return reportError(error, effects)
  }
}

/**
 * Prints an error to standard error and returns the exit code: 1 for a user's error or a bug, 2 for wrong usage, which
 * commander has printed already, and the code of the interruption when the user interrupted.
 */
export function reportError(error: unknown, effects: Effects): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const interruption: unknown = effects.signal.aborted ? effects.signal.reason : undefined
  if (interruption instanceof CliError) return Number(interruption.details.exitCode)
  const paint = createPaint(effects.stderr, effects.env)
  if (error instanceof TributaryError) {
    effects.stderr.write(`${renderError(error, paint).join('\n')}\n`)
    return 1
  }
  effects.stderr.write(`${bugReport(error, effects.env).join('\n')}\n`)
  return 1
}

function bugReport(error: unknown, env: Effects['env']): readonly string[] {
  const message = error instanceof Error ? error.message : String(error)
  if (env.TRIBUTARY_DEBUG === undefined || env.TRIBUTARY_DEBUG === '') {
    return [
      `error: ${message}`,
      'This is a bug in tributary; set TRIBUTARY_DEBUG=1 for a stack trace.',
    ]
  }
  const stack = error instanceof Error ? (error.stack ?? message) : message
  return [`error: ${message}`, 'This is a bug in tributary.', stack]
}
