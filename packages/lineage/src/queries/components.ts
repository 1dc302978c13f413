import type { AdjacencyLists } from '../view/view.ts'

/** A part of a graph. */
export interface Part {
  /** The vertices to start from, in order. */
  readonly vertices: Iterable<number>
  /** Whether a vertex belongs to the part. */
  readonly has: (vertex: number) => boolean
  readonly targets: AdjacencyLists
}

/**
 * The strongly connected components of a part of a graph, each after all components that it leads to. Tarjan's
 * algorithm (R. Tarjan, Depth-first search and linear graph algorithms, 1972), without recursion, so that long
 * chains cannot overflow the stack.
 */
export function components({ vertices, has, targets }: Part): readonly (readonly number[])[] {
  const { starts, counts, words } = targets
  const found: number[][] = []
  const indexes = new Map<number, number>()
  const lowest = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const path: { readonly vertex: number; next: number }[] = []
  const enter = (vertex: number): void => {
    lowest.set(vertex, indexes.size)
    indexes.set(vertex, indexes.size)
    open.push(vertex)
    isOpen.add(vertex)
    path.push({ vertex, next: starts[vertex]! })
  }
  const lower = (vertex: number, index: number): void => {
    if (index < lowest.get(vertex)!) lowest.set(vertex, index)
  }
  const leave = (vertex: number): void => {
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) lower(parent.vertex, lowest.get(vertex)!)
    if (lowest.get(vertex) !== indexes.get(vertex)) return
    const component = open.splice(open.lastIndexOf(vertex))
    for (const one of component) isOpen.delete(one)
    found.push(component)
  }
  for (const root of vertices) {
    if (indexes.has(root)) continue
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { vertex } = top
      if (top.next === starts[vertex]! + counts[vertex]!) {
        leave(vertex)
        continue
      }
      const neighbour = words[top.next]! >>> 2
      top.next += 1
      if (!has(neighbour)) continue
      if (!indexes.has(neighbour)) enter(neighbour)
      else if (isOpen.has(neighbour)) lower(vertex, indexes.get(neighbour)!)
    }
  }
  return found
}
