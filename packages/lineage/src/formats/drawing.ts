import type { LineageContent, StatedVertex } from '../model/content.ts'
import type { StatedEdge } from '../model/edge.ts'
import { vertexKey } from '../model/vertex.ts'
import { toVertexJson } from './json.ts'

/**
 * Writes a lineage as DOT, the language of Graphviz, drawn from left to right. COLUMN_IMPACT edges are dashed. The
 * attribute `tributary` holds what the drawing does not show.
 */
export function* writeDot(content: LineageContent): Generator<string, void, undefined> {
  yield 'digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: label } = caption(vertex)
    yield `  ${name} [label="${quoteDot(type)}\\n${quoteDot(label)}", tributary="${encodeJson(vertex)}"];\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const style = edgeType === 'COLUMN_IMPACT' ? 'dashed' : 'solid'
    const json = encodeJson({ edgeType, sources })
    yield `  ${src} -> ${dst} [style=${style}, tributary="${json}"];\n`
  }
  yield '}\n'
}

/**
 * Writes a lineage as a Mermaid flowchart, drawn from left to right. COLUMN_IMPACT edges are dotted. Comments hold
 * what the drawing does not show.
 */
export function* writeMermaid(content: LineageContent): Generator<string, void, undefined> {
  yield 'flowchart LR\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: label } = caption(vertex)
    yield `  ${name}["${type}<br/>${quoteMermaid(label)}"]\n%% ${name} ${encodeJson(vertex)}\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const arrow = edgeType === 'COLUMN_IMPACT' ? '-.->' : '-->'
    yield `  ${src} ${arrow} ${dst}\n%% ${src} ${dst} ${encodeJson({ edgeType, sources })}\n`
  }
}

/** A lineage whose vertices have short names, for languages in which ids need quoting. */
interface Drawing {
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
function encodeJson(item: StatedVertex | Omit<DrawnEdge, 'src' | 'dst'>): string {
  const json = 'vertexId' in item ? toVertexJson(item) : item
  return encodeURIComponent(JSON.stringify(json)).replace(/['()!~*]/g, percentEncode)
}

function quoteDot(text: string): string {
  return toOneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}

/** Mermaid reads HTML in labels and `#…;` as a character. */
function quoteMermaid(text: string): string {
  return toOneLine(text).replace(/[#"<>&`%]/g, (sign) => `#${sign.charCodeAt(0)};`)
}

/** A label of one line: control characters and line breaks become blanks. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}
