import type { BfsBuffer } from '../view/bfs-buffer.ts'
import type { AdjacencyLists } from '../view/view.ts'

/** Options of {@link reach}. */
export interface ReachOptions {
  readonly from: Iterable<number>
  readonly lists: AdjacencyLists
  /** Bit mask of the edge types to follow. */
  readonly edgeMask: number
  /** Whether a vertex may be entered; those of `from` always are. @defaultValue all may */
  readonly mayEnter?: (vertex: number) => boolean
}

/** Adds to an empty buffer everything reachable from `from`, at any distance, including `from`. */
export function reach(buffer: BfsBuffer, { from, lists, edgeMask, mayEnter }: ReachOptions): void {
  for (const vertex of from) if (!buffer.has(vertex)) buffer.add(vertex)
  const { starts, counts, words } = lists
  for (let place = 0; place < buffer.count; place++) {
    const vertex = buffer.queue[place]!
    const end = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < end; at++) {
      const neighbour = words[at]! >>> 2
      if ((words[at]! & edgeMask) === 0 || buffer.has(neighbour)) continue
      if (mayEnter === undefined || mayEnter(neighbour)) buffer.add(neighbour)
    }
  }
}
