import type { SlicedWork } from '@tributary/core/internal'
import type { BfsBuffer } from '../../view/bfs-buffer.ts'
import type { AdjacencyLists } from '../../view/view.ts'

/** Options of {@link reach}. */
export interface ReachOptions {
  readonly from: Iterable<number>
  readonly lists: AdjacencyLists
  /** Bit mask of the edge types to follow. */
  readonly edgeMask: number
  /** Enters only vertices that this walk has found; those of `from` are always entered. @defaultValue all are */
  readonly subgraph?: BfsBuffer
}

/** Edges read between two yields: about a millisecond of work, when each of them is a cache miss. */
export const EDGES_AT_ONCE = 8192

/** Adds to an empty buffer everything reachable from `from`, breadth first, at any distance, including `from`. */
export function* reach(buffer: BfsBuffer, options: ReachOptions): SlicedWork<void> {
  let begun = 0
  for (const vertex of options.from) {
    if (!buffer.has(vertex)) buffer.add(vertex)
    if (++begun % EDGES_AT_ONCE === 0) yield
  }
  for (let place = 0; place < buffer.count; ) {
    place = reachFrom(buffer, place, options)
    yield
  }
}

/** Goes on from the vertices at `first` and behind, until enough edges were read. Returns the place to go on from. */
function reachFrom(
  buffer: BfsBuffer,
  first: number,
  { lists, edgeMask, subgraph }: ReachOptions,
): number {
  const { starts, counts, words } = lists
  let place = first
  for (let read = 0; place < buffer.count && read < EDGES_AT_ONCE; place++) {
    const vertex = buffer.queue[place]!
    const end = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < end; at++) {
      const neighbour = words[at]! >>> 2
      if ((words[at]! & edgeMask) === 0 || buffer.has(neighbour)) continue
      if (subgraph === undefined || subgraph.has(neighbour)) buffer.add(neighbour)
    }
    read += 1 + counts[vertex]!
  }
  return place
}

/** By place in the queue of a walk that {@link reach} made, the fewest edges from where it began. */
export function* computeHops(
  { queue, count, marks, base }: BfsBuffer,
  began: number,
  { starts, counts, words }: AdjacencyLists,
  edgeMask: number,
): SlicedWork<Uint32Array> {
  const hops = new Uint32Array(count)
  let discoveredCount = began
  let read = 0
  // The queue is breadth first: who is found next was found from the earliest that has an edge to it.
  for (let place = 0; place < count; place++) {
    const vertex = queue[place]!
    const end = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < end; at++) {
      if ((words[at]! & edgeMask) === 0) continue
      const next = marks[words[at]! >>> 2]! - base
      if (next < discoveredCount) continue
      hops[next] = hops[place]! + 1
      discoveredCount = next + 1
    }
    read += 1 + counts[vertex]!
    if (read >= EDGES_AT_ONCE) {
      read = 0
      yield
    }
  }
  return hops
}
