import type { LineageContent, StatedVertex } from '../model/content.ts'
import { edgeMaskOf, edgeTypesOf } from '../model/edge.ts'
import { toVertexRef, type VertexRef, vertexKey } from '../model/vertex.ts'

/** A piece of content sent between threads: vertices, or edges between vertices of earlier pieces. */
export type ContentPiece =
  | { readonly kind: 'vertices'; readonly vertices: readonly StatedVertex[] }
  | EdgePiece

/** Edges as columns: objects for each of them would take many times the memory, and long to collect. */
interface EdgePiece {
  readonly kind: 'edges'
  /** Four numbers for each edge: two indexes into all vertices, the bit of its type, an index into `lists`. */
  readonly words: Uint32Array
  /** The distinct lists of sources. */
  readonly lists: readonly (readonly string[])[]
}

/** Numbers of an edge in {@link EdgePiece.words}. */
const WORDS = 4

/** Items of one piece: about a millisecond of work for the receiver. */
const AT_ONCE = 1000

/** Splits content into pieces for {@link joinPieces}. */
export function* piecesOf(content: LineageContent): Generator<ContentPiece, void, undefined> {
  const numbers = new Map<string, number>()
  for (const some of inParts(content.statedVertices())) {
    const lists = new Map<string, readonly string[]>()
    const vertices = some.map((vertex) => {
      numbers.set(vertexKey(vertex), numbers.size)
      const key = JSON.stringify(vertex.sources)
      const sources = lists.get(key) ?? vertex.sources
      lists.set(key, sources)
      return { ...vertex, sources }
    })
    yield { kind: 'vertices', vertices }
  }
  for (const edges of inParts(content.edges())) {
    const lists = new Map<string, number>()
    const words = new Uint32Array(WORDS * edges.length)
    for (const [at, { src, dst, edgeType, sources }] of edges.entries()) {
      const key = JSON.stringify(sources)
      const list = lists.get(key) ?? lists.size
      lists.set(key, list)
      const ends = [numbers.get(vertexKey(src))!, numbers.get(vertexKey(dst))!]
      words.set([...ends, edgeMaskOf(edgeType), list], WORDS * at)
    }
    yield { kind: 'edges', words, lists: [...lists.keys()].map((key) => JSON.parse(key)) }
  }
}

/** Joins the pieces of {@link piecesOf}, in the same order. */
export async function joinPieces(pieces: AsyncIterable<ContentPiece>): Promise<LineageContent> {
  const vertices: StatedVertex[] = []
  const edgePieces: EdgePiece[] = []
  const refs: VertexRef[] = []
  const refAt = (vertex: number): VertexRef => {
    refs[vertex] ??= toVertexRef(vertices[vertex]!)
    return refs[vertex]
  }
  for await (const piece of pieces) {
    if (piece.kind === 'vertices') for (const vertex of piece.vertices) vertices.push(vertex)
    else edgePieces.push(piece)
  }
  return {
    statedVertices: () => vertices,
    *edges() {
      for (const { words, lists } of edgePieces) {
        for (let at = 0; at < words.length; at += WORDS) {
          const [edgeType] = edgeTypesOf(words[at + 2]!)
          yield {
            src: refAt(words[at]!),
            dst: refAt(words[at + 1]!),
            edgeType: edgeType!,
            sources: lists[words[at + 3]!]!,
          }
        }
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
