import { EDGE_TYPES, type EdgeType } from './edge.ts'

const TYPES_OF_MASK: readonly (readonly EdgeType[])[] = Array.from(
  { length: 1 << EDGE_TYPES.length },
  (_, mask) => EDGE_TYPES.filter((type) => (mask & edgeMaskOf(type)) !== 0),
)

/** The bit of an edge type: 1 for COLUMN_IMPACT, 2 for TABLE_IMPACT. */
export function edgeMaskOf(type: EdgeType): number {
  return 1 << EDGE_TYPES.indexOf(type)
}

/** The edge types whose bit is set in `mask`, in the order of `EDGE_TYPES`; other bits are ignored. */
export function edgeTypesOf(mask: number): readonly EdgeType[] {
  return TYPES_OF_MASK[mask & (TYPES_OF_MASK.length - 1)]!
}
