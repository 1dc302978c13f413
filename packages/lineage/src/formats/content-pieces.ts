import type { LineageContent } from '../model/content.ts'
import { listEdgeTypes, toEdgeTypeMask } from '../model/edge.ts'
import { VERTEX_TYPES, type Vertex, type VertexRef, vertexKey } from '../model/vertex.ts'

/**
 * A piece of content sent between threads: vertices, or edges between vertices of earlier pieces. As columns: objects for each
 * of them would take many times the memory, and long to collect.
 */
export type ContentPiece = VertexPiece | EdgePiece

interface VertexPiece {
  readonly kind: 'vertices'
  readonly ids: readonly string[]
  /** Two numbers for each vertex: the index of its type, an index into `lists`. */
  readonly words: Uint32Array
  /** The vertices with a name, a description or further fields, by their place. */
  readonly described: ReadonlyMap<number, Omit<Vertex, keyof VertexRef>>
  readonly lists: SourceLists
}

interface EdgePiece {
  readonly kind: 'edges'
  /** Four numbers for each edge: two indexes into all vertices, the bit of its type, an index into `lists`. */
  readonly words: Uint32Array
  readonly lists: SourceLists
}

/** The distinct lists of sources of a piece. */
type SourceLists = readonly (readonly string[])[]

/** Numbers of a vertex in {@link VertexPiece.words}. */
const VERTEX_WORDS = 2

/** Numbers of an edge in {@link EdgePiece.words}. */
const EDGE_WORDS = 4

/** Items of one piece: about a millisecond of work for the receiver. All pieces of vertices but the last have so many. */
const AT_ONCE = 1000

const BARE = { displayName: null, description: null, custom: null }

/** Splits content into pieces for {@link joinPieces}. */
export function* splitContent(content: LineageContent): Generator<ContentPiece, void, undefined> {
  const numbers = new Map<string, number>()
  for (const vertices of splitItems(content.statedVertices())) {
    const lists = new ListNumbers()
    const words = new Uint32Array(VERTEX_WORDS * vertices.length)
    const described = new Map<number, Omit<Vertex, keyof VertexRef>>()
    for (const [at, vertex] of vertices.entries()) {
      const { vertexType, displayName, description, custom, sources } = vertex
      numbers.set(vertexKey(vertex), numbers.size)
      words.set([VERTEX_TYPES.indexOf(vertexType), lists.intern(sources)], VERTEX_WORDS * at)
      if (displayName === null && description === null && custom === null) continue
      described.set(at, { displayName, description, custom })
    }
    const ids = vertices.map(({ vertexId }) => vertexId)
    yield { kind: 'vertices', ids, words, described, lists: lists.all }
  }
  for (const edges of splitItems(content.edges())) {
    const lists = new ListNumbers()
    const words = new Uint32Array(EDGE_WORDS * edges.length)
    for (const [at, { src, dst, edgeType, sources }] of edges.entries()) {
      const ends = [numbers.get(vertexKey(src))!, numbers.get(vertexKey(dst))!]
      words.set([...ends, toEdgeTypeMask(edgeType), lists.intern(sources)], EDGE_WORDS * at)
    }
    yield { kind: 'edges', words, lists: lists.all }
  }
}

/** Numbers of distinct lists of sources. */
class ListNumbers {
  readonly all: (readonly string[])[] = []
  readonly #numbers = new Map<string, number>()

  intern(sources: readonly string[]): number {
    const key = JSON.stringify(sources)
    const listNumber = this.#numbers.get(key)
    if (listNumber !== undefined) return listNumber
    this.#numbers.set(key, this.all.length)
    return this.all.push(sources) - 1
  }
}

/** Joins the pieces of {@link splitContent}, in the same order. Items are made when they are read. */
export async function joinPieces(pieces: AsyncIterable<ContentPiece>): Promise<LineageContent> {
  const vertexPieces: VertexPiece[] = []
  const edgePieces: EdgePiece[] = []
  for await (const piece of pieces) {
    if (piece.kind === 'vertices') vertexPieces.push(piece)
    else edgePieces.push(piece)
  }
  const refAt = (vertex: number): VertexRef => {
    const at = vertex % AT_ONCE
    const { ids, words } = vertexPieces[(vertex - at) / AT_ONCE]!
    return { vertexId: ids[at]!, vertexType: VERTEX_TYPES[words[VERTEX_WORDS * at]!]! }
  }
  return {
    *statedVertices() {
      let vertex = 0
      for (const { ids, words, described, lists } of vertexPieces) {
        for (let at = 0; at < ids.length; at++) {
          const sources = lists[words[VERTEX_WORDS * at + 1]!]!
          yield { ...refAt(vertex++), ...(described.get(at) ?? BARE), sources }
        }
      }
    },
    *edges() {
      for (const { words, lists } of edgePieces) {
        for (let at = 0; at < words.length; at += EDGE_WORDS) {
          const [edgeType] = listEdgeTypes(words[at + 2]!)
          const [src, dst] = [refAt(words[at]!), refAt(words[at + 1]!)]
          yield { src, dst, edgeType: edgeType!, sources: lists[words[at + 3]!]! }
        }
      }
    },
  }
}

function* splitItems<Item>(items: Iterable<Item>): Generator<readonly Item[], void, undefined> {
  let part: Item[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
