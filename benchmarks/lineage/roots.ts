import type { VertexRef } from '@tributary/lineage'
import type { Root } from './engine.ts'
import { type GeneratedLineage, pickRoots } from './generate.ts'

/** Roots of each type of vertex. */
const OF_EACH_TYPE = 10

/** The vertices that are asked about; the same ones for the same lineage. */
export function rootsOf(lineage: GeneratedLineage): readonly Root[] {
  const numbers = new Map<VertexRef, number>(lineage.vertices.map((ref, number) => [ref, number]))
  return pickRoots(lineage, OF_EACH_TYPE).map((ref) => ({ ref, number: numbers.get(ref)! }))
}
