/** Something to time: one call of `run` is one sample of `operations` operations. */
export interface Case {
  readonly name: string
  /** Operations of one run; times are given for one. @defaultValue 1 */
  readonly operations?: number
  run(): unknown
}

/** Times of one operation of a case, in milliseconds. */
export interface Timing {
  readonly name: string
  readonly median: number
  readonly best: number
  readonly p99: number
  readonly mean: number
  readonly samples: number
}

/** How {@link interleave} runs. */
export interface InterleaveOptions {
  /** Samples of every case. @defaultValue 15 */
  readonly rounds?: number
  /**
   * Runs of every case before the first sample, at least; it runs a quarter of a second in any case, or not at all where
   * this is 0. @defaultValue 3
   */
  readonly warmUp?: number
}

/**
 * Times the cases in turn, round by round, so that a noisy minute hits all of them alike; ratios within
 * one answer can be trusted more than its times. Results of the runs are awaited and kept alive.
 */
export async function interleave(
  cases: readonly Case[],
  { rounds = 15, warmUp = 3 }: InterleaveOptions = {},
): Promise<readonly Timing[]> {
  const samples = cases.map((): number[] => [])
  for (const one of warmUp === 0 ? [] : cases) {
    const end = performance.now() + WARM_UP
    for (let run = 0; run < warmUp || performance.now() < end; run++) kept = await one.run()
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of cases.entries()) {
      // What the case before has left behind is not this one's work. (A whole collection would throw away compiled code.)
      globalThis.gc?.({ type: 'minor' })
      const begin = performance.now()
      kept = await one.run()
      samples[index]!.push((performance.now() - begin) / (one.operations ?? 1))
    }
  }
  return cases.map(({ name }, index) => timingOf(name, samples[index]!))
}

/** How long a case runs at least before its first sample, in milliseconds. */
const WARM_UP = 250

/** The last result, so that no engine may leave the work undone. */
export let kept: unknown

function timingOf(name: string, samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
  return { name, median: at(0.5), best: sorted[0]!, p99: at(0.99), mean, samples: sorted.length }
}
