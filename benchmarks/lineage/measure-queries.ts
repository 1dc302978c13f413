import { answersOf, checkAnswers } from './check-answers.ts'
import type { Answer, Engine, Root } from './engine.ts'

/** Times of one engine for one number of hops, in milliseconds. */
export interface EngineTimes {
  readonly name: string
  readonly givesObjects: boolean
  readonly p50: number
  readonly p99: number
  readonly mean: number
  /** Roots that were asked; fewer than all where the time ran out. */
  readonly roots: number
  /** The same divided by ours, over the same roots. */
  readonly ofOurs: { readonly p50: number; readonly mean: number }
}

/** All engines for one number of hops. */
export interface QueryTimes {
  readonly steps: number
  /** Of an answer, on average over all roots. */
  readonly vertices: number
  readonly edges: number
  readonly engines: readonly EngineTimes[]
}

/** How {@link measureQueries} runs. */
export interface MeasureOptions {
  readonly steps: number
  /** In an order of which every beginning is a fair choice: a slow engine gets no more. */
  readonly roots: readonly Root[]
  /** How long an engine's answers are compared, and again how long they are timed, in milliseconds. */
  readonly patience: number
  /** Samples of every root, of engines that are quick enough. */
  readonly rounds: number
}

/** An engine's part of a measurement. */
interface Runner {
  readonly engine: Engine
  /** The roots that there is time for. */
  readonly roots: readonly Root[]
  /** By root its times. */
  readonly samples: readonly number[][]
  /** How long its answers were timed so far. */
  spent: number
}

/**
 * Times the engines, the first of which is ours and the second the judge. Before an engine's time counts, each of
 * its answers is compared with the judge's, row by row; a difference throws.
 */
export async function measureQueries(
  engines: readonly Engine[],
  { steps, roots, patience, rounds }: MeasureOptions,
): Promise<QueryTimes> {
  const expected = await answersOf(engines[1]!, roots, steps)
  const runners: Runner[] = []
  for (const [index, engine] of engines.entries()) {
    // Ours answers all roots, because each other is compared with it over the roots that the other got.
    const most = index === 0 ? Number.POSITIVE_INFINITY : patience
    const asked = await checkAnswers(engine, expected, { steps, roots, patience: most })
    const some = roots.slice(0, asked)
    runners.push({ engine, roots: some, samples: some.map(() => []), spent: 0 })
  }
  globalThis.gc?.()
  // The engines take turns, so that a noisy minute hits all of them alike.
  for (let round = 0; round < rounds; round++) {
    for (const runner of runners) {
      if (runner.spent < patience) await takeTurn(runner, steps)
    }
  }
  const own = runners[0]!.samples
  const times = runners.map(({ engine, samples }) => timesOf(engine, samples, own))
  return { steps, ...sizesOf(expected), engines: times }
}

/** How long an engine runs before its times count, at each of its turns, in milliseconds; the same for all. */
const WARM_UP = 250

/**
 * One sample of every root. The engine is warm by then: the one before has left its own code and data in the
 * caches. Its garbage is cleared away, but only the young: to clear away all would also drop compiled code.
 */
async function takeTurn(runner: Runner, steps: number): Promise<void> {
  const { engine, roots, samples } = runner
  globalThis.gc?.({ type: 'minor' })
  const warmUntil = performance.now() + WARM_UP
  for (let i = 0; performance.now() < warmUntil; i++) {
    await timeOf(engine, roots[i % roots.length]!, steps)
  }
  for (const [place, root] of roots.entries()) {
    const time = await timeOf(engine, root, steps)
    samples[place]!.push(time)
    runner.spent += time
  }
}

/** How long an answer takes, in milliseconds. No part of the turn, so that it is compiled when its times count. */
function timeOf(engine: Engine, root: Root, steps: number): number | Promise<number> {
  const begin = performance.now()
  const answer = engine.ask(root, steps)
  if (answer instanceof Promise) return answer.then(() => performance.now() - begin)
  return performance.now() - begin
}

function sizesOf(answers: readonly Answer[]): Pick<QueryTimes, 'vertices' | 'edges'> {
  let vertices = 0
  let edges = 0
  for (const answer of answers) {
    vertices += new Set([...answer.up, ...answer.down]).size
    edges += answer.edges.length
  }
  return { vertices: vertices / answers.length, edges: edges / answers.length }
}

function timesOf(
  { name, givesObjects }: Engine,
  samples: readonly (readonly number[])[],
  ours: readonly (readonly number[])[],
): EngineTimes {
  const own = summary(samples.flat())
  const base = summary(ours.slice(0, samples.length).flat())
  return {
    name,
    givesObjects,
    ...own,
    roots: samples.length,
    ofOurs: { p50: own.p50 / base.p50, mean: own.mean / base.mean },
  }
}

function summary(times: readonly number[]): Pick<EngineTimes, 'p50' | 'p99' | 'mean'> {
  const inOrder = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))]!
  return { p50: at(0.5), p99: at(0.99), mean: inOrder.reduce((a, b) => a + b, 0) / inOrder.length }
}
