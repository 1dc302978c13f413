import { DirectedGraph } from 'graphology'
import type { Adjacency } from './ask/adjacency.ts'
import type { Edge } from './edge.ts'
import { edgeMaskOf, edgeTypesOf } from './edge-mask.ts'
import { unknownVertex } from './errors.ts'
import { KnownIds } from './known-ids.ts'
import { toVertexRef, type Vertex, type VertexRef, vertexKey } from './vertex.ts'

/** Makes an empty lineage graph. */
export function createLineageGraph(): LineageGraph {
  return new LineageGraph()
}

/**
 * Typed vertices and edges, held in memory by graphology. A vertex is identified by type and id, an
 * edge by its two ends and its type, so neither can stand twice. Cycles and self-loops are allowed.
 */
export class LineageGraph {
  /** How the questions in `ask/` read the graph. */
  readonly adjacency: Adjacency<string>
  // One edge for a pair, with a bit for each type: two sources that state the same edge cannot double it.
  readonly #graph = new DirectedGraph<{ vertex: Vertex }, { types: number }>()
  readonly #ids = new KnownIds()
  #edgeCount = 0

  constructor() {
    const graph = this.#graph
    this.adjacency = {
      rootOf: (ref) => this.#keyOf(ref, 'the root of the neighbourhood'),
      vertexOf: (key) => graph.getNodeAttribute(key, 'vertex'),
      forEachSource: (key, visit) => {
        graph.forEachInEdge(key, (_edge, { types }, source) => visit(source, types))
      },
      forEachTarget: (key, visit) => {
        graph.forEachOutEdge(key, (_edge, { types }, _source, target) => visit(target, types))
      },
    }
  }

  /** How many vertices there are. */
  get vertexCount(): number {
    return this.#graph.order
  }

  /** How many edges there are; a pair with edges of both types counts two. */
  get edgeCount(): number {
    return this.#edgeCount
  }

  /** The vertex as it was last set, or undefined. */
  vertex(ref: VertexRef): Vertex | undefined {
    const key = vertexKey(ref)
    return this.#graph.hasNode(key) ? this.#graph.getNodeAttribute(key, 'vertex') : undefined
  }

  /** All vertices, in the order in which they were first set. */
  *vertices(): Generator<Vertex, void, undefined> {
    for (const { attributes } of this.#graph.nodeEntries()) yield attributes.vertex
  }

  /** All edges, each once; edges of one pair stand together, pairs in the order in which they were added. */
  *edges(): Generator<Edge, void, undefined> {
    for (const { attributes, sourceAttributes, targetAttributes } of this.#graph.edgeEntries()) {
      const src = toVertexRef(sourceAttributes.vertex)
      const dst = toVertexRef(targetAttributes.vertex)
      for (const edgeType of edgeTypesOf(attributes.types)) yield { src, dst, edgeType }
    }
  }

  /** Adds the vertex, or replaces everything it says; its edges stay. */
  setVertex(vertex: Vertex): void {
    const { displayName, description, custom } = vertex
    const stored = { ...toVertexRef(vertex), displayName, description, custom }
    this.#graph.mergeNode(vertexKey(vertex), { vertex: stored })
    this.#ids.add(stored)
  }

  /**
   * Adds the edge and says whether it was new; a known one changes nothing. Throws
   * LINEAGE_UNKNOWN_VERTEX, and adds nothing, when one of its ends is not in the graph.
   */
  addEdge(edge: Edge): boolean {
    const src = this.#keyOf(edge.src, 'the source of an edge')
    const dst = this.#keyOf(edge.dst, 'the destination of an edge')
    const before = this.#typesBetween(src, dst)
    const types = before | edgeMaskOf(edge.edgeType)
    if (types === before) return false
    this.#graph.mergeDirectedEdge(src, dst, { types })
    this.#edgeCount += 1
    return true
  }

  /** Takes the edge away and says whether it was there. Its ends stay, and so does an edge of the other type. */
  dropEdge(edge: Edge): boolean {
    const src = vertexKey(edge.src)
    const dst = vertexKey(edge.dst)
    const before = this.#typesBetween(src, dst)
    const types = before & ~edgeMaskOf(edge.edgeType)
    if (types === before) return false
    if (types === 0) this.#graph.dropDirectedEdge(src, dst)
    else this.#graph.setDirectedEdgeAttribute(src, dst, 'types', types)
    this.#edgeCount -= 1
    return true
  }

  /** Takes the vertex and all edges that touch it away and says whether it was there. */
  dropVertex(ref: VertexRef): boolean {
    const key = vertexKey(ref)
    if (!this.#graph.hasNode(key)) return false
    this.#graph.forEachEdge(key, (_edge, { types }) => {
      this.#edgeCount -= edgeTypesOf(types).length
    })
    this.#graph.dropNode(key)
    this.#ids.delete(ref)
    return true
  }

  #typesBetween(src: string, dst: string): number {
    if (!this.#graph.hasDirectedEdge(src, dst)) return 0
    return this.#graph.getDirectedEdgeAttribute(src, dst, 'types')
  }

  #keyOf(ref: VertexRef, wantedAs: string): string {
    const key = vertexKey(ref)
    if (this.#graph.hasNode(key)) return key
    const suggestions = this.#ids.near(ref)
    throw unknownVertex({
      vertex: ref,
      wantedAs,
      suggestions,
      otherTypes: this.#ids.typesOf(ref.vertexId),
    })
  }
}
