import type { LineageGraph } from '../graph/graph.ts'
import type { LineageContent, StatedVertex } from '../model/content.ts'
import { EDGE_TYPES, type Edge, edgeKey, pairKey } from '../model/edge.ts'
import {
  saysTheSame,
  toVertexRef,
  type Vertex,
  type VertexRef,
  vertexKey,
} from '../model/vertex.ts'
import {
  AT_ONCE,
  type Kept,
  roomMade,
  type StatementsBySource,
  statementsOf,
} from './replaced-statements.ts'

/** How an import treats what is there. */
export interface ImportOptions {
  /** Sources whose earlier statements go unless they are among the new ones. @defaultValue none */
  readonly replace?: readonly string[]
}

/**
 * Works out what `importContent` changes, a little with every step, and gives what then makes these changes, at once.
 * It must be called before the graph changes. Throws LINEAGE_TOO_LARGE when there is no room for what comes, with
 * that of what goes.
 */
export function* planImport(
  graph: LineageGraph,
  content: LineageContent,
  { replace = [] }: ImportOptions = {},
): Generator<void, () => void, undefined> {
  const left = yield* statementsOf(graph, replace)
  const vertices = yield* planVertices(graph, { content, left, replace })
  const edges = yield* planEdges(graph, { content, left })
  const made = yield* roomMade(graph, left, { vertices: vertices.given, pairs: edges.given })
  graph.assertRoomFor(vertices.added - made.vertices, edges.added - made.pairs)
  return () => {
    for (const [source, some] of left.edges) {
      for (const edge of some.values()) graph.retractEdge(edge, source)
    }
    for (const [source, some] of left.vertices) {
      for (const vertex of some.values()) graph.releaseVertex(vertex, source)
    }
    for (const [vertex, source] of vertices.changes) graph.setVertex(vertex, source)
    for (const [edge, source] of edges.changes) graph.addEdge(edge, source)
    for (const vertex of vertices.unstated) graph.releaseVertex(vertex, UNSTATED)
  }
}

/** Holds a vertex that nobody states until its edges are there. */
const UNSTATED = '(import)'

interface Planned {
  readonly content: LineageContent
  /** What is replaced; what `content` states again is taken out. */
  readonly left: StatementsBySource
}

/** What is stated that was not, by whom; the keys of all that is given; and how many of these there were not. */
interface Plan<Stated, Given extends keyof Kept> {
  readonly changes: readonly (readonly [Stated, string])[]
  readonly given: Kept[Given]
  readonly added: number
}

function* planVertices(
  graph: LineageGraph,
  { content, left, replace }: Planned & { readonly replace: readonly string[] },
): Generator<void, Plan<Vertex, 'vertices'> & { readonly unstated: readonly VertexRef[] }> {
  const changes: (readonly [Vertex, string])[] = []
  const unstated: VertexRef[] = []
  const given = new Set<string>()
  let added = 0
  for (const vertex of content.statedVertices()) {
    const key = vertexKey(vertex)
    for (const source of vertex.sources) left.vertices.get(source)?.delete(key)
    if (vertex.sources.length === 0) unstated.push(toVertexRef(vertex))
    if (graph.vertex(vertex) === undefined) added += 1
    for (const change of changesBy(graph, vertex, replace)) changes.push(change)
    if (given.add(key).size % AT_ONCE === 0) yield
  }
  return { changes, unstated, given, added }
}

function* planEdges(
  graph: LineageGraph,
  { content, left }: Planned,
): Generator<void, Plan<Edge, 'pairs'>, undefined> {
  const changes: (readonly [Edge, string])[] = []
  const given = new Set<string>()
  let added = 0
  let looked = 0
  for (const { sources, ...edge } of content.edges()) {
    const key = edgeKey(edge)
    const known = graph.edgeSources(edge)
    for (const source of sources) {
      left.edges.get(source)?.delete(key)
      if (!known.includes(source)) changes.push([edge, source])
    }
    const pair = pairKey(edge)
    if (!given.has(pair) && !isPair(graph, edge)) added += 1
    given.add(pair)
    if (++looked % AT_ONCE === 0) yield
  }
  return { changes, given, added }
}

function isPair(graph: LineageGraph, edge: Edge): boolean {
  return EDGE_TYPES.some((edgeType) => graph.edgeSources({ ...edge, edgeType }).length > 0)
}

/** What taking in a vertex says, and who says so. */
function changesBy(
  graph: LineageGraph,
  { sources, ...vertex }: StatedVertex,
  replace: readonly string[],
): readonly (readonly [Vertex, string])[] {
  const known = graph.vertex(vertex)
  const before = graph.vertexSources(vertex)
  const isStatedByOthers = before.some((source) => !sources.includes(source))
  const isReplaced = sources.length > 0 && sources.every((source) => replace.includes(source))
  let said: Vertex = vertex
  if (known !== undefined && isStatedByOthers) said = filledIn(known, vertex)
  else if (known !== undefined && !isReplaced) said = filledIn(vertex, known)
  const isNews = known === undefined || !saysTheSame(known, said)
  return (sources.length === 0 ? [UNSTATED] : sources)
    .filter((source) => isNews || !before.includes(source))
    .map((source) => [said, source])
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
