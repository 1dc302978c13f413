import type { SlicedWork } from '@tributary/core/internal'
import { firstPlace } from '../model/first-place.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import type { AdjacencyLists } from '../view/view.ts'
import { getVertexRole, neighboursThrough, type Scope, STOP, type Way } from './scope.ts'

/** Number of edge types by mask. */
const TYPES_IN: readonly number[] = [0, 1, 1, 2]

/** A breadth-first walk in one direction, hop by hop. Its vertices are in the buffer until the next walk. */
export interface Walk {
  readonly way: Way
  readonly buffer: BfsBuffer
  readonly lists: AdjacencyLists
  /** By hop, the number of vertices within so many hops; the root is hop 0. */
  readonly ends: number[]
  /** Number of vertices of the queue from which the walk went on. */
  expanded: number
  /** Number of edges used; each type of a pair counts. */
  edges: number
  /** Whether the buffer keeps the links; totals need none. */
  readonly keepsHits: boolean
  /** Whether a hop is begun and not complete. */
  isUnderWay: boolean
}

/** Number of edges that all walks of a query may still read. */
export interface Budget {
  left: number
}

/** How many edges may still be read before others get their turn. */
export interface Pace {
  left: number
}

/** Begins a walk at the root. */
export function beginWalk({ view, root }: Scope, way: Way, keepsHits: boolean): Walk {
  const buffer = view.buffers[way]
  buffer.begin(view.size)
  buffer.add(root)
  const lists = way === 'up' ? view.sources : view.targets
  return { way, buffer, lists, ends: [1], expanded: 0, edges: 0, keepsHits, isUnderWay: false }
}

/** Whether the last hop found new vertices. */
export function hasNext({ expanded, buffer }: Walk): boolean {
  return expanded < buffer.count
}

/**
 * Walks one hop, or a part of it. Returns null when the hop is not complete and others should get their turn first, and
 * false, with nothing changed, when the budget is too small.
 */
export function takeHop(scope: Scope, walk: Walk, budget: Budget, pace: Pace): boolean | null {
  if (!walk.isUnderWay) {
    const cost = budget.left === Number.POSITIVE_INFINITY ? 0 : computeHopCost(walk)
    if (cost > budget.left) return false
    budget.left -= cost
    walk.isUnderWay = true
  }
  if (pace.left <= 0) return null
  pace.left -= 1
  const end = walk.ends.at(-1)!
  takePlainHop(scope, walk, end, pace)
  if (walk.expanded < end) return null
  walk.isUnderWay = false
  walk.ends.push(walk.buffer.count)
  return true
}

/** The hop of the vertex at a place of the queue. */
export function findHop({ ends }: Walk, place: number): number {
  return firstPlace(ends.length - 1, (hop) => ends[hop]! <= place)
}

/** Number of edge types of a link. */
export function countTypes(mask: number): number {
  return TYPES_IN[mask & 3]!
}

function computeHopCost({ buffer, lists, expanded }: Walk): number {
  let cost = 0
  for (let place = expanded; place < buffer.count; place++)
    cost += lists.counts[buffer.queue[place]!]!
  return cost
}

function takePlainHop(scope: Scope, walk: Walk, end: number, pace: Pace): void {
  const { buffer, lists, keepsHits } = walk
  const { queue, marks, base, hitEnds } = buffer
  const { starts, counts, words } = lists
  const { edgeMask, roles } = scope
  let { count } = buffer
  let { hits } = buffer
  let { left: remainingEdges } = pace
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
      if (keepsHits) hits[hitCount++] = (place << 2) | types
      edges += types === 3 ? 2 : 1
    }
    hitEnds[near] = hitCount
    remainingEdges -= 1 + degree
  }
  pace.left = remainingEdges
  walk.expanded = near
  walk.edges += edges
  buffer.count = count
}

/** {@link takeHop} for a scope that collapses vertices. */
export function* takeHopThrough(scope: Scope, walk: Walk, budget: Budget): SlicedWork<boolean> {
  const { buffer } = walk
  const before = {
    count: buffer.count,
    links: buffer.links.count,
    edges: walk.edges,
    left: budget.left,
  }
  const spend = (edges: number): boolean => {
    budget.left -= edges
    return budget.left >= 0
  }
  for (let near = walk.expanded; near < before.count; near++) {
    if (near % NEAR_AT_ONCE === 0) yield
    const neighbours = yield* neighboursThrough(scope, buffer.queue[near]!, walk.way, spend)
    if (neighbours === null) {
      buffer.cut(before.count)
      buffer.links.count = before.links
      walk.edges = before.edges
      budget.left = before.left
      return false
    }
    buffer.links.reserve(neighbours.size)
    for (const [neighbour, { types, stated }] of neighbours) {
      if (!buffer.has(neighbour)) buffer.add(neighbour)
      buffer.links.push(near, buffer.placeOf(neighbour), types | ((types & ~stated) << 2))
      walk.edges += countTypes(types)
    }
  }
  walk.expanded = before.count
  walk.ends.push(buffer.count)
  return true
}

/** Vertices from which a walk that collapses others goes on between two yields. */
const NEAR_AT_ONCE = 64
