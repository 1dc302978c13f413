import type { LineageContent, StatedVertex } from '../model/content.ts'
import type { EdgeType } from '../model/edge.ts'
import { toVertexRef, vertexKey } from '../model/vertex.ts'

/** A piece of content sent between threads: vertices, or edges between vertices of earlier pieces. */
export type ContentPiece =
  | { readonly kind: 'vertices'; readonly vertices: readonly StatedVertex[] }
  | { readonly kind: 'edges'; readonly edges: readonly NumberedEdge[] }

/** An edge whose ends are indexes into the vertices. */
type NumberedEdge = readonly [
  src: number,
  dst: number,
  edgeType: EdgeType,
  sources: readonly string[],
]

/** Items of one piece: about a millisecond of work for the receiver. */
const AT_ONCE = 1000

/** Splits content into pieces for {@link joinPieces}. */
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

/** Joins the pieces of {@link piecesOf}, in the same order. */
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
