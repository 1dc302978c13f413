import { createHash } from 'node:crypto'
import { EDGE_TYPES, type EdgeType, type Vertex, type VertexRef } from '@tributary/lineage'
import { type Answer, type Numbering, type Order, sorted } from './engine.ts'

/** A vertex as it is listed in an answer. */
export interface ListedVertex extends Vertex {
  readonly upstreamHop: number | null
  readonly downstreamHop: number | null
}

/** An edge as it is listed in an answer. */
export interface ListedEdge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: EdgeType
}

/** An answer in objects of texts. */
export interface Listing {
  readonly vertices: readonly ListedVertex[]
  readonly edges: readonly ListedEdge[]
}

/** The answer in numbers. */
export function listingAnswer(listing: Listing, numbering: Numbering): Answer {
  return answerOf(rowsOf(listing, numbering), numbering)
}

/** The answer in numbers, with a digest of all its rows in their order. */
export function orderedListingAnswer(
  listing: Listing,
  numbering: Numbering,
): Answer & { readonly order: Order } {
  const rows = rowsOf(listing, numbering)
  const hash = createHash('sha256').update(rows.vertices).update(rows.edges)
  return { ...answerOf(rows, numbering), order: hash.digest('hex') }
}

/** Three numbers a row. */
interface Rows {
  /** The vertex and its hops upstream and downstream, -1 for none. */
  readonly vertices: Int32Array
  /** Source, target and type. */
  readonly edges: Int32Array
}

function rowsOf({ vertices, edges }: Listing, { numberOf }: Numbering): Rows {
  const rows = {
    vertices: new Int32Array(3 * vertices.length),
    edges: new Int32Array(3 * edges.length),
  }
  for (const [place, one] of vertices.entries()) {
    rows.vertices[3 * place] = numberOf(one)
    rows.vertices[3 * place + 1] = one.upstreamHop ?? -1
    rows.vertices[3 * place + 2] = one.downstreamHop ?? -1
  }
  for (const [place, { src, dst, edgeType }] of edges.entries()) {
    rows.edges[3 * place] = numberOf(src)
    rows.edges[3 * place + 1] = numberOf(dst)
    rows.edges[3 * place + 2] = EDGE_TYPES.indexOf(edgeType)
  }
  return rows
}

function answerOf({ vertices, edges }: Rows, { size }: Numbering): Answer {
  const up: number[] = []
  const down: number[] = []
  for (let at = 0; at < vertices.length; at += 3) {
    if (vertices[at + 1]! >= 0) up.push(vertices[at]!)
    if (vertices[at + 2]! >= 0) down.push(vertices[at]!)
  }
  const pairs: number[] = []
  for (let at = 0; at < edges.length; at += 3) pairs.push(edges[at]! * size + edges[at + 1]!)
  return { up: sorted(up), down: sorted(down), edges: sorted(pairs) }
}
