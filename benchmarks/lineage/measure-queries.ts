import { isDeepStrictEqual } from 'node:util'
import type { Engine, Root } from './engine.ts'

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
  readonly roots: readonly Root[]
  /** The time after which an engine gets no further root, in milliseconds. */
  readonly patience: number
  /** Samples of every root, of engines that are through with all of them in time. */
  readonly rounds: number
}

/**
 * Times the engines, the first of which is ours and the second the judge. Before an engine's time counts, each of
 * its answers is compared with the judge's, row by row; a difference throws.
 */
export async function measureQueries(
  engines: readonly Engine[],
  { steps, roots, patience, rounds }: MeasureOptions,
): Promise<QueryTimes> {
  const sizes = await sizesOf(engines[1]!, roots, steps)
  const samples: number[][][] = []
  const asked: number[] = []
  for (const engine of engines) {
    asked.push(await checkAnswers(engine, engines[1]!, { steps, roots, patience }))
    samples.push(roots.map(() => []))
  }
  for (const [index, engine] of engines.entries()) {
    if (asked[index] === roots.length) await warmUp(engine, roots, steps)
  }
  // The engines take turns, so that a noisy minute hits all of them alike.
  for (let round = 0; round < rounds; round++) {
    for (const [index, engine] of engines.entries()) {
      const some = roots.slice(0, asked[index])
      if (some.length < roots.length && round > 0) continue
      globalThis.gc?.()
      // Warmed up each time: the engine before has left its own code and data in the caches.
      if (some.length === roots.length) await askAll(engine, some, steps)
      const times = await askAll(engine, some, steps)
      for (const [place, time] of times.entries()) samples[index]![place]!.push(time)
    }
  }
  const engineTimes = engines.map((engine, index) =>
    timesOf(engine, samples[index]!.slice(0, asked[index]), samples[0]!.slice(0, asked[index])),
  )
  return { steps, ...sizes, engines: engineTimes }
}

/** How long an engine may run before its times count, in milliseconds; the same for all. */
const WARM_UP = 400

async function warmUp(engine: Engine, roots: readonly Root[], steps: number): Promise<void> {
  const begin = performance.now()
  while (performance.now() - begin < WARM_UP) await askAll(engine, roots, steps)
}

/** The time of each root, in milliseconds. */
async function askAll(
  engine: Engine,
  roots: readonly Root[],
  steps: number,
): Promise<readonly number[]> {
  const times: number[] = []
  for (const root of roots) {
    const begin = performance.now()
    const answer = engine.ask(root, steps)
    if (answer instanceof Promise) await answer
    times.push(performance.now() - begin)
  }
  return times
}

/** Compares as many roots as there is patience for, and gives their number. */
async function checkAnswers(
  engine: Engine,
  judge: Engine,
  { steps, roots, patience }: Omit<MeasureOptions, 'rounds'>,
): Promise<number> {
  const begin = performance.now()
  for (const [index, root] of roots.entries()) {
    const [found, expected] = [await engine.answer(root, steps), await judge.answer(root, steps)]
    if (!isDeepStrictEqual(found, expected)) {
      const { vertexType, vertexId } = root.ref
      throw new Error(
        `${engine.name} answers ${steps} hops around ${vertexType} ${vertexId} otherwise than ${judge.name}.`,
      )
    }
    if (performance.now() - begin > patience) return index + 1
  }
  return roots.length
}

async function sizesOf(
  judge: Engine,
  roots: readonly Root[],
  steps: number,
): Promise<{ readonly vertices: number; readonly edges: number }> {
  let vertices = 0
  let edges = 0
  for (const root of roots) {
    const answer = await judge.answer(root, steps)
    vertices += new Set([...answer.up, ...answer.down]).size
    edges += answer.edges.length
  }
  return { vertices: vertices / roots.length, edges: edges / roots.length }
}

function timesOf(
  { name, givesObjects }: Engine,
  samples: readonly (readonly number[])[],
  ours: readonly (readonly number[])[],
): EngineTimes {
  const own = summary(samples.flat())
  const base = summary(ours.flat())
  return {
    name,
    givesObjects,
    ...own,
    roots: samples.length,
    ofOurs: { p50: own.p50 / base.p50, mean: own.mean / base.mean },
  }
}

function summary(times: readonly number[]): {
  readonly p50: number
  readonly p99: number
  readonly mean: number
} {
  const inOrder = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))]!
  return { p50: at(0.5), p99: at(0.99), mean: inOrder.reduce((a, b) => a + b, 0) / inOrder.length }
}
