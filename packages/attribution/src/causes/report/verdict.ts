import type { Mix, MixOfGroups, Spread, UsualChange, Verdict } from '../leaves/figures.ts'
import type { Cause } from '../leaves/types.ts'
import type { DimensionMove } from './dimension-moves.ts'
import { isUsualChange } from './usual-change.ts'

/** A segment with a smaller share of the change is not named in a headline, and a larger group is no spread. */
export const LEAST_SHARE = 0.05
/** From this share of the change on, a common move or a mix is what the change is. */
export const MOST_OF_CHANGE = 0.5
/** From this part of the size on, most places moved alike. */
const MOST_PLACES = 0.8
/** Groups in both windows that hold less of the denominator say little of a mix. */
const LEAST_HELD = 0.5
/** A change is spread over no fewer groups. */
const LEAST_GROUPS = 20

/** The figures of an answer that its verdict follows from. */
export interface VerdictFigures {
  readonly current: number | null
  readonly compare: number | null
  readonly causes: readonly Pick<Cause, 'confidence' | 'share'>[]
  readonly common: { readonly share: number | null; readonly along: number } | null
  readonly mix: Pick<Mix, 'share' | 'byDimension'> | null
  readonly spread: Spread | null
  readonly usual: UsualChange | null
}

/** Decides what a change is, by the first that holds. */
export function decideVerdict(figures: VerdictFigures): Verdict {
  const { current, compare, causes, common, mix, spread, usual } = figures
  if (current === null || compare === null) return 'undefined'
  if (current === compare) return 'unchanged'
  const material = causes.filter(isMaterial)
  const isUsual = isUsualChange(current - compare, usual) === true
  if (isUsual && material.length === 0) return 'usual'
  const [largestMix] = mix?.byDimension ?? []
  const isMixHeld = largestMix !== undefined && largestMix.held >= LEAST_HELD
  if (isMixHeld && (mix?.share ?? 0) >= MOST_OF_CHANGE) return 'mix'
  if ((common?.share ?? 0) >= MOST_OF_CHANGE && common!.along >= MOST_PLACES) return 'common'
  if (material.length > 0) return material.length === 1 ? 'localised' : 'several'
  return spread === null ? 'unknown' : 'spread'
}

/** Whether a headline may name a cause: it is more than possible and holds a part of the change that matters. */
export function isMaterial({ confidence, share }: Pick<Cause, 'confidence' | 'share'>): boolean {
  return confidence !== 'possible' && share !== null && Math.abs(share) >= LEAST_SHARE
}

/** The dimension over most groups of which a change is spread: its largest group holds little of it. Null without one. */
export function findSpread(moves: readonly DimensionMove[], change: number): Spread | null {
  if (change === 0) return null
  const spreads = moves.flatMap(({ dimension, groups, largest }): Spread[] => {
    if (groups < LEAST_GROUPS || largest === null) return []
    const share = largest.contribution / change
    return share < LEAST_SHARE
      ? [{ dimension, groups, largest: { value: largest.value, share } }]
      : []
  })
  return spreads.reduce<Spread | null>(
    (most, spread) => (most === null || spread.groups > most.groups ? spread : most),
    null,
  )
}

/** Chooses the finest groups that hold enough of both windows, and says how much of the change their weights explain. */
export function chooseMix(
  leafMix: MixOfGroups | null,
  moves: readonly DimensionMove[],
  change: number,
): Omit<Mix, 'remaining'> | null {
  const direction = change < 0 ? -1 : 1
  const byDimension = moves
    .flatMap(({ dimension, mix }) => (mix === null ? [] : [{ dimension, ...mix }]))
    .sort((a, b) => direction * (b.mixContribution - a.mixContribution))
  const isLeafHeld = leafMix !== null && leafMix.held >= LEAST_HELD
  const supported = byDimension.filter((mix) => mix.held >= LEAST_HELD)
  const [first] = supported
  if (!isLeafHeld && first === undefined) return null
  const contribution = isLeafHeld ? leafMix.mixContribution : first!.mixContribution
  return {
    contribution,
    share: change === 0 ? null : contribution / change,
    dimensions: isLeafHeld ? moves.map(({ dimension }) => dimension) : [first!.dimension],
    byDimension: [...supported, ...byDimension.filter((mix) => !supported.includes(mix))].map(
      ({ level: _, ...mix }) => mix,
    ),
  }
}
