import type { Mix, Spread, UsualChange, Verdict } from './figures.ts'

/** A dimension of the leaves that {@link locateCauses} searches. */
export interface CauseDimension {
  readonly name: string
  readonly values: readonly string[]
  /** For each leaf, the index of its value in `values`. */
  readonly codes: Uint32Array
}

/** The leaves to search: one entry of every array for each combination of values that occurs. */
export interface CausesInput {
  readonly dimensions: readonly CauseDimension[]
  /** The metric in the current window; of a quotient, its numerator. */
  readonly current: Float64Array
  /** The same in the compare window. */
  readonly compare: Float64Array
  /** The denominator of a quotient in the current window. */
  readonly currentDenominator?: Float64Array
  readonly compareDenominator?: Float64Array
  /** Earlier windows of the same length, the latest first: what usually changes. @defaultValue none */
  readonly history?: readonly Float64Array[]
  /** The denominators in these windows; required where the metric is a quotient and a history is given. */
  readonly historyDenominators?: readonly Float64Array[]
}

/**
 * How leaves deviate by themselves. `relative`: by a share of their size, whatever the size, as forecasts do. `volume`:
 * by an amount that is learned for each size, as counts and sums do. `ratio`: as a quotient of two of them does.
 */
export type Noise = 'relative' | 'volume' | 'ratio'

/** Options of {@link locateCauses}. */
export interface CausesOptions {
  /** @defaultValue 10 */
  readonly maxCauses?: number
  /** The most conditions of a cause. @defaultValue all dimensions up to six, else 3 */
  readonly maxDepth?: number
  /** @defaultValue 'auto': decided from the leaves */
  readonly noise?: 'auto' | Noise
  /** Stops the search; it throws the reason of the signal. */
  readonly signal?: AbortSignal
}

/** One condition of a cause. */
export interface CauseCondition {
  readonly dimension: string
  readonly value: string
  /** The rows that do not have the value. @defaultValue false */
  readonly not?: boolean
}

/** A segment that changed differently from the rest. */
export interface Cause {
  readonly conditions: readonly CauseCondition[]
  /** Other conditions that name exactly the same leaves. */
  readonly sameAs: readonly (readonly CauseCondition[])[]
  /** The metric in the segment; of a quotient, its own quotient; null where its denominator is 0. */
  readonly current: number | null
  readonly compare: number | null
  readonly change: number | null
  /** The current value that the rest, and the history, make expect. */
  readonly expected: number | null
  /** `current - expected`. */
  readonly unexpected: number | null
  /** The contribution of its rows, without those of the causes before it, to the whole change. */
  readonly contribution: number
  /** The part of `contribution` that came from the segment's own rate; null for a sum, and where its rate has a pole. */
  readonly rateContribution: number | null
  /** The part that came from its weight in the denominator. */
  readonly mixContribution: number | null
  /** `contribution` over the whole change; null when that is 0. */
  readonly share: number | null
  /** How many bits shorter the data is described with this cause than without it. */
  readonly bits: number
  readonly confidence: 'certain' | 'likely' | 'possible'
  readonly kind: 'changed' | 'new' | 'gone'
}

/** The result of {@link locateCauses}. */
export interface CausesReport {
  /** The kind of the change; it follows from the other figures. */
  readonly verdict: Verdict
  readonly causes: readonly Cause[]
  /** The move that all leaves share, as a factor; null when they did not move alike. Of a quotient, that of the rates. */
  readonly common: {
    readonly factor: number
    readonly contribution: number
    /** `contribution` over the whole change; null when that is 0. */
    readonly share: number | null
    /**
     * The part of the size outside of causes that moved in the direction of `contribution`, by groups of one percent of
     * the size or more, in the dimension in which it is least.
     */
    readonly along: number
    readonly bits: number
    /** Whether `contribution` is no more than the whole usually changes; null with fewer than three changes before. */
    readonly isUsual: boolean | null
  } | null
  /** How much of the change of a quotient comes from weights; null for a sum, and where no groups have rates in both windows. */
  readonly mix: Mix | null
  /** The dimension over whose groups the change is spread; null where a group holds much of it. */
  readonly spread: Spread | null
  /** The usual change of the whole; null without earlier windows. */
  readonly usual: UsualChange | null
  /** The change without the contributions of the causes, of what all have in common, and of the mix outside of causes. */
  readonly unexplained: number
  /** The sign of the whole change. */
  readonly direction: 'up' | 'down' | 'none'
  readonly considered: {
    readonly combinations: number
    readonly cuboids: number
    readonly segments: number
    /** The most conditions of a segment. */
    readonly depth: number
    /** Whether segments with more conditions were left out because their sums would take more than one GiB. */
    readonly isDepthCut: boolean
    readonly noise: Noise
    /** Earlier windows that were used. */
    readonly history: number
    /** Dimensions that were left out, because they have one value or the same groups as another one. */
    readonly leftOut: readonly string[]
  }
}
