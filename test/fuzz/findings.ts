import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Problem, type ProblemKind, printKey } from './checks.ts'
import type { Stage } from './stage.ts'
import type { Names } from './workspace/random-workspace.ts'

/** A problem as it is kept. */
export interface Finding extends Problem {
  readonly seed: number
  /** Whether it came again when its requests were sent alone. */
  readonly isRepeated: boolean
}

/** What a folder of a finding has beside the data. */
interface Kept {
  readonly finding: Finding
  readonly names: Names
}

/** Writes a finding with its workspace to a folder of its own, and gives the folder. */
export async function writeFinding(
  out: string,
  number: number,
  finding: Finding,
  { worlds, names }: Pick<Stage, 'worlds' | 'names'>,
): Promise<string> {
  const [operation = 'none'] = finding.requests.map((sent) => sent.operation)
  const folder = join(out, `${number}-${finding.kind.replaceAll(' ', '-')}-${operation}`)
  await mkdir(folder, { recursive: true })
  await cp(worlds.limited, join(folder, 'limited'), { recursive: true })
  await cp(worlds.visible, join(folder, 'visible'), { recursive: true })
  await writeFile(join(folder, 'finding.json'), `${JSON.stringify({ finding, names }, null, 1)}\n`)
  const [sent] = finding.requests
  const lines = [
    `${printKey(finding)}${finding.isRepeated ? '' : ' (not seen again alone)'}`,
    '',
    finding.found,
    '',
    ...finding.requests.map(
      (one) => `${one.account}: ${one.method} ${one.path} ${one.body ?? one.bytes ?? ''}`,
    ),
    '',
    `Seed ${finding.seed}. Ask it again: pnpm fuzz --replay ${folder}`,
  ]
  if (sent !== undefined) await writeFile(join(folder, 'README.txt'), `${lines.join('\n')}\n`)
  return folder
}

/** A finding that {@link writeFinding} wrote. */
export async function readFinding(folder: string): Promise<Kept & Pick<Stage, 'worlds'>> {
  const kept = JSON.parse(await readFile(join(folder, 'finding.json'), 'utf8')) as Kept
  return { ...kept, worlds: { limited: join(folder, 'limited'), visible: join(folder, 'visible') } }
}

/** Kinds after which a server must be started anew. */
export const FATAL: ReadonlySet<ProblemKind> = new Set(['death', 'memory', 'silence'])
