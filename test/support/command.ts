import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './imports.ts'

/** What Node is given to run the command `tributary` as it is published; a start takes a third of one from the sources. */
export const TRIBUTARY: readonly string[] = [join(ROOT, 'test/support/bundled-command.js')]

/** The environment of a child without a wish for colours, which a terminal of the test run may have set. */
export const PLAIN_ENV: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: undefined }

/** Runs Node to its end, from the root of the repository; rejects when it exits with anything but 0. */
export function runNode(
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, env: PLAIN_ENV })
}
