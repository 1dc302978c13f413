import type { LineageContent, StatedVertex } from '../model/content.ts'
import { edgeKey, type StatedEdge } from '../model/edge.ts'
import { filledIn, type VertexRef, vertexKey } from '../model/vertex.ts'

/** Complete and valid content read from a text: each vertex and edge once, and all ends of edges exist. */
export class LineageDocument implements LineageContent {
  readonly #vertices = new Map<string, StatedVertex>()
  readonly #edges = new Map<string, StatedEdge>()

  statedVertices(): Iterable<StatedVertex> {
    return this.#vertices.values()
  }

  edges(): Iterable<StatedEdge> {
    return this.#edges.values()
  }

  /** Whether the vertex exists. */
  has(ref: VertexRef): boolean {
    return this.#vertices.has(vertexKey(ref))
  }

  /** Adds a vertex; for a known one, fills in null fields and joins the sources. */
  addVertex(vertex: StatedVertex): void {
    const key = vertexKey(vertex)
    const known = this.#vertices.get(key)
    const sources = joined(known?.sources, vertex.sources)
    this.#vertices.set(key, { ...filledIn(known ?? vertex, vertex), sources })
  }

  /** Adds an edge whose ends exist; for a known one, joins the sources. */
  addEdge({ src, dst, edgeType, sources }: StatedEdge): void {
    const key = edgeKey({ src, dst, edgeType })
    const known = this.#edges.get(key)
    this.#edges.set(key, { src, dst, edgeType, sources: joined(known?.sources, sources) })
  }
}

function joined(known: readonly string[] = [], more: readonly string[]): readonly string[] {
  if (known.length === 0 && more.length < 2) return more
  return [...new Set([...known, ...more])].sort()
}
