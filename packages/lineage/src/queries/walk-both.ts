import type { SlicedWork } from '@tributary/core/internal'
import type { Walks } from './arrange.ts'
import { EDGES_AT_ONCE } from './reach.ts'
import type { NeighbourhoodQuery, Scope } from './scope.ts'
import { type Budget, beginWalk, hasNext, takeHop, takeHopThrough, type Walk } from './walk.ts'

/** The two walks of a neighbourhood, which go hop by hop in turn, so that a budget covers the closest vertices. */
export interface Walking {
  readonly up: OneWay
  readonly down: OneWay
  readonly budget: Budget
  /** Whether the budget was too small for a hop. */
  isPartial: boolean
  /** Whether the downward walk goes next. */
  isDownNext: boolean
}

interface OneWay {
  readonly walk: Walk
  /** The most hops. */
  readonly most: number
  hops: number
  isOpen: boolean
}

/** Begins both walks at the root. */
export function beginWalks(
  scope: Scope,
  { upstream, downstream, budget, limit, induced }: NeighbourhoodQuery,
): Walking {
  const keepsHits = limit !== 0 && induced !== true && !scope.collapse
  const up = beginWalk(scope, 'up', keepsHits)
  const down = beginWalk(scope, 'down', keepsHits)
  return {
    up: { walk: up, most: upstream, hops: 0, isOpen: upstream > 0 },
    down: { walk: down, most: downstream, hops: 0, isOpen: downstream > 0 },
    budget: { left: budget ?? Number.POSITIVE_INFINITY },
    isPartial: false,
    isDownNext: false,
  }
}

/** Walks on until enough edges were read. Returns whether both walks are complete. */
export function walkOn(scope: Scope, walking: Walking): boolean {
  const pace = { left: EDGES_AT_ONCE }
  while (walking.up.isOpen || walking.down.isOpen) {
    const way = walking.isDownNext ? walking.down : walking.up
    if (way.isOpen) {
      const went = takeHop(scope, way.walk, walking.budget, pace)
      if (went === null) return false
      note(walking, way, went)
    }
    walking.isDownNext = !walking.isDownNext
  }
  return true
}

/** {@link walkOn} to the end, for a scope that collapses vertices. */
export function* walkThrough(scope: Scope, walking: Walking): SlicedWork<void> {
  while (walking.up.isOpen || walking.down.isOpen) {
    for (const way of [walking.up, walking.down]) {
      if (way.isOpen) note(walking, way, yield* takeHopThrough(scope, way.walk, walking.budget))
    }
  }
}

function note(walking: Walking, way: OneWay, went: boolean): void {
  if (went) way.hops += 1
  else walking.isPartial = true
  way.isOpen = went && way.hops < way.most && hasNext(way.walk)
}

/** The complete walks. */
export function toWalks({ up: { walk: up }, down: { walk: down } }: Walking): Walks {
  return { up, down, both: metByBoth(up, down) }
}

/** Places in the downward queue of the vertices that both walks found. */
function metByBoth(up: Walk, down: Walk): readonly number[] {
  const both: number[] = []
  const isUpFewer = up.buffer.count < down.buffer.count
  const fewer = isUpFewer ? up.buffer : down.buffer
  const more = isUpFewer ? down.buffer : up.buffer
  for (let place = 0; place < fewer.count; place++) {
    const oppositePlace = more.placeOf(fewer.queue[place]!)
    if (oppositePlace >= 0) both.push(isUpFewer ? oppositePlace : place)
  }
  return both
}
