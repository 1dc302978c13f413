import type { LineageContent, StatedVertex } from '../model/content.ts'
import type { EdgeType } from '../model/edge.ts'
import { toVertexRef, vertexKey } from '../model/vertex.ts'

/** Vertices, or edges between vertices of this or an earlier piece, of a content that goes from thread to thread. */
export type ContentPiece =
  | { readonly kind: 'vertices'; readonly vertices: readonly StatedVertex[] }
  | { readonly kind: 'edges'; readonly edges: readonly NumberedEdge[] }

/** An edge with its ends as places in the order of the vertices. */
type NumberedEdge = readonly [
  src: number,
  dst: number,
  edgeType: EdgeType,
  sources: readonly string[],
]

/** So many are handed over at once: about a millisecond of work for who receives them. */
const AT_ONCE = 1000

/** A content in pieces, which {@link joinPieces} puts together again. */
export function* piecesOf(content: LineageContent): Generator<ContentPiece, void, undefined> {
  const numbers = new Map<string, number>()
  for (const vertices of inParts(content.statedVertices())) {
    for (const vertex of vertices) numbers.set(vertexKey(vertex), numbers.size)
    yield { kind: 'vertices', vertices }
  }
  for (const edges of inParts(content.edges())) {
    yield {
      kind: 'edges',
      edges: edges.map(({ src, dst, edgeType, sources }) => {
        return [numbers.get(vertexKey(src))!, numbers.get(vertexKey(dst))!, edgeType, sources]
      }),
    }
  }
}

/** The content that {@link piecesOf} took apart, vertices and edges in the same order. */
export async function joinPieces(pieces: AsyncIterable<ContentPiece>): Promise<LineageContent> {
  const vertices: StatedVertex[] = []
  const edges: NumberedEdge[] = []
  for await (const piece of pieces) {
    if (piece.kind === 'vertices') for (const vertex of piece.vertices) vertices.push(vertex)
    else for (const edge of piece.edges) edges.push(edge)
  }
  return {
    statedVertices: () => vertices,
    *edges() {
      for (const [src, dst, edgeType, sources] of edges) {
        const ends = { src: toVertexRef(vertices[src]!), dst: toVertexRef(vertices[dst]!) }
        yield { ...ends, edgeType, sources }
      }
    },
  }
}

function* inParts<Item>(items: Iterable<Item>): Generator<readonly Item[], void, undefined> {
  let part: Item[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
