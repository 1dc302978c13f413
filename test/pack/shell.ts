import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** How a command is run. */
export interface ShellOptions {
  readonly cwd: string
  /** Variables beside those of this process; undefined removes one. */
  readonly env?: NodeJS.ProcessEnv
}

/** The same package manager as everywhere in this repository. */
export const PNPM: readonly string[] = ['npx', '-y', 'pnpm@12.21.0']

/**
 * Runs a command to its end and gives what it writes to standard output. Rejects when it exits with anything but 0, with
 * all that it wrote.
 */
export async function shell(
  [command, ...args]: readonly string[],
  { cwd, env = {} }: ShellOptions,
): Promise<string> {
  const plain = { ...process.env, FORCE_COLOR: undefined, NODE_OPTIONS: undefined, ...env }
  const options = { cwd, env: plain, maxBuffer: 100_000_000 }
  try {
    return (await promisify(execFile)(command!, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${[command, ...args].join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

let failures = 0

/** Does one step and prints its name, how it went and how long it took. Gives null when it fails. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`
  try {
    const result = await work()
    process.stdout.write(`ok    ${name} (${seconds()})\n`)
    return result
  } catch (error) {
    failures++
    const text = error instanceof Error ? error.message : String(error)
    const lines = text.trimEnd().replace(/^/gm, '      ')
    process.stdout.write(`FAIL  ${name} (${seconds()})\n${lines}\n`)
    return null
  }
}

/** How many steps have failed. */
export function failedSteps(): number {
  return failures
}

/** Throws the sentences, one a line, when there are any. */
export function assertNone(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}
