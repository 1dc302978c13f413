import { TributaryError } from '@tributary/core'
import { toVertexRef, type VertexRef } from './vertex.ts'

/** Codes of {@link LineageError}. */
export type LineageErrorCode =
  | 'LINEAGE_UNKNOWN_VERTEX'
  | 'LINEAGE_INVALID_STEP'
  | 'LINEAGE_INVALID_PAGE'
  | 'LINEAGE_TOO_LARGE'
  | 'LINEAGE_FILE_DAMAGED'
  | 'LINEAGE_INVALID_IMPORT'

/** The error of this package. */
export class LineageError extends TributaryError<LineageErrorCode> {}

/** Suggestions for a vertex that does not exist. */
export interface VertexAdvice {
  /** Ids of the same type that the caller may have meant, best first. */
  readonly suggestions: readonly string[]
  /** Other types in which the same id exists. */
  readonly otherTypes: readonly VertexRef['vertexType'][]
}

/** A vertex that does not exist, with suggestions. */
export interface UnknownVertex extends VertexAdvice {
  readonly vertex: VertexRef
  /** The role of the vertex in the call, such as `the source of an edge`. */
  readonly wantedAs: string
}

/** A query or an edge names a vertex that the graph does not have. */
export function unknownVertexError(unknown: UnknownVertex): LineageError {
  const { vertex, wantedAs, suggestions, otherTypes } = unknown
  const name = JSON.stringify(vertex.vertexId)
  const message = `The lineage graph has no ${vertex.vertexType} ${name} (${wantedAs}). ${formatAdvice(unknown)}`
  const details = { ...toVertexRef(vertex), wantedAs, suggestions, otherTypes }
  return new LineageError('LINEAGE_UNKNOWN_VERTEX', message, { details })
}

/** A hop count is not a whole number from 0 to 2^53 - 1. */
export function invalidStepError(
  step: 'upstream' | 'downstream',
  actualValue: unknown,
): LineageError {
  const message = `The ${step} hops must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, found ${String(actualValue)}.`
  return new LineageError('LINEAGE_INVALID_STEP', message, {
    details: { step, found: String(actualValue) },
  })
}

function formatAdvice({ suggestions, otherTypes }: UnknownVertex): string {
  if (otherTypes.length > 0) return `That id exists as ${otherTypes.join(' and as ')}.`
  if (suggestions.length === 0) return 'Check its type and its id.'
  return `Did you mean ${suggestions.map((id) => JSON.stringify(id)).join(' or ')}?`
}

/** A limit, cursor or budget is invalid. */
export function invalidPageError(
  option: 'limit' | 'cursor' | 'budget',
  actualValue: unknown,
): LineageError {
  const expected =
    option === 'cursor'
      ? 'must be the cursor of an earlier page'
      : `must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`
  return new LineageError(
    'LINEAGE_INVALID_PAGE',
    `The ${option} ${expected}, found ${String(actualValue)}.`,
    { details: { option, found: String(actualValue) } },
  )
}

/** Position of a mistake in imported text. */
export interface ImportPlace {
  /** Name of the text, such as its file name. */
  readonly file: string
  /** Position in the text: a path of field names, or a line. */
  readonly path: string
}

/** Imported text does not match its format; nothing was imported. */
export function invalidImportError(
  place: ImportPlace,
  problem: string,
  cause?: unknown,
): LineageError {
  const where = place.path === '' ? place.file : `${place.file}: ${place.path}`
  return new LineageError('LINEAGE_INVALID_IMPORT', `${where} ${problem}.`, {
    details: { ...place },
    cause,
  })
}

/** The graph has reached its limit. */
export function tooLargeError(what: 'vertices' | 'edges', most: number): LineageError {
  const message = `The lineage graph has ${most} ${what}, which is its limit. Raise the limit, or remove what is not needed.`
  return new LineageError('LINEAGE_TOO_LARGE', message, { details: { what, most } })
}

/** A journal or snapshot is damaged. */
export function fileDamagedError(path: string, problem: string, cause?: unknown): LineageError {
  return new LineageError('LINEAGE_FILE_DAMAGED', `${path}: ${problem}`, {
    details: { path },
    names: [{ kind: 'SERVICE', name: path }],
    cause,
  })
}
