import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeBinary } from './programs.ts'
import { shell } from './shell.ts'

/** What an import takes, in milliseconds from the start of Node. */
export interface ImportTime {
  /** Processor time of all threads. */
  readonly processor: number
  /** Time on the clock, which other work on the machine lengthens. */
  readonly clock: number
}

const RUNS = 7

/** The least of several runs of a program that imports `module`; of an empty one for null. */
export async function measureImport(
  project: string,
  node: NodeBinary,
  module: string | null,
): Promise<ImportTime> {
  const code = `
    ${module === null ? '' : `await import(${JSON.stringify(module)})`}
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ processor: (user + system) / 1_000, clock: performance.now() }))
    process.exit()`
  const times: ImportTime[] = []
  for (let run = 0; run < RUNS; run++) {
    const args = [node.path, '--input-type=module', '--eval', code]
    times.push(JSON.parse(await shell(args, { cwd: project })) as ImportTime)
  }
  return {
    processor: Math.min(...times.map(({ processor }) => processor)),
    clock: Math.min(...times.map(({ clock }) => clock)),
  }
}

/** The bytes of what is installed in `project`, without packages whose path contains `without`. */
export function sumInstalled(project: string, without: string): number {
  const folder = join(project, 'node_modules')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(without))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
