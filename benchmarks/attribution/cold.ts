import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ColumnarSource } from '@tributary/attribution'
import { bundleModules } from '../../publish/bundle.ts'
import { interleave, type Timing } from '../measure/interleave.ts'
import { conditionText } from './conditions.ts'
import { duckDbStatements } from './duckdb-rival.ts'
import { SALES_QUESTIONS } from './questions.ts'

const ATTRIBUTION = join(import.meta.dirname, '../../packages/attribution')

/** Times of programs that open, ask and end. */
export interface ColdTimes {
  /** From the start of the process to the answer. */
  readonly fromStart: readonly Timing[]
  /** From when its imports were done to the answer. */
  readonly afterImports: readonly Timing[]
}

/** A month from a snapshot, and from the Parquet file by DuckDB, each in a process of its own that imports nothing else. */
export async function coldTimes(
  source: ColumnarSource,
  parquet: string,
  snapshot: string,
): Promise<ColdTimes> {
  // Users have a bundle.
  await bundleModules({
    input: { index: join(ATTRIBUTION, 'src/index.ts') },
    dir: join(ATTRIBUTION, 'dist/bundle'),
    isNode: false,
    installed: ['@uwdata/flechette', 'arquero'],
  })
  await source.write(snapshot)
  const { current, compare, dimensions } = SALES_QUESTIONS[0]!
  const question = {
    metric: { sum: '[amount]' },
    dimensions: dimensions.flat(),
    current: conditionText(current),
    compare: conditionText(compare),
    time: { column: 'day', grain: 'DAY' },
  }
  const [statement] = duckDbStatements(SALES_QUESTIONS[0]!, 'as users write it')
  const programs = [
    {
      name: 'ours, a snapshot',
      run: () => runCold('cold-snapshot.js', [snapshot, JSON.stringify(question)]),
    },
    {
      name: 'DuckDB, Parquet',
      run: () =>
        runCold('cold-duckdb.js', [statement!.sql.replace('FROM sales', `FROM '${parquet}'`)]),
    },
  ]
  const runs = programs.map((): ColdRun[] => [])
  const cases = programs.map(({ name, run }, index) => ({
    name,
    run: () => runs[index]!.push(run()),
  }))
  await interleave(cases, { rounds: 10, warmUp: 1 })
  checkTotals(runs.map((all) => all[0]!.totals))
  // The first run of each warms the files up.
  const timings = (timeOf: (run: ColdRun) => number): readonly Timing[] =>
    programs.map(({ name }, index) => timing(name, runs[index]!.slice(1).map(timeOf)))
  return {
    fromStart: timings(({ answered }) => answered),
    afterImports: timings(({ answered, imported }) => answered - imported),
  }
}

function timing(name: string, samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
  const median = sorted[sorted.length >> 1]!
  return { name, median, best: sorted[0]!, p99: sorted.at(-1)!, mean, samples: sorted.length }
}

/** Milliseconds since the process began, and the sums of both windows. */
interface ColdRun {
  readonly imported: number
  readonly answered: number
  readonly totals: readonly number[]
}

function runCold(program: string, options: readonly string[]): ColdRun {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...options], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The cold run failed: ${stderr}`)
  return JSON.parse(stdout) as ColdRun
}

function checkTotals([ours, theirs]: readonly (readonly number[])[]): void {
  const same = ours!.every((total, side) => total === theirs![side])
  if (!same) throw new Error(`A snapshot has the totals ${ours}, DuckDB has ${theirs}`)
}
