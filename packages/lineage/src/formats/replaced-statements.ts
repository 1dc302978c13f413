import type { LineageGraph } from '../graph/graph.ts'
import { EDGE_TYPES, type Edge, edgeKey, pairKey } from '../model/edge.ts'
import { type VertexRef, vertexKey } from '../model/vertex.ts'

/** What each of some sources states, by key. */
export interface StatementsBySource {
  readonly vertices: ReadonlyMap<string, Map<string, VertexRef>>
  readonly edges: ReadonlyMap<string, Map<string, Edge>>
}

/** What nobody may take for gone, by key. */
export interface Kept {
  readonly vertices: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
}

/** Things that are looked at between two steps: about a millisecond of work. */
export const AT_ONCE = 500

/** What each of the sources states now. */
export function* statementsOf(
  graph: LineageGraph,
  sources: readonly string[],
): Generator<void, StatementsBySource, undefined> {
  const vertices = new Map(sources.map((source) => [source, new Map<string, VertexRef>()]))
  const edges = new Map(sources.map((source) => [source, new Map<string, Edge>()]))
  if (sources.length === 0) return { vertices, edges }
  let looked = 0
  for (const vertex of graph.statedVertices()) {
    for (const source of vertex.sources) vertices.get(source)?.set(vertexKey(vertex), vertex)
    if (++looked % AT_ONCE === 0) yield
  }
  for (const edge of graph.edges()) {
    for (const source of edge.sources) edges.get(source)?.set(edgeKey(edge), edge)
    if (++looked % AT_ONCE === 0) yield
  }
  return { vertices, edges }
}

/** How many vertices, and pairs with edges between, go when these statements are taken back. */
export function* roomMade(
  graph: LineageGraph,
  { vertices, edges }: StatementsBySource,
  kept: Kept,
): Generator<void, { readonly vertices: number; readonly pairs: number }, undefined> {
  const goes = (edge: Edge): boolean => {
    const isTakenBack = (source: string) => edges.get(source)?.has(edgeKey(edge)) === true
    return graph.edgeSources(edge).every(isTakenBack) && !kept.pairs.has(pairKey(edge))
  }
  const pairs = new Set<string>()
  const touched = new Map<string, VertexRef>()
  let looked = 0
  for (const edge of [...edges.values()].flatMap((some) => [...some.values()])) {
    for (const end of [edge.src, edge.dst]) touched.set(vertexKey(end), end)
    if (EDGE_TYPES.every((edgeType) => goes({ ...edge, edgeType }))) pairs.add(pairKey(edge))
    if (++looked % AT_ONCE === 0) yield
  }
  for (const some of vertices.values()) for (const [key, ref] of some) touched.set(key, ref)
  let gone = 0
  for (const [key, ref] of touched) {
    if (++looked % AT_ONCE === 0) yield
    const isForsaken = graph.vertexSources(ref).every((one) => vertices.get(one)?.has(key) === true)
    if (isForsaken && !kept.vertices.has(key) && graph.edgesOf(ref).every(goes)) gone += 1
  }
  return { vertices: gone, pairs: pairs.size }
}
