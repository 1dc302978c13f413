/**
 * The kind of a change, in one word:
 * - `localised`, `several`: one segment, or several, stand out and are material.
 * - `spread`: no segment stands out, and the largest group of a dimension with many groups holds little of it.
 * - `common`: most places moved in one direction, and what they have in common is most of the change.
 * - `mix`: the weights of groups are most of the change of a quotient, not the rates within the groups.
 * - `usual`: nothing stands out, and the whole changed no more than it usually does.
 * - `unchanged`, `undefined`: the whole did not change, or has no value in a window.
 * - `unknown`: none of these.
 */
export type Verdict =
  | 'localised'
  | 'several'
  | 'spread'
  | 'common'
  | 'mix'
  | 'usual'
  | 'unchanged'
  | 'undefined'
  | 'unknown'

/** How much of the change of a quotient comes from the weights of groups. */
export interface Mix {
  readonly contribution: number
  /** `contribution` over the whole change; null when that is 0. */
  readonly share: number | null
  /** The part of `contribution` that no cause holds. */
  readonly remaining: number
  /** The dimensions by whose combinations, or the one by whose values, it is computed. */
  readonly dimensions: readonly string[]
  /** The same by each dimension alone, the one with the largest mix in the direction of the change first. */
  readonly byDimension: readonly ({ readonly dimension: string } & Omit<MixOfGroups, 'level'>)[]
}

/** A dimension over whose groups a change is spread. */
export interface Spread {
  readonly dimension: string
  readonly groups: number
  /** The group that holds most of the change. */
  readonly largest: { readonly value: string; readonly share: number }
}

/** How the change of a quotient divides into the rates and the weights of groups. */
export interface MixOfGroups {
  readonly rateContribution: number
  readonly mixContribution: number
  /** The rates of the compare window at the mean weights of the groups. */
  readonly level: number
  /** Groups with a rate in both windows. */
  readonly groups: number
  /** Of these, the groups whose rate moved against the whole. */
  readonly against: number
  /** Of these, the groups whose rate did not move. */
  readonly unmoved: number
  /** The part of the denominator that these groups hold, in the window in which it is less. */
  readonly held: number
}

/** The usual change of the whole. */
export interface UsualChange {
  /** The root mean square of the earlier changes, in the unit of the metric. */
  readonly size: number
  /** How many earlier changes are known. */
  readonly changes: number
}
