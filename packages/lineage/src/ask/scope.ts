import { EDGE_TYPES, type EdgeType } from '../edge.ts'
import { edgeMaskOf } from '../edge-mask.ts'
import { unknownVertex } from '../errors.ts'
import { VERTEX_TYPES, type VertexRef, type VertexType } from '../vertex.ts'
import type { LineageView } from '../view.ts'

/** Which part of a graph a question is asked of. */
export interface ScopeOptions {
  /** Only these types of vertex are listed; the vertex asked for always is. @defaultValue all */
  readonly vertexTypes?: readonly VertexType[]
  /** Only these types of edge are walked. @defaultValue both */
  readonly edgeTypes?: readonly EdgeType[]
  /**
   * Walk through vertices of other types instead of stopping at them: that costs no hop, and what stands
   * on both sides of them is joined by a derived edge. @defaultValue false
   */
  readonly collapse?: boolean
}

/** What a walk does at a vertex. */
export const STOP = 0
export const LIST = 1
export const PASS = 2

/** {@link ScopeOptions} in the form in which walks read them. */
export interface Scope {
  readonly view: LineageView
  readonly root: number
  readonly edgeMask: number
  /** By type number what to do at a vertex; null when all are listed. The root is always listed. */
  readonly roles: Uint8Array | null
  readonly collapse: boolean
}

/** Reads the options. Throws LINEAGE_UNKNOWN_VERTEX when the root is not in the graph. */
export function scopeOf(
  view: LineageView,
  root: VertexRef,
  { vertexTypes, edgeTypes = EDGE_TYPES, collapse = false }: ScopeOptions,
): Scope {
  let roles: Uint8Array | null = null
  if (vertexTypes !== undefined && !VERTEX_TYPES.every((type) => vertexTypes.includes(type))) {
    roles = new Uint8Array(256)
    for (const [number, type] of VERTEX_TYPES.entries()) {
      roles[number] = vertexTypes.includes(type) ? LIST : collapse ? PASS : STOP
    }
  }
  const edgeMask = edgeTypes.reduce((mask, type) => mask | edgeMaskOf(type), 0)
  const number = numberIn(view, root, 'the root of the neighbourhood')
  return { view, root: number, edgeMask, roles, collapse: collapse && roles !== null }
}

/** The number of a vertex. Throws LINEAGE_UNKNOWN_VERTEX; `wantedAs` says what it was wanted for. */
export function numberIn(view: LineageView, ref: VertexRef, wantedAs: string): number {
  const number = view.numberOf(ref)
  if (number >= 0) return number
  throw unknownVertex({ vertex: ref, wantedAs, ...view.advice(ref) })
}

/** What to do at a vertex. */
export function roleOf({ view, root, roles }: Scope, vertex: number): number {
  if (roles === null || vertex === root) return LIST
  return roles[view.types[vertex]!]!
}
