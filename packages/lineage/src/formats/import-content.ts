import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { LineageGraph } from '../graph/graph.ts'
import type { LineageContent, StatedVertex } from '../model/content.ts'
import { EDGE_TYPES, type Edge, edgeKey, edgeTypeFrom, pairKey } from '../model/edge.ts'
import {
  fillNulls,
  hasSameFields,
  type Vertex,
  type VertexRef,
  vertexKey,
} from '../model/vertex.ts'

/** Options of an import. */
export interface ImportOptions {
  /** Sources whose earlier statements are removed unless `content` repeats them. @defaultValue none */
  readonly replace?: readonly string[]
}

/**
 * Plans an import step by step and returns the work that applies it, to be done before the graph changes otherwise. Throws LINEAGE_TOO_LARGE when there is no room for the new content after removals.
 */
export function* planImport(
  graph: LineageGraph,
  content: LineageContent,
  { replace = [] }: ImportOptions = {},
): SlicedWork<SlicedWork<void>> {
  const staleStatements = yield* collectStatements(graph, replace)
  const vertices = yield* planVertices(graph, {
    content,
    staleStatements: staleStatements,
    replace,
  })
  const edges = yield* planEdges(graph, { content, staleStatements: staleStatements, replace })
  const freedRoom = yield* measureRemoval(graph, staleStatements, {
    vertices: vertices.importedKeys,
    pairs: edges.importedKeys,
  })
  graph.assertRoomFor(vertices.added - freedRoom.vertices, edges.added - freedRoom.pairs)
  return applyInBatches(function* apply() {
    for (const [source, some] of staleStatements.edges) {
      for (const edge of some.values()) yield graph.retractEdge(edge, source)
    }
    for (const [source, some] of staleStatements.vertices) {
      for (const vertex of some.values()) yield graph.releaseVertex(vertex, source)
    }
    let place = 0
    for (const vertex of content.statedVertices()) {
      const stated = vertices.merged.get(place++) ?? vertex
      for (const source of vertex.sources) yield graph.setVertex(stated, source)
      if (vertex.sources.length === 0) yield graph.setVertex(stated, UNSTATED)
    }
    // Existing statements stay unchanged.
    for (const edge of content.edges()) {
      for (const source of edge.sources) yield graph.addEdge(edge, source)
    }
    // To read a vertex is work as well, also of those that have sources.
    for (const vertex of content.statedVertices()) {
      yield vertex.sources.length === 0 && graph.releaseVertex(vertex, UNSTATED)
    }
  })
}

/** Changes applied between two yields: less than a millisecond of work. */
const APPLIED_AT_ONCE = 64

function* applyInBatches(apply: () => Generator<unknown>): SlicedWork<void> {
  let changes = 0
  for (const _ of apply()) if (++changes % APPLIED_AT_ONCE === 0) yield
}

/** Source that keeps a vertex without sources until its edges are added. */
const UNSTATED = '(import)'

interface Planned {
  readonly content: LineageContent
  /** Statements to remove; those that `content` repeats are taken out. */
  readonly staleStatements: StatementsBySource
}

/** The keys of all given items, and the number of new ones. */
interface Plan<Given extends keyof ImportedKeys> {
  /** Empty when no statements are removed. */
  readonly importedKeys: ImportedKeys[Given]
  readonly added: number
}

/** `merged` has the vertices that do not take the given fields, by their place in the content. */
function* planVertices(
  graph: LineageGraph,
  { content, staleStatements, replace }: Planned & { readonly replace: readonly string[] },
): Generator<void, Plan<'vertices'> & { readonly merged: ReadonlyMap<number, Vertex> }> {
  const merged = new Map<number, Vertex>()
  const importedKeys = new Set<string>()
  let added = 0
  let place = 0
  for (const vertex of content.statedVertices()) {
    if (replace.length > 0) {
      const key = vertexKey(vertex)
      for (const source of vertex.sources) staleStatements.vertices.get(source)?.delete(key)
      importedKeys.add(key)
    }
    const currentVertex = graph.vertex(vertex)
    const both =
      currentVertex === undefined ? vertex : mergeVertex(graph, currentVertex, vertex, replace)
    if (currentVertex === undefined) added += 1
    if (!hasSameFields(both, vertex)) merged.set(place, both)
    if (++place % AT_ONCE === 0) yield
  }
  return { merged, importedKeys: importedKeys, added }
}

