import type { StatedVertex } from '../model/content.ts'
import { isEdgeType, type StatedEdge } from '../model/edge.ts'
import { isVertexType, type VertexRef } from '../model/vertex.ts'
import type { LineageDocument } from './document.ts'
import type { Place } from './place.ts'

/** All that is known of a vertex, as a JSON value with its fields in a fixed order. */
export function vertexFacts(vertex: StatedVertex): StatedVertex {
  const { vertexId, vertexType, displayName, description, custom, sources } = vertex
  return { vertexId, vertexType, displayName, description, custom, sources }
}

/** The vertex of {@link vertexFacts}. */
export function readVertexFacts(place: Place): StatedVertex {
  return {
    ...readRef(place),
    displayName: place.field('displayName').optionalText(),
    description: place.field('description').optionalText(),
    custom: place.field('custom').optionalObject(),
    sources: readSources(place.field('sources')),
  }
}

/** Reads an edge with its ends and takes it into `document`, which must have the ends. */
export function addEdgeFacts(document: LineageDocument, place: Place): void {
  const src = readEnd(document, place.field('src'))
  const dst = readEnd(document, place.field('dst'))
  document.addEdge({ src, dst, ...readStatement(place) })
}

/** The type of an edge and who states it. */
export function readStatement(place: Place): Pick<StatedEdge, 'edgeType' | 'sources'> {
  const edgeType = place.field('edgeType').text()
  if (!isEdgeType(edgeType)) throw place.field('edgeType').wrong('a type of edge')
  const sources = readSources(place.field('sources'))
  if (sources.length === 0) throw place.field('sources').wrong('a list with a source')
  return { edgeType, sources }
}

/** The reference here. */
export function readRef(place: Place): VertexRef {
  const vertexType = place.field('vertexType').text()
  if (!isVertexType(vertexType)) throw place.field('vertexType').wrong('a type of vertex')
  return { vertexId: place.field('vertexId').text(), vertexType }
}

function readEnd(document: LineageDocument, place: Place): VertexRef {
  const ref = readRef(place)
  if (!document.has(ref)) throw place.wrong('one of the vertices')
  return ref
}

function readSources(place: Place): readonly string[] {
  return place.items().map((source) => source.name())
}
