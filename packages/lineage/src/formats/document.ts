import type { LineageContent, StatedVertex } from '../model/content.ts'
import { edgeKey, type StatedEdge } from '../model/edge.ts'
import { invalidImportError } from '../model/errors.ts'
import { fillNulls, type VertexRef, vertexKey } from '../model/vertex.ts'

/** How many characters the id of an imported vertex may have; the longest names of files have about 1,000. */
const MOST_ID_LENGTH = 2_048

/** Complete and valid content read from a text: each vertex and edge once, and all ends of edges exist. */
export class LineageDocument implements LineageContent {
  readonly #file: string
  readonly #vertices = new Map<string, StatedVertex>()
  readonly #edges = new Map<string, StatedEdge>()

  /** Content read from `file`, which errors name. */
  constructor(file: string) {
    this.#file = file
  }

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

  /** Adds a vertex; for a known one, fills in null fields and joins the sources. LINEAGE_INVALID_IMPORT for an id that is too long. */
  addVertex(vertex: StatedVertex): void {
    const { vertexId } = vertex
    if (vertexId.length > MOST_ID_LENGTH) {
      const begin = JSON.stringify(vertexId.slice(0, 60))
      const problem = `has an id of ${vertexId.length} characters, which begins with ${begin}; the limit is ${MOST_ID_LENGTH}`
      throw invalidImportError({ file: this.#file, path: '' }, problem)
    }
    const key = vertexKey(vertex)
    const previousVertex = this.#vertices.get(key)
    const sources = mergeSources(previousVertex?.sources, vertex.sources)
    this.#vertices.set(key, { ...fillNulls(previousVertex ?? vertex, vertex), sources })
  }

  /** Adds an edge whose ends exist; for a known one, joins the sources. */
  addEdge({ src, dst, edgeType, sources }: StatedEdge): void {
    const key = edgeKey({ src, dst, edgeType })
    const previousEdge = this.#edges.get(key)
    this.#edges.set(key, {
      src,
      dst,
      edgeType,
      sources: mergeSources(previousEdge?.sources, sources),
    })
  }
}

function mergeSources(
  previousSources: readonly string[] = [],
  more: readonly string[],
): readonly string[] {
  if (previousSources.length === 0 && more.length < 2) return more
  return [...new Set([...previousSources, ...more])].sort()
}
