import type { LineageGraph } from '../graph.ts'
import type { LineageContent, StatedVertex } from '../lineage.ts'
import { type Vertex, vertexKey } from '../vertex.ts'

/** How {@link importContent} treats what is there. */
export interface ImportOptions {
  /** Sources whose earlier statements go unless they are among the new ones. @defaultValue none */
  readonly replace?: readonly string[]
}

/**
 * Takes everything that `content` states into the graph, or, when there is no room for it, nothing and throws
 * LINEAGE_TOO_LARGE. A vertex that somebody else states keeps what it says, and only what it does not say is
 * filled in. Of a vertex that nobody else states, what it said stays where `content` says nothing, unless all its
 * sources are replaced.
 */
export function importContent(
  graph: LineageGraph,
  content: LineageContent,
  { replace = [] }: ImportOptions = {},
): void {
  const vertices = [...content.statedVertices()]
  const edges = [...content.edges()]
  assertRoom(graph, content)
  const before = statementsOf(graph, replace)
  for (const vertex of vertices) setVertex(graph, vertex, replace)
  for (const { sources, ...edge } of edges) {
    for (const source of sources) {
      graph.addEdge(edge, source)
      before.edges.get(source)?.delete(edgeKey(edge))
    }
  }
  for (const { sources, ...vertex } of vertices) {
    if (sources.length === 0) graph.releaseVertex(vertex, UNSTATED)
    for (const source of sources) before.vertices.get(source)?.delete(vertexKey(vertex))
  }
  for (const [source, left] of before.edges) {
    for (const edge of left.values()) graph.retractEdge(edge, source)
  }
  for (const [source, left] of before.vertices) {
    for (const vertex of left.values()) graph.releaseVertex(vertex, source)
  }
}

/** Holds a vertex that nobody states until its edges are there. */
const UNSTATED = '(import)'

function setVertex(
  graph: LineageGraph,
  { sources, ...vertex }: StatedVertex,
  replace: readonly string[],
): void {
  const known = graph.vertex(vertex)
  const isStatedByOthers = graph.vertexSources(vertex).some((source) => !sources.includes(source))
  const isReplaced = sources.length > 0 && sources.every((source) => replace.includes(source))
  let said: Vertex = vertex
  if (known !== undefined && isStatedByOthers) said = filledIn(known, vertex)
  else if (known !== undefined && !isReplaced) said = filledIn(vertex, known)
  for (const source of sources.length === 0 ? [UNSTATED] : sources) graph.setVertex(said, source)
}

/** What `vertex` says, and where it says nothing what `more` says. */
function filledIn(vertex: Vertex, more: Vertex): Vertex {
  return {
    vertexId: vertex.vertexId,
    vertexType: vertex.vertexType,
    displayName: vertex.displayName ?? more.displayName,
    description: vertex.description ?? more.description,
    custom: vertex.custom ?? more.custom,
  }
}

function assertRoom(graph: LineageGraph, content: LineageContent): void {
  let vertices = 0
  for (const vertex of content.statedVertices())
    if (graph.vertex(vertex) === undefined) vertices += 1
  const pairs = new Set<string>()
  for (const { src, dst } of content.edges()) {
    const isThere = (['COLUMN_IMPACT', 'TABLE_IMPACT'] as const).some(
      (edgeType) => graph.edgeSources({ src, dst, edgeType }).length > 0,
    )
    if (!isThere) pairs.add(JSON.stringify([vertexKey(src), vertexKey(dst)]))
  }
  graph.assertRoomFor(vertices, pairs.size)
}

type Edge = Parameters<LineageGraph['addEdge']>[0]

interface Statements {
  readonly vertices: ReadonlyMap<string, Map<string, Vertex>>
  readonly edges: ReadonlyMap<string, Map<string, Edge>>
}

/** What each of the sources states, by key. */
function statementsOf(graph: LineageGraph, sources: readonly string[]): Statements {
  const vertices = new Map(sources.map((source) => [source, new Map<string, Vertex>()]))
  const edges = new Map(sources.map((source) => [source, new Map<string, Edge>()]))
  if (sources.length === 0) return { vertices, edges }
  for (const vertex of graph.statedVertices()) {
    for (const source of vertex.sources) vertices.get(source)?.set(vertexKey(vertex), vertex)
  }
  for (const edge of graph.edges()) {
    for (const source of edge.sources) edges.get(source)?.set(edgeKey(edge), edge)
  }
  return { vertices, edges }
}

function edgeKey({ src, dst, edgeType }: Edge): string {
  return JSON.stringify([vertexKey(src), vertexKey(dst), edgeType])
}
