import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ColumnarSource } from '@tributary/attribution'
import { type Case, interleave, type Timing } from '../measure/interleave.ts'

/** A month from a snapshot, and from the Parquet file by DuckDB, each in a process of its own, which says how long the work took after its imports. */
export async function coldTimes(
  source: ColumnarSource,
  parquet: string,
  snapshot: string,
): Promise<readonly Timing[]> {
  await source.write(snapshot)
  const samples = { 'ours, a snapshot': [] as number[], 'DuckDB, Parquet': [] as number[] }
  const cases: readonly Case[] = [
    { name: 'ours', run: () => samples['ours, a snapshot'].push(runCold('snapshot', snapshot)) },
    { name: 'DuckDB', run: () => samples['DuckDB, Parquet'].push(runCold('duckdb', parquet)) },
  ]
  await interleave(cases, { rounds: 5, warmUp: 1 })
  return Object.entries(samples).map(([name, all]) => {
    const sorted = all.slice(1).sort((a, b) => a - b)
    const median = sorted[sorted.length >> 1]!
    const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
    return { name, median, best: sorted[0]!, p99: sorted.at(-1)!, mean, samples: sorted.length }
  })
}

function runCold(how: string, path: string): number {
  const file = fileURLToPath(new URL('./cold-process.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@tributary/source', file, how, path],
    { encoding: 'utf8' },
  )
  const time = Number(stdout)
  if (!(time > 0)) throw new Error(`The cold run failed: ${stderr}`)
  return time
}
