import { type Effects, processEffects } from './effects.ts'
import { createProgram } from './program.ts'
import { reportError } from './report-error.ts'
import { createRun } from './run.ts'

export type { Effects, Output } from './effects.ts'

/**
 * Runs the command `tributary` with the arguments after its name and gives the exit code: 0 done, 1 an
 * error, 2 wrong usage, 130 interrupted. Never rejects and never ends the process itself.
 */
export async function main(
  argv: readonly string[],
  effects: Effects = processEffects(),
): Promise<number> {
  let exitCode = 0
  const run = createRun(effects)
  try {
    const program = createProgram(run, (code) => {
      exitCode = code
    })
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    run.progress.clear()
    return reportError(error, effects)
  }
}
