import { startProcess } from '../measure/called-process.ts'
import { type Contestant, startContestant } from './contestant.ts'
import type { CostsCalls, SizedCosts } from './costs-process.ts'
import { ENGINES } from './engines.ts'
import { measureQueries, type QueryTimes } from './measure-queries.ts'

/** Everything measured on a lineage of one size. */
export interface SizeReport extends SizedCosts {
  readonly queries: readonly QueryTimes[]
}

/** The hops of the questions, as many up as down. */
const STEPS = [1, 2, 3, 10]

/** Measures a lineage of about so many edges. */
export async function measureSize(
  edges: number,
  folder: string,
  onQueries: (times: QueryTimes) => void,
): Promise<SizeReport> {
  const isLarge = edges > 500_000
  const patience = isLarge ? 6_000 : 2_500
  const contestants = await startAll({ edges, folder, patience })
  const queries: QueryTimes[] = []
  try {
    for (const steps of STEPS) {
      const times = await measureQueries(contestants, { steps, patience, rounds: isLarge ? 5 : 10 })
      onQueries(times)
      queries.push(times)
    }
  } finally {
    await endAll(contestants)
  }
  return { queries, ...(await costsOf(edges, folder)) }
}

interface StartOptions {
  readonly edges: number
  readonly folder: string
  readonly patience: number
}

/** One after the other: each needs more memory while it is made than later. */
async function startAll({ patience, ...rest }: StartOptions): Promise<readonly Contestant[]> {
  const started: Contestant[] = []
  try {
    for (const kind of ENGINES) {
      const ours = started[0]?.checked ?? null
      const contestant = await startContestant(kind, {
        ...rest,
        steps: STEPS,
        // Ours answers all roots, because each other is compared with it over the roots that the other got.
        patience: ours === null ? Number.POSITIVE_INFINITY : patience,
        orders: ours?.map(({ orders }) => orders) ?? null,
      })
      if (contestant !== null) started.push(contestant)
    }
    return started
  } catch (error) {
    await endAll(started)
    throw error
  }
}

async function endAll(contestants: readonly Contestant[]): Promise<void> {
  await Promise.all(contestants.map(({ process }) => process.end()))
}

async function costsOf(edges: number, folder: string): Promise<SizedCosts> {
  const script = new URL('costs-process.ts', import.meta.url)
  const process = startProcess<CostsCalls>(script, 'costs of @tributary/lineage')
  try {
    return await process.call('costs', { edges, folder })
  } finally {
    await process.end()
  }
}
