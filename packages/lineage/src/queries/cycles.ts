import { LongList, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { type Edge, listEdgeTypes } from '../model/edge.ts'
import { toVertexRef, VERTEX_TYPES, type VertexRef } from '../model/vertex.ts'
import { hasSelfLoop, type Lineage, type LineageView } from '../view/view.ts'
import { findComponents } from './algorithms/components.ts'
import { sortVertices } from './algorithms/sort-vertices.ts'

/** Vertices that feed one another in a cycle. */
export interface Cycle {
  /** By type and id; each is reachable from each. */
  readonly vertices: readonly VertexRef[]
  /** Edges among `vertices` whose removal breaks all cycles among them. */
  readonly closedBy: readonly Edge[]
}

/**
 * Every cycle of the graph, ordered by first vertex. Cycles that share a vertex count as one; a self-loop is a cycle of
 * one vertex. Takes time in proportion to the graph.
 *
 * @example
 * ```ts
 * import { createLineageGraph, cycles, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nMETRIC,a,METRIC,b\nMETRIC,b,METRIC,a'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const [cycle] = cycles(graph)
 * cycle?.vertices.map(({ vertexId }) => vertexId) // => ['a', 'b']
 * cycle?.closedBy.length // => 1
 * ```
 */
export function cycles(lineage: Lineage): readonly Cycle[] {
  return runToEnd(cyclesInSlices(lineage))
}

/** {@link cycles} as work in slices. */
export function* cyclesInSlices({ view }: Lineage): SlicedWork<readonly Cycle[]> {
  const { size, types, targets } = view
  const isUsed = (vertex: number): boolean => types[vertex]! < VERTEX_TYPES.length
  const { count, members, ends } = yield* findComponents({
    size,
    vertexAt: (place) => place,
    findPlace: (vertex) => vertex,
    targets,
  })
  const circles = new Map<number, Uint32Array>()
  for (let at = 0, start = 0; at < count; at++) {
    const end = ends[at]!
    const first = members[start]!
    if (end - start > 1 || (isUsed(first) && hasSelfLoop(targets, first))) {
      const circle = yield* sortVertices(view, members.slice(start, end))
      circles.set(circle[0]!, circle)
    }
    start = end
    if (at % STEPS_AT_ONCE === 0) yield
  }
  const sortedCycles: Cycle[] = []
  for (const first of yield* sortVertices(view, Uint32Array.from(circles.keys()))) {
    sortedCycles.push(yield* toCycle(view, circles.get(first)!))
    yield
  }
  return sortedCycles
}

/** Steps between two yields: less than a millisecond of work. */
const STEPS_AT_ONCE = 4096

function* toCycle(view: LineageView, circle: Uint32Array): SlicedWork<Cycle> {
  const ref = (vertex: number): VertexRef => toVertexRef(view.vertexAt(vertex))
  const closedBy: Edge[] = []
  const vertices = new LongList<VertexRef>()
  for (const [source, target, types] of yield* findClosingPairs(view, circle)) {
    for (const edgeType of listEdgeTypes(types)) {
      closedBy.push({ src: ref(source), dst: ref(target), edgeType })
    }
  }
  for (const vertex of circle) {
    vertices.push(ref(vertex))
    if (vertices.length % STEPS_AT_ONCE === 0) yield
  }
  return { vertices: yield* vertices.take(), closedBy }
}

const NEW = 0
const ON_PATH = 1
const DONE = 2

/**
 * The pairs that lead back to a vertex on the current path of a depth-first search, in order, with the bit mask of their
 * types. `circle` is in order, so the place in it tells which neighbour comes first.
 */
function* findClosingPairs(
  { targets }: LineageView,
  circle: Uint32Array,
): SlicedWork<readonly (readonly [number, number, number])[]> {
  const { starts, counts, words } = targets
  const places = new Map<number, number>()
  for (const [place, vertex] of circle.entries()) places.set(vertex, place)
  const states = new Uint8Array(circle.length)
  const pairs: [number, number, number][] = []
  const path: { readonly place: number; readonly next: number[] }[] = []
  let read = 0
  const enter = (place: number): void => {
    const vertex = circle[place]!
    const next: number[] = []
    const end = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < end; at++) {
      const target = places.get(words[at]! >>> 2)
      if (target !== undefined) next.push(target * 4 + (words[at]! & 3))
    }
    read += 1 + counts[vertex]!
    path.push({ place, next: next.sort((a, b) => b - a) })
    states[place] = ON_PATH
  }
  for (let root = 0; root < circle.length; root++) {
    if (states[root] !== NEW) continue
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      if (++read > STEPS_AT_ONCE) {
        read = 0
        yield
      }
      const next = top.next.pop()
      if (next === undefined) {
        path.pop()
        states[top.place] = DONE
        continue
      }
      const target = Math.floor(next / 4)
      if (states[target] === ON_PATH) pairs.push([circle[top.place]!, circle[target]!, next % 4])
      else if (states[target] === NEW) enter(target)
    }
  }
  return pairs
}
