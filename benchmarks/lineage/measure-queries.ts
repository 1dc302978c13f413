import type { Checked } from './check-answers.ts'
import type { Contestant } from './contestant.ts'
import type { Steps } from './engine.ts'
import { type Ratios, ratiosOf, type Times, timesOf } from './times.ts'
import type { Sample } from './turn.ts'

/** Times of one engine for one number of hops. */
export interface EngineTimes extends Times {
  readonly name: string
  readonly givesObjects: boolean
  /** Roots that were asked; fewer than all where the time ran out. */
  readonly roots: number
  /** The same divided by ours, over the same roots. */
  readonly ofOurs: Ratios
}

/** All engines for one number of hops. */
export interface QueryTimes {
  readonly steps: Steps
  /** Of an answer, on average over all roots. */
  readonly vertices: number
  readonly edges: number
  readonly engines: readonly EngineTimes[]
}

/** How {@link measureQueries} runs. */
export interface MeasureOptions {
  readonly steps: Steps
  /** After how long an engine gets no further turn, in milliseconds; ours gets all, because others are divided by it. */
  readonly patience: number
  /** Samples of every root, of engines that are quick enough. */
  readonly rounds: number
}

/** An engine's part of a measurement. */
interface Runner {
  readonly contestant: Contestant
  readonly checked: Checked
  /** By root. */
  readonly samples: Sample[][]
  /** How long its turns took so far. */
  spent: number
}

/**
 * Times the engines, the first of which is ours. They take turns, so that a noisy minute hits all of them alike, and
 * only the one whose turn it is has anything to do.
 */
export async function measureQueries(
  contestants: readonly Contestant[],
  { steps, patience, rounds }: MeasureOptions,
): Promise<QueryTimes> {
  const runners = contestants.map((contestant): Runner => {
    const checked = contestant.checked.find((one) => one.steps === steps)!
    return { contestant, checked, samples: [], spent: 0 }
  })
  for (let round = 0; round < rounds; round++) {
    for (const [place, runner] of runners.entries()) {
      if (place === 0 || runner.spent < patience) await takeTurn(runner)
    }
  }
  const { samples: own, checked } = runners[0]!
  const engines = runners.map(({ contestant, samples }) => {
    const { name, givesObjects } = contestant.kind
    const times = timesOf(samples)
    return { name, givesObjects, ...times, roots: samples.length, ofOurs: ratiosOf(samples, own) }
  })
  return { steps, vertices: checked.vertices, edges: checked.edges, engines }
}

async function takeTurn(runner: Runner): Promise<void> {
  const { contestant, checked, samples } = runner
  const turn = await contestant.process.call('turn', { steps: checked.steps, roots: checked.roots })
  for (const [root, sample] of turn.samples.entries()) {
    samples[root] ??= []
    samples[root].push(sample)
  }
  runner.spent += turn.spent
}
