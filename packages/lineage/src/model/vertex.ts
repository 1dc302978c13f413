/** The types of vertices in a lineage graph. */
export const VERTEX_TYPES = [
  'FILE',
  'FILE_COLUMN',
  'PHYSICAL_TABLE',
  'PHYSICAL_TABLE_COLUMN',
  'DATASET',
  'DATASET_COLUMN',
  'DIMENSION',
  'METRIC',
  'ANALYSIS_VIEW',
] as const

/** One of {@link VERTEX_TYPES}. */
export type VertexType = (typeof VERTEX_TYPES)[number]

/** The identity of a vertex. An id is unique within its type only. */
export interface VertexRef {
  readonly vertexId: string
  readonly vertexType: VertexType
}

/** A vertex with its descriptive fields. */
export interface Vertex extends VertexRef {
  readonly displayName: string | null
  readonly description: string | null
  /** Facts of the vertex type; for a METRIC `originDataType`, `type` and `category`. */
  readonly custom: Readonly<Record<string, unknown>> | null
}

/** Whether `text` names a vertex type, exactly as {@link VERTEX_TYPES} spells it. */
export function isVertexType(text: string): text is VertexType {
  return (VERTEX_TYPES as readonly string[]).includes(text)
}

/** The key `TYPE:id`, equal only for equal type and id. */
export function vertexKey(ref: VertexRef): string {
  return `${ref.vertexType}:${ref.vertexId}`
}

/** The reference of a vertex, as a new object. */
export function toVertexRef(vertex: VertexRef): VertexRef {
  return { vertexId: vertex.vertexId, vertexType: vertex.vertexType }
}

/** A vertex with the fields of {@link Vertex} alone, as a new object. */
export function toVertex(vertex: Vertex): Vertex {
  const { vertexId, vertexType, displayName, description, custom } = vertex
  return { vertexId, vertexType, displayName, description, custom }
}

/** `vertex` with its null fields filled in from `more`. */
export function fillNulls(vertex: Vertex, defaults: Vertex): Vertex {
  return {
    vertexId: vertex.vertexId,
    vertexType: vertex.vertexType,
    displayName: vertex.displayName ?? defaults.displayName,
    description: vertex.description ?? defaults.description,
    custom: vertex.custom ?? defaults.custom,
  }
}

/** Whether the descriptive fields of two vertices are equal. */
export function hasSameFields(a: Vertex, b: Vertex): boolean {
  return (
    a.displayName === b.displayName &&
    a.description === b.description &&
    (a.custom === b.custom || JSON.stringify(a.custom) === JSON.stringify(b.custom))
  )
}

/** Orders vertices by type, then by id, both by code point: negative when `a` comes first. */
export function compareVertices(a: VertexRef, b: VertexRef): number {
  if (a.vertexType !== b.vertexType) return a.vertexType < b.vertexType ? -1 : 1
  return compareCodePoints(a.vertexId, b.vertexId)
}

/** Orders texts by code point, which `<` does not do above U+FFFF: it compares UTF-16 code units. */
function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const difference = rankUnit(a.charCodeAt(i)) - rankUnit(b.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Moves the surrogates, of which all code points above U+FFFF are made, behind U+E000 to U+FFFF. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
