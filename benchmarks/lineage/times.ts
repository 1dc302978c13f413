import type { Sample } from './turn.ts'

/** Times of one engine for one number of hops, in milliseconds: warm ones where it does not say cold. */
export interface Times {
  readonly p50: number
  readonly p99: number
  readonly mean: number
  readonly coldP50: number
}

/** The times of an engine, by root its samples. */
export function timesOf(samples: readonly (readonly Sample[])[]): Times {
  const all = samples.flat()
  const warm = all.map((one) => one.warm).sort((a, b) => a - b)
  const cold = all.map((one) => one.cold).sort((a, b) => a - b)
  return {
    p50: at(warm, 0.5),
    p99: at(warm, 0.99),
    mean: warm.reduce((a, b) => a + b, 0) / warm.length,
    coldP50: at(cold, 0.5),
  }
}

/** Times divided by ours. */
export type Ratios = Omit<Times, 'p99'>

/** The times of an engine divided by ours, over the roots that both answered: the first ones. */
export function ratiosOf(
  samples: readonly (readonly Sample[])[],
  ours: readonly (readonly Sample[])[],
): Ratios {
  const both = Math.min(samples.length, ours.length)
  const one = timesOf(samples.slice(0, both))
  const base = timesOf(ours.slice(0, both))
  return {
    p50: one.p50 / base.p50,
    mean: one.mean / base.mean,
    coldP50: one.coldP50 / base.coldP50,
  }
}

function at(inOrder: readonly number[], share: number): number {
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))]!
}
