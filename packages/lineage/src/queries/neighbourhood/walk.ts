import type { SlicedWork } from '@tributary/core/internal'
import { firstPlace } from '../../model/first-place.ts'
import type { BfsBuffer } from '../../view/bfs-buffer.ts'
import type { AdjacencyLists } from '../../view/view.ts'
import { EDGES_AT_ONCE } from '../algorithms/reach.ts'
import {
  findNeighboursThrough,
  getVertexRole,
  type NeighbourhoodQuery,
  type Scope,
  STOP,
  type Way,
} from './scope.ts'

/** A breadth-first walk in one direction, hop by hop. Its vertices are in the buffer until the next walk. */
export interface Walk {
  readonly way: Way
  readonly buffer: BfsBuffer
  readonly lists: AdjacencyLists
  /** The most hops. */
  readonly most: number
  /** By hop, the number of vertices within so many hops; the root is hop 0. */
  readonly ends: number[]
  /** Number of vertices of the queue from which the walk went on. */
  expanded: number
  /** Number of edges used; each type of a pair counts. */
  edges: number
  /** Whether the buffer keeps the hits; totals need none. */
  readonly keepsHits: boolean
  /** Whether another hop is allowed and may find something. */
  isOpen: boolean
}

/** The two walks of a neighbourhood. */
export interface Walks {
  readonly up: Walk
  readonly down: Walk
  /** Places in the downward queue of vertices that both walks found; without a cycle around the root only the root. */
  readonly both: readonly number[]
  /** Whether the budget was too small for a hop. */
  readonly isPartial: boolean
}

/** Numbers of edges that may still be read. */
interface Allowance {
  /** By all walks of the query. */
  budget: number
  /** Before others get their turn. */
  slice: number
}

/** Walks in both directions, hop by hop in turn, so that a budget covers the closest vertices. */
export function* walkBoth(
  scope: Scope,
  { upstream, downstream, budget = Number.POSITIVE_INFINITY, limit, induced }: NeighbourhoodQuery,
): SlicedWork<Walks> {
  const keepsHits = limit !== 0 && induced !== true
  const up = createWalk(scope, 'up', upstream, keepsHits)
  const down = createWalk(scope, 'down', downstream, keepsHits)
  const walks = [up, down]
  const allowance: Allowance = { budget, slice: EDGES_AT_ONCE }
  let isPartial = false
  while (up.isOpen || down.isOpen) {
    for (const walk of walks) {
      if (!walk.isOpen) continue
      const end = walk.buffer.count
      let fits = true
      if (scope.collapse) fits = yield* expandThrough(scope, walk, end, allowance)
      else {
        if (budget !== Number.POSITIVE_INFINITY) fits = payHop(walk, allowance)
        while (fits && walk.expanded < end) {
          expand(scope, walk, end, allowance)
          if (allowance.slice > 0) continue
          yield
          allowance.slice = EDGES_AT_ONCE
        }
      }
      if (fits) walk.ends.push(walk.buffer.count)
      else isPartial = true
      walk.isOpen = fits && walk.ends.length <= walk.most && walk.expanded < walk.buffer.count
    }
  }
  return { up, down, both: findSharedPlaces(up, down), isPartial }
}

function createWalk({ view, root }: Scope, way: Way, most: number, keepsHits: boolean): Walk {
  const buffer = view.buffers[way]
  buffer.begin(view.size)
  buffer.add(root)
  const lists = way === 'up' ? view.sources : view.targets
  const isOpen = most > 0
  return { way, buffer, lists, most, ends: [1], expanded: 0, edges: 0, keepsHits, isOpen }
}

/** Takes the cost of the next hop from the budget. Returns false, with nothing changed, when the budget is too small. */
function payHop({ buffer, lists, expanded }: Walk, allowance: Allowance): boolean {
  let cost = 0
  for (let place = expanded; place < buffer.count; place++)
    cost += lists.counts[buffer.queue[place]!]!
  if (cost > allowance.budget) return false
  allowance.budget -= cost
  return true
}

/** Goes on from the vertices before `end`, until the slice is used up. */
function expand(scope: Scope, walk: Walk, end: number, allowance: Allowance): void {
  const { buffer, lists, keepsHits } = walk
  const { queue, marks, base, hitEnds } = buffer
  const { starts, counts, words } = lists
  const { edgeMask, roles } = scope
  let { count, hits } = buffer
  let remainingEdges = allowance.slice
  let hitCount = walk.expanded === 0 ? 0 : hitEnds[walk.expanded - 1]!
  let edges = 0
  let near = walk.expanded
  for (; near < end && remainingEdges > 0; near++) {
    const vertex = queue[near]!
    const start = starts[vertex]!
    const degree = counts[vertex]!
    if (keepsHits && hitCount + degree > hits.length) hits = buffer.reserveHits(hitCount, degree)
    for (let at = start; at < start + degree; at++) {
      const word = words[at]!
      const types = word & edgeMask
      if (types === 0) continue
      const neighbour = word >>> 2
      if (roles !== null && getVertexRole(scope, neighbour) === STOP) continue
      let place = marks[neighbour]! - base
      if (place < 0) {
        place = count++
        marks[neighbour] = base + place
        queue[place] = neighbour
      }
      if (keepsHits) hits[hitCount++] = (place << 4) | (types * 5)
      edges += types === 3 ? 2 : 1
    }
    hitEnds[near] = hitCount
    remainingEdges -= 1 + degree
  }
  allowance.slice = remainingEdges
  walk.expanded = near
  walk.edges += edges
  buffer.count = count
}

/** Vertices from which a walk that collapses others goes on between two yields. */
const NEAR_AT_ONCE = 64

/**
 * Goes on from all vertices before `end`, through collapsed ones. Returns false, with nothing changed, when the budget
 * is too small.
 */
function* expandThrough(
  scope: Scope,
  walk: Walk,
  end: number,
  allowance: Allowance,
): SlicedWork<boolean> {
  const { buffer, keepsHits } = walk
  let remainingBudget = allowance.budget
  const spend = (edges: number): boolean => {
    remainingBudget -= edges
    return remainingBudget >= 0
  }
  let hitCount = walk.expanded === 0 ? 0 : buffer.hitEnds[walk.expanded - 1]!
  let edges = 0
  for (let near = walk.expanded; near < end; near++) {
    if (near % NEAR_AT_ONCE === 0) yield
    const links = yield* findNeighboursThrough(scope, buffer.queue[near]!, walk.way, spend)
    if (links === null) {
      buffer.cut(end)
      return false
    }
    const hits = keepsHits ? buffer.reserveHits(hitCount, links.size) : null
    for (const [neighbour, link] of links) {
      if (!buffer.has(neighbour)) buffer.add(neighbour)
      if (hits !== null) hits[hitCount++] = (buffer.placeOf(neighbour) << 4) | link
      edges += countTypes(link)
    }
    buffer.hitEnds[near] = hitCount
  }
  allowance.budget = remainingBudget
  walk.edges += edges
  walk.expanded = end
  return true
}

/** Places in the downward queue of the vertices that both walks found. */
function findSharedPlaces(up: Walk, down: Walk): readonly number[] {
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

/** The hop of the vertex at a place of the queue. */
export function findHop({ ends }: Walk, place: number): number {
  return firstPlace(ends.length - 1, (hop) => ends[hop]! <= place)
}

/** Number of edge types by mask. */
const TYPES_IN: readonly number[] = [0, 1, 1, 2]

/** Number of edge types of a link. */
export function countTypes(link: number): number {
  return TYPES_IN[link & 3]!
}
