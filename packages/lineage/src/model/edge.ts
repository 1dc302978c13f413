import { type VertexRef, type VertexType, vertexKey } from './vertex.ts'

/** The types of edges: a column feeds something, or a whole table does. */
export const EDGE_TYPES = ['COLUMN_IMPACT', 'TABLE_IMPACT'] as const

/** One of {@link EDGE_TYPES}. */
export type EdgeType = (typeof EDGE_TYPES)[number]

/** Data flows from `src` to `dst`. */
export interface Edge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: EdgeType
}

/** An edge with the sources that state it. */
export interface StatedEdge extends Edge {
  /** Source names in text order, each once. */
  readonly sources: readonly string[]
}

/**
 * A key that is equal for equal edges only: types have no space, and the length of the source key separates it from
 * the other.
 */
export function edgeKey(edge: Edge): string {
  return `${edge.edgeType} ${pairKey(edge)}`
}

/** A key that is equal only for equal ends, whatever their ids. */
export function pairKey({ src, dst }: Pick<Edge, 'src' | 'dst'>): string {
  const from = vertexKey(src)
  return `${from.length} ${from} ${vertexKey(dst)}`
}

const TABLES: ReadonlySet<VertexType> = new Set<VertexType>(['FILE', 'PHYSICAL_TABLE', 'DATASET'])

/** The usual type of an edge from a vertex: TABLE_IMPACT from a file, table or dataset, else COLUMN_IMPACT. */
export function edgeTypeFrom({ vertexType }: VertexRef): EdgeType {
  return TABLES.has(vertexType) ? 'TABLE_IMPACT' : 'COLUMN_IMPACT'
}

/** Whether `text` names an edge type, exactly as {@link EDGE_TYPES} spells it. */
export function isEdgeType(text: string): text is EdgeType {
  return (EDGE_TYPES as readonly string[]).includes(text)
}

const TYPES_OF_MASK: readonly (readonly EdgeType[])[] = Array.from(
  { length: 1 << EDGE_TYPES.length },
  (_, mask) => EDGE_TYPES.filter((type) => (mask & toEdgeTypeMask(type)) !== 0),
)

/** The bit of an edge type: 1 for COLUMN_IMPACT, 2 for TABLE_IMPACT. */
export function toEdgeTypeMask(type: EdgeType): number {
  return 1 << EDGE_TYPES.indexOf(type)
}

/** The mask of several edge types. */
export function combineEdgeTypes(types: readonly EdgeType[]): number {
  return types.reduce((mask, type) => mask | toEdgeTypeMask(type), 0)
}

/** The edge types whose bit is set in `mask`, in the order of `EDGE_TYPES`; other bits are ignored. */
export function listEdgeTypes(mask: number): readonly EdgeType[] {
  return TYPES_OF_MASK[mask & (TYPES_OF_MASK.length - 1)]!
}
