import { VERTEX_TYPES, type VertexType } from '../vertex.ts'

/** How many vertices there are of each type; only types that are there. */
export type CountsByType = Readonly<Partial<Record<VertexType, number>>>

type Counts = Partial<Record<VertexType, number>>

/** The usual answers, of one type: an object written out is made many times as fast as one whose names are worked out. */
const OF_ONE_TYPE: Readonly<Record<VertexType, (count: number) => Counts>> = {
  FILE: (count) => ({ FILE: count }),
  FILE_COLUMN: (count) => ({ FILE_COLUMN: count }),
  PHYSICAL_TABLE: (count) => ({ PHYSICAL_TABLE: count }),
  PHYSICAL_TABLE_COLUMN: (count) => ({ PHYSICAL_TABLE_COLUMN: count }),
  DATASET: (count) => ({ DATASET: count }),
  DATASET_COLUMN: (count) => ({ DATASET_COLUMN: count }),
  DIMENSION: (count) => ({ DIMENSION: count }),
  METRIC: (count) => ({ METRIC: count }),
  ANALYSIS_VIEW: (count) => ({ ANALYSIS_VIEW: count }),
}
const BY_NUMBER = VERTEX_TYPES.map((type) => OF_ONE_TYPE[type])

/** By set of types, as bits, an object that has them: a copy of it is filled in faster than an empty one. */
const OF_TYPES: (Counts | undefined)[] = []

/** The counts of the types whose bit is set in `present`; `counts` has them by the type's number. */
export function countsByType(counts: Uint32Array, present: number): CountsByType {
  const first = 31 - Math.clz32(present & -present)
  if (present === 1 << first) return BY_NUMBER[first]!(counts[first]!)
  let template = OF_TYPES[present]
  if (template === undefined) {
    template = Object.fromEntries(typesIn(present).map((type) => [type, 0]))
    OF_TYPES[present] = template
  }
  const byType = { ...template }
  for (let left = present; left !== 0; left &= left - 1) {
    const type = 31 - Math.clz32(left & -left)
    byType[VERTEX_TYPES[type]!] = counts[type]!
  }
  return byType
}

function typesIn(present: number): readonly VertexType[] {
  return VERTEX_TYPES.filter((_, number) => (present & (1 << number)) !== 0)
}