function* planEdges(
  graph: LineageGraph,
  { content, staleStatements, replace }: Planned & { readonly replace: readonly string[] },
): Generator<void, Plan<'pairs'>> {
  const importedPairs = new Set<string>()
  /** New pairs with an edge of the type that is not usual for them; most of them have the other one as well. */
  const unusual = new Set<string>()
  let added = 0
  let looked = 0
  for (const edge of content.edges()) {
    if (replace.length > 0) {
      const key = edgeKey(edge)
      for (const source of edge.sources) staleStatements.edges.get(source)?.delete(key)
      importedPairs.add(pairKey(edge))
    }
    if (!isPair(graph, edge)) {
      if (isUsual(edge)) added += 1
      else unusual.add(pairKey(edge))
    }
    if (++looked % AT_ONCE === 0) yield
  }
  if (unusual.size > 0) {
    for (const edge of content.edges()) {
      if (isUsual(edge)) unusual.delete(pairKey(edge))
      if (++looked % AT_ONCE === 0) yield
    }
  }
  return { importedKeys: importedPairs, added: added + unusual.size }
}

function isUsual({ src, edgeType }: Edge): boolean {
  return edgeTypeFrom(src) === edgeType
}

function isPair(graph: LineageGraph, edge: Edge): boolean {
  return EDGE_TYPES.some((edgeType) => graph.edgeSources({ ...edge, edgeType }).length > 0)
}

/** A known vertex with the fields that it has after an import of `vertex`. */
function mergeVertex(
  graph: LineageGraph,
  currentVertex: Vertex,
  vertex: StatedVertex,
  replace: readonly string[],
): Vertex {
  const { sources } = vertex
  const isStatedByOthers = graph.vertexSources(vertex).some((source) => !sources.includes(source))
  if (isStatedByOthers) return fillNulls(currentVertex, vertex)
  const isReplaced = sources.length > 0 && sources.every((source) => replace.includes(source))
  return isReplaced ? vertex : fillNulls(vertex, currentVertex)
}

/**
 * Adds everything that `content` states to the graph; when there is no room for it, throws LINEAGE_TOO_LARGE and changes
 * nothing. A vertex that another source states keeps its fields, and only null fields are filled in. A vertex that only
 * the sources of `content` state takes the new fields and keeps an old one where the new one is null, unless all its
 * sources are replaced.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\n'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * [graph.vertexCount, graph.edgeCount] // => [2, 1]
 * ```
 */
export function importContent(
  graph: LineageGraph,
  content: LineageContent,
  options: ImportOptions = {},
): void {
  runToEnd(runToEnd(planImport(graph, content, options)))
}

/** The statements of some sources, by key. */
export interface StatementsBySource {
  readonly vertices: ReadonlyMap<string, Map<string, VertexRef>>
  readonly edges: ReadonlyMap<string, Map<string, Edge>>
}

/** The vertices and pairs of an import, by key. */
export interface ImportedKeys {
  readonly vertices: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
}

/** Items between two steps: about a millisecond of work. */
export const AT_ONCE = 200

/** Collects the statements of each of the sources. */
export function* collectStatements(
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

/** Number of vertices and connected pairs that are removed with these statements. */
export function* measureRemoval(
  graph: LineageGraph,
  { vertices, edges }: StatementsBySource,
  retainedKeys: ImportedKeys,
): Generator<void, { readonly vertices: number; readonly pairs: number }, undefined> {
  const isRemoved = (edge: Edge): boolean => {
    const isStale = (source: string) => edges.get(source)?.has(edgeKey(edge)) === true
    return graph.edgeSources(edge).every(isStale) && !retainedKeys.pairs.has(pairKey(edge))
  }
  const pairs = new Set<string>()
  const touched = new Map<string, VertexRef>()
  let looked = 0
  for (const edge of [...edges.values()].flatMap((some) => [...some.values()])) {
    for (const end of [edge.src, edge.dst]) touched.set(vertexKey(end), end)
    if (EDGE_TYPES.every((edgeType) => isRemoved({ ...edge, edgeType }))) pairs.add(pairKey(edge))
    if (++looked % AT_ONCE === 0) yield
  }
  for (const some of vertices.values()) for (const [key, ref] of some) touched.set(key, ref)
  let gone = 0
  for (const [key, ref] of touched) {
    if (++looked % AT_ONCE === 0) yield
    const isForsaken = graph
      .vertexSources(ref)
      .every((source) => vertices.get(source)?.has(key) === true)
    if (isForsaken && !retainedKeys.vertices.has(key) && graph.edgesOf(ref).every(isRemoved))
      gone += 1
  }
  return { vertices: gone, pairs: pairs.size }
}
