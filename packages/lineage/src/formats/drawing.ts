import type { LineageContent, StatedVertex } from '../model/content.ts'
import { invalidImport } from '../model/errors.ts'
import { vertexKey } from '../model/vertex.ts'
import { LineageDocument } from './document.ts'
import { readStatement, readVertexFacts, vertexFacts } from './facts.ts'
import { parseJson } from './place.ts'

/** A lineage whose vertices have short names, for languages in which ids cannot stand. */
export interface Drawing {
  readonly vertices: Iterable<{ readonly name: string; readonly vertex: StatedVertex }>
  readonly edges: Iterable<DrawnEdge>
}

/** An edge between short names. */
export interface DrawnEdge {
  readonly src: string
  readonly dst: string
  readonly edgeType: 'COLUMN_IMPACT' | 'TABLE_IMPACT'
  readonly sources: readonly string[]
}

/** Names the vertices v0, v1 and so on in their order; gives the edges only after all vertices. */
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

/** What a reader shows of a vertex: its type, and its name for people or else its id. */
export function caption({ vertexType, vertexId, displayName }: StatedVertex): {
  readonly type: string
  readonly name: string
} {
  return { type: vertexType, name: displayName ?? vertexId }
}

/** Facts as a text of letters, digits and a few signs, which needs no quoting anywhere. */
export function encodeFacts(facts: StatedVertex | Omit<DrawnEdge, 'src' | 'dst'>): string {
  const { ...all } = 'vertexId' in facts ? vertexFacts(facts) : facts
  return encodeURIComponent(JSON.stringify(all)).replace(/['()!~*]/g, percent)
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}

/** A vertex or an edge of a drawing as it was read, with its encoded facts. */
export interface DrawnLine {
  /** The names of a vertex, or of the two ends of an edge. */
  readonly names: readonly [string] | readonly [string, string]
  readonly facts: string
  readonly line: number
}

/** The lineage of a drawing. Throws LINEAGE_INVALID_IMPORT with the line for facts that are none. */
export function readDrawing(file: string, lines: Iterable<DrawnLine>): LineageDocument {
  const document = new LineageDocument()
  const vertices = new Map<string, StatedVertex>()
  for (const { names, facts, line } of lines) {
    const place = { file, path: `line ${line}` }
    const read = parseJson(`${file}: line ${line}`, decode(facts, place))
    const [src, dst] = names
    if (dst === undefined) {
      const vertex = readVertexFacts(read)
      vertices.set(src, vertex)
      document.addVertex(vertex)
      continue
    }
    const ends = [vertices.get(src), vertices.get(dst)] as const
    if (ends[0] === undefined || ends[1] === undefined) {
      throw invalidImport(place, 'has an edge between vertices that are not above it')
    }
    document.addEdge({ src: ends[0], dst: ends[1], ...readStatement(read) })
  }
  return document
}

function decode(facts: string, place: { readonly file: string; readonly path: string }): string {
  try {
    return decodeURIComponent(facts)
  } catch (cause) {
    throw invalidImport(place, 'has facts that cannot be decoded', cause)
  }
}
