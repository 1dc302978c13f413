import { unknownVertexError } from '../model/errors.ts'
import type { VertexRef } from '../model/vertex.ts'
import type { LineageView } from './view.ts'

/** The number of a vertex. Throws LINEAGE_UNKNOWN_VERTEX, whose message contains `role`. */
export function resolveVertex(view: LineageView, ref: VertexRef, role: string): number {
  const number = view.numberOf(ref)
  if (number >= 0) return number
  throw unknownVertexError({ vertex: ref, wantedAs: role, ...view.advice(ref) })
}
