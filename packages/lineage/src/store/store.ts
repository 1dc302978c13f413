import { DirectedGraph } from 'graphology'
import { type Edge, edgeTypesOf, type StatedEdge } from '../model/edge.ts'
import { toVertexRef, type Vertex } from '../model/vertex.ts'
import { SourceSets } from './source-sets.ts'

/** Attributes of a graphology node. */
export interface NodeData {
  vertex: Vertex
  /** The number of the vertex in the index; meaningless without an index. */
  number: number
  /** The sources that state the vertex, as a set of {@link SourceSets}. */
  sourceSet: number
  [more: string]: unknown
}

/** Attributes of a graphology edge: the sources of each edge type, as a set of {@link SourceSets}. */
export interface EdgeData {
  sourceSet: number
  [more: string]: unknown
}

/** The mask of statements about vertices, which have no types. */
export const STATED = 1

/** The content of a graph in graphology. */
export class Store {
  // One edge for a pair, with a bit for each type: two sources that state the same edge cannot double it.
  readonly graph: DirectedGraph<NodeData, EdgeData> = new DirectedGraph()
  readonly sourceSets: SourceSets = new SourceSets()
  /** How many edges there are; a pair with edges of both types counts two. */
  edgeCount = 0

  /** Attributes of the node with this key, or undefined. */
  node(key: string): NodeData | undefined {
    return this.graph.hasNode(key) ? (this.graph.getNodeAttributes(key) as NodeData) : undefined
  }

  /** The source set from `src` to `dst`; the empty set when there is no edge. */
  sourceSetBetween(src: string, dst: string): number {
    if (!this.graph.hasDirectedEdge(src, dst)) return 0
    return this.graph.getDirectedEdgeAttribute(src, dst, 'sourceSet')
  }

  /** Sets the source set from `src` to `dst`; the empty set removes the edge. */
  setSourceSetBetween(src: string, dst: string, sourceSet: number): void {
    if (sourceSet === 0) this.graph.dropDirectedEdge(src, dst)
    else this.graph.mergeDirectedEdge(src, dst, { sourceSet })
  }

  /** Attributes of every node, in insertion order. */
  *nodes(): Generator<NodeData, void, undefined> {
    for (const { attributes } of this.graph.nodeEntries()) yield attributes
  }

  /** All vertices, in insertion order. */
  *vertices(): Generator<Vertex, void, undefined> {
    for (const { attributes } of this.graph.nodeEntries()) yield attributes.vertex
  }

  /** All edges, those of one pair together. */
  *edges(): Generator<StatedEdge, void, undefined> {
    for (const { attributes, sourceAttributes, targetAttributes } of this.graph.edgeEntries()) {
      yield* this.#expand(attributes, sourceAttributes, targetAttributes)
    }
  }

  /** The edges that touch the vertex under `key`, a self-loop once; none when it is not there. */
  edgesOf(key: string): readonly StatedEdge[] {
    if (!this.graph.hasNode(key)) return []
    const edges: StatedEdge[] = []
    this.graph.forEachEdge(key, (_edge, data, _source, _target, source, target) => {
      edges.push(...this.#expand(data, source, target))
    })
    return edges
  }

  /** The vertices and edges that `source` states. */
  statedBy(source: string): { readonly vertices: Vertex[]; readonly edges: Edge[] } {
    const vertices: Vertex[] = []
    this.graph.forEachNode((_key, { sourceSet, vertex }) => {
      if (this.sourceSets.typesBy(sourceSet, source) !== 0) vertices.push(vertex)
    })
    const edges: Edge[] = []
    this.graph.forEachEdge((_key, { sourceSet }, _source, _target, from, to) => {
      for (const edgeType of edgeTypesOf(this.sourceSets.typesBy(sourceSet, source))) {
        edges.push({ src: from.vertex, dst: to.vertex, edgeType })
      }
    })
    return { vertices, edges }
  }

  *#expand({ sourceSet }: EdgeData, source: NodeData, target: NodeData): Generator<StatedEdge> {
    const src = toVertexRef(source.vertex)
    const dst = toVertexRef(target.vertex)
    for (const [edgeType, sources] of this.sourceSets.entries(sourceSet)) {
      yield { src, dst, edgeType, sources }
    }
  }
}
