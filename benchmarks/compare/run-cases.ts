import type { Case } from '../measure/interleave.ts'
import { compareCases } from './cases.ts'

/** How long each case runs, in milliseconds of processor time, and how often at least. */
const BUDGET = { warmUp: 200, timed: 300, runs: 5 } as const

const SIZES = { rows: 200_000, vertices: 20_000 } as const

/** Prints the least processor time of one run of each case, in milliseconds, as one JSON object by its name. */
async function main(): Promise<void> {
  const times: Record<string, number> = {}
  for (const one of compareCases(SIZES)) times[one.name] = await leastTime(one)
  process.stdout.write(JSON.stringify(times))
}

/** The least of many runs: what other processes do to the caches only ever adds to it. */
async function leastTime({ run }: Case): Promise<number> {
  for (const end = processorTime() + BUDGET.warmUp; processorTime() < end; ) await run()
  let least = Infinity
  const end = processorTime() + BUDGET.timed
  for (let runs = 0; runs < BUDGET.runs || processorTime() < end; runs++) {
    globalThis.gc?.({ type: 'minor' })
    const begin = processorTime()
    await run()
    least = Math.min(least, processorTime() - begin)
  }
  return least
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

await main()
