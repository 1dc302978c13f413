import { parseArgs } from 'node:util'

/** How long and where to search. */
export interface Options {
  /** How long to search, in minutes. */
  readonly minutes: number
  readonly seed: number
  /** How long a workspace is asked before the next one, in minutes. */
  readonly turn: number
  /** The most megabytes that a server may have in memory. */
  readonly memory: number
  /** The folder for findings. */
  readonly out: string
  /** The folder of a finding to ask again; null to search. */
  readonly replay: string | null
}

/** What the command prints for wrong options. */
export const USAGE = `usage: pnpm fuzz [options]
  --minutes <n>   how long to search (default: 10)
  --seed <n>      seed of workspaces and requests (default: from the clock)
  --turn <n>      minutes for each workspace (default: 3)
  --memory <MiB>  the most memory of a server (default: 1536)
  --out <dir>     folder for findings (default: fuzz-findings)
  --replay <dir>  ask the request of a finding again
`

/** The options of the command; null when they are wrong. */
export function parseOptions(args: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        turn: { type: 'string', default: '3' },
        memory: { type: 'string', default: '1536' },
        out: { type: 'string', default: 'fuzz-findings' },
        replay: { type: 'string' },
      },
    })
    const [minutes, seed, turn, memory] = [
      values.minutes,
      values.seed,
      values.turn,
      values.memory,
    ].map(Number)
    if (![minutes, seed, turn, memory].every((one) => one! > 0)) return null
    return {
      minutes: minutes!,
      seed: seed!,
      turn: turn!,
      memory: memory!,
      out: values.out,
      replay: values.replay ?? null,
    }
  } catch {
    return null
  }
}
