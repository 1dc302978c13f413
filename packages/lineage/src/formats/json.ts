import type { LineageContent, StatedVertex } from '../model/content.ts'
import { isEdgeType } from '../model/edge.ts'
import { isVertexType, toVertexRef, type VertexRef } from '../model/vertex.ts'
import { LineageDocument } from './document.ts'
import { type Place, parseJson } from './place.ts'

const FORMAT = 'tributary-lineage'

/**
 * Writes a lineage as JSON: `{format, version, vertices, edges}`, one vertex or edge a line. The text comes in
 * pieces, because the text of millions of edges exceeds the longest string.
 */
export function* writeJson(content: LineageContent): Generator<string, void, undefined> {
  yield `{"format":"${FORMAT}","version":1,"vertices":[`
  let comma = '\n'
  for (const vertex of content.statedVertices()) {
    yield `${comma}${JSON.stringify(toVertexJson(vertex))}`
    comma = ',\n'
  }
  yield '\n],"edges":['
  comma = '\n'
  for (const { src, dst, edgeType, sources } of content.edges()) {
    const edge = { src: toVertexRef(src), dst: toVertexRef(dst), edgeType, sources }
    yield `${comma}${JSON.stringify(edge)}`
    comma = ',\n'
  }
  yield '\n]}\n'
}

/** Reads the JSON of {@link writeJson}. Throws LINEAGE_INVALID_IMPORT, with `file` and the position, for anything else. */
export function readJson(text: string, file = 'lineage.json'): LineageDocument {
  const root = parseJson(file, text)
  if (root.field('format').value !== FORMAT) throw root.field('format').wrong(`"${FORMAT}"`)
  if (root.field('version').value !== 1) throw root.field('version').wrong('1')
  const document = new LineageDocument(file)
  for (const vertex of root.field('vertices').items()) document.addVertex(readVertexJson(vertex))
  for (const edge of root.field('edges').items()) addEdgeJson(document, edge)
  return document
}

/** The fields of a vertex in the order in which they are written. */
export function toVertexJson(vertex: StatedVertex): StatedVertex {
  const { vertexId, vertexType, displayName, description, custom, sources } = vertex
  return { vertexId, vertexType, displayName, description, custom, sources }
}

/** Reads the JSON of {@link toVertexJson}. */
export function readVertexJson(place: Place): StatedVertex {
  return {
    ...readRef(place),
    displayName: place.field('displayName').optionalText(),
    description: place.field('description').optionalText(),
    custom: place.field('custom').optionalObject(),
    sources: readSources(place.field('sources')),
  }
}

/** Reads an edge and adds it to `document`, which must have both ends. */
export function addEdgeJson(document: LineageDocument, place: Place): void {
  const src = readEnd(document, place.field('src'))
  const dst = readEnd(document, place.field('dst'))
  const edgeType = place.field('edgeType').text()
  if (!isEdgeType(edgeType)) throw place.field('edgeType').wrong('a type of edge')
  const sources = readSources(place.field('sources'))
  if (sources.length === 0) throw place.field('sources').wrong('a list with a source')
  document.addEdge({ src, dst, edgeType, sources })
}

function readEnd(document: LineageDocument, place: Place): VertexRef {
  const ref = readRef(place)
  if (!document.has(ref)) throw place.wrong('one of the vertices')
  return ref
}

function readRef(place: Place): VertexRef {
  const vertexType = place.field('vertexType').text()
  if (!isVertexType(vertexType)) throw place.field('vertexType').wrong('a type of vertex')
  return { vertexId: place.field('vertexId').text(), vertexType }
}

function readSources(place: Place): readonly string[] {
  return place.items().map((source) => source.name())
}
