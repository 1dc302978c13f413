import type { LineageContent, StatedVertex } from '../model/content.ts'
import type { StatedEdge } from '../model/edge.ts'
import { vertexKey } from '../model/vertex.ts'
import { toVertexJson } from './json.ts'

/** A lineage whose vertices have short names, for languages in which ids need quoting. */
export interface Drawing {
  readonly vertices: Iterable<{ readonly name: string; readonly vertex: StatedVertex }>
  /** Valid once all `vertices` have been read. */
  readonly edges: Iterable<DrawnEdge>
}

/** An edge between short names. */
export interface DrawnEdge extends Pick<StatedEdge, 'edgeType' | 'sources'> {
  readonly src: string
  readonly dst: string
}

/** Names the vertices v0, v1, … in their order. */
export function draw(content: LineageContent): Drawing {
  const names = new Map<string, string>()
  return {
    vertices: (function* named() {
      for (const vertex of content.statedVertices()) {
        const name = `v${names.size}`
        names.set(vertexKey(vertex), name)
        yield { name, vertex }
      }
    })(),
    edges: (function* named() {
      for (const { src, dst, edgeType, sources } of content.edges()) {
        yield {
          src: names.get(vertexKey(src))!,
          dst: names.get(vertexKey(dst))!,
          edgeType,
          sources,
        }
      }
    })(),
  }
}

/** The text shown for a vertex: its type, and its display name or else its id. */
export function caption({ vertexType, vertexId, displayName }: StatedVertex): {
  readonly type: string
  readonly name: string
} {
  return { type: vertexType, name: displayName ?? vertexId }
}

/** Everything known of a vertex or an edge as percent-encoded JSON, which needs no quoting in DOT and Mermaid. */
export function encodeJson(item: StatedVertex | Omit<DrawnEdge, 'src' | 'dst'>): string {
  const json = 'vertexId' in item ? toVertexJson(item) : item
  return encodeURIComponent(JSON.stringify(json)).replace(/['()!~*]/g, percentEncoded)
}

/** A label of one line: control characters and line breaks become blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}
