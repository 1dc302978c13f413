import type { SlicedWork } from '@tributary/core/internal'
import type { AdjacencyLists } from '../../view/view.ts'
import { EDGES_AT_ONCE } from './reach.ts'

/** A part of a graph, whose vertices have places from 0 on. */
export interface Part {
  readonly size: number
  /** The number of the vertex at a place. */
  readonly vertexAt: (place: number) => number
  /** The place of a vertex; negative when it is not in the part. */
  readonly findPlace: (vertex: number) => number
  readonly targets: AdjacencyLists
}

/** Strongly connected components: those that lead to others come after them. */
export interface Components {
  readonly count: number
  /** The places of the vertices, those of a component together. */
  readonly members: Uint32Array
  /** By component, the end of its members; those of the next one begin there. */
  readonly ends: Uint32Array
}

/** In `indexes`: the vertex was not visited. */
const UNSEEN = 0xffff_ffff

/**
 * The strongly connected components of a part of a graph, each after all components that it leads to. Tarjan's
 * algorithm (R. Tarjan, Depth-first search and linear graph algorithms, 1972), without recursion, so that long
 * chains cannot overflow the stack.
 */
export function* findComponents({
  size,
  vertexAt,
  findPlace: placeOf,
  targets,
}: Part): SlicedWork<Components> {
  const { starts, counts, words } = targets
  const members = new Uint32Array(size)
  const ends = new Uint32Array(size)
  yield
  /** The order in which places were visited. */
  const indexes = new Uint32Array(size).fill(UNSEEN)
  const lowest = new Uint32Array(size)
  yield
  /** Visited places whose component is not complete; those of `path` are among them. */
  const open = new Uint32Array(size)
  const isOpen = new Uint8Array(size)
  yield
  const path = new Uint32Array(size)
  /** By depth of `path`, where the next edge is. */
  const next = new Uint32Array(size)
  let visited = 0
  let opened = 0
  let memberCount = 0
  let count = 0
  let read = 0
  for (let root = 0; root < size; root++) {
    if (indexes[root] !== UNSEEN) continue
    let depth = 0
    let entering = root
    for (;;) {
      if (++read >= EDGES_AT_ONCE) {
        read = 0
        yield
      }
      if (entering >= 0) {
        indexes[entering] = visited
        lowest[entering] = visited
        visited += 1
        open[opened++] = entering
        isOpen[entering] = 1
        path[depth] = entering
        next[depth] = starts[vertexAt(entering)]!
        depth += 1
        entering = -1
      }
      const place = path[depth - 1]!
      const vertex = vertexAt(place)
      const end = starts[vertex]! + counts[vertex]!
      let at = next[depth - 1]!
      for (; at < end && entering < 0; at++) {
        const neighbour = placeOf(words[at]! >>> 2)
        if (neighbour < 0) continue
        if (indexes[neighbour] === UNSEEN) entering = neighbour
        else if (isOpen[neighbour] === 1 && indexes[neighbour]! < lowest[place]!) {
          lowest[place] = indexes[neighbour]!
        }
      }
      read += at - next[depth - 1]!
      next[depth - 1] = at
      if (entering >= 0) continue
      depth -= 1
      if (lowest[place] === indexes[place]) {
        let member: number
        do {
          member = open[--opened]!
          isOpen[member] = 0
          members[memberCount++] = member
        } while (member !== place)
        ends[count++] = memberCount
      }
      if (depth === 0) break
      const parent = path[depth - 1]!
      if (lowest[place]! < lowest[parent]!) lowest[parent] = lowest[place]!
    }
  }
  return { count, members, ends }
}
