import { main } from '@tributary/cli/main'
import { captureEffects } from '../../packages/cli/test/support/captured-effects.ts'
import { ROOT } from './imports.ts'

/** What a run of the command `tributary` gave. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command `tributary` to its end in this process, by default from the root of the repository. */
export async function runTributary(args: readonly string[], cwd: string = ROOT): Promise<Ran> {
  const captured = captureEffects({ cwd })
  const code = await main(args, captured.effects)
  return { code, stdout: captured.stdout(), stderr: captured.stderr() }
}

/** The words of a command as a POSIX shell reads them: apart at spaces, together in single quotes. */
export function wordsOf(command: string): readonly string[] {
  const words = command.replace(/\\\n/g, '').matchAll(/'([^']*)'|(\S+)/g)
  return [...words].map(([, quoted, plain]) => quoted ?? plain!)
}
