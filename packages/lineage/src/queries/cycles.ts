import { type Edge, edgeTypesOf } from '../model/edge.ts'
import { toVertexRef, VERTEX_TYPES, type VertexRef } from '../model/vertex.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { components } from './components.ts'
import { inOrder } from './sort-level.ts'

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
  const { view } = lineage
  const all = Array.from({ length: view.size }, (_, vertex) => vertex)
  const used = all.filter((vertex) => view.types[vertex]! < VERTEX_TYPES.length)
  const circles = components({ vertices: used, has: () => true, targets: view.targets }).filter(
    (component) => component.length > 1 || targetsOf(view, component[0]!).has(component[0]!),
  )
  const sorted = circles.map((circle) => inOrder(view, [...circle]))
  const firsts = inOrder(
    view,
    sorted.map(([first]) => first!),
  )
  const byFirst = new Map(sorted.map((circle) => [circle[0]!, circle]))
  return firsts.map((first) => toCycle(view, byFirst.get(first)!))
}

function toCycle(view: LineageView, circle: readonly number[]): Cycle {
  const ref = (vertex: number): VertexRef => toVertexRef(view.vertexAt(vertex))
  const closedBy = closingPairs(view, circle).flatMap(([source, target]) =>
    edgeTypesOf(targetsOf(view, source).get(target)!).map((edgeType) => ({
      src: ref(source),
      dst: ref(target),
      edgeType,
    })),
  )
  return { vertices: circle.map(ref), closedBy }
}

/** The pairs that lead back to a vertex on the current path of a depth-first search, in order. */
function closingPairs(
  view: LineageView,
  circle: readonly number[],
): readonly (readonly [number, number])[] {
  const members = new Set(circle)
  const done = new Set<number>()
  const onPath = new Set<number>()
  const path: { readonly vertex: number; readonly next: number[] }[] = []
  const pairs: [number, number][] = []
  const enter = (vertex: number): void => {
    const next = [...targetsOf(view, vertex).keys()].filter((one) => members.has(one))
    path.push({ vertex, next: inOrder(view, next).reverse() })
    onPath.add(vertex)
    done.add(vertex)
  }
  for (const root of circle) {
    if (done.has(root)) continue
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.next.pop()
      if (next === undefined) {
        path.pop()
        onPath.delete(top.vertex)
      } else if (onPath.has(next)) pairs.push([top.vertex, next])
      else if (!done.has(next)) enter(next)
    }
  }
  return pairs
}

/** By target of a vertex, the bit mask of the edge types. */
function targetsOf({ targets }: LineageView, vertex: number): ReadonlyMap<number, number> {
  const { starts, counts, words } = targets
  const masks = new Map<number, number>()
  const end = starts[vertex]! + counts[vertex]!
  for (let at = starts[vertex]!; at < end; at++) masks.set(words[at]! >>> 2, words[at]! & 3)
  return masks
}
