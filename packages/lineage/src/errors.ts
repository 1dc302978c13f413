import { TributaryError } from '@tributary/core'
import { toVertexRef, type VertexRef, type VertexType } from './vertex.ts'

/** Every way in which a call of this package can fail on purpose. */
export type LineageErrorCode = 'LINEAGE_UNKNOWN_VERTEX' | 'LINEAGE_INVALID_STEP'

/** What this package throws. */
export class LineageError extends TributaryError<LineageErrorCode> {}

/** What a graph knows about a vertex that it does not have. */
export interface UnknownVertex {
  readonly vertex: VertexRef
  /** What the caller wanted the vertex for, such as `the source of an edge`. */
  readonly wantedAs: string
  /** Ids of the same type that the caller may have meant, best first. */
  readonly suggestions: readonly string[]
  /** Other types in which the same id exists. */
  readonly otherTypes: readonly VertexType[]
}

/** A question or an edge names a vertex that the graph does not have. */
export function unknownVertex(unknown: UnknownVertex): LineageError {
  const { vertex, wantedAs, suggestions, otherTypes } = unknown
  const name = JSON.stringify(vertex.vertexId)
  const message = `The lineage graph has no ${vertex.vertexType} ${name} (${wantedAs}). ${adviceOn(unknown)}`
  const details = { ...toVertexRef(vertex), wantedAs, suggestions, otherTypes }
  return new LineageError('LINEAGE_UNKNOWN_VERTEX', message, { details })
}

/** A hop count is not a whole number from 0 to 2^53 - 1. */
export function invalidStep(step: 'upstream' | 'downstream', found: unknown): LineageError {
  const message = `The ${step} hops must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, found ${String(found)}.`
  return new LineageError('LINEAGE_INVALID_STEP', message, {
    details: { step, found: String(found) },
  })
}

function adviceOn({ suggestions, otherTypes }: UnknownVertex): string {
  if (otherTypes.length > 0) return `That id exists as ${otherTypes.join(' and as ')}.`
  if (suggestions.length === 0) return 'Check its type and its id.'
  return `Did you mean ${suggestions.map((id) => JSON.stringify(id)).join(' or ')}?`
}
