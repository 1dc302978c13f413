import { invalidRequestError } from '../model/errors.ts'

/** Which part of a list is asked for. */
export interface PageQuery {
  readonly cursor?: string
  readonly limit?: number
}

/** A part of a list, and where the next one begins; null on the last. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly cursor: string | null
}

const USUAL_LIMIT = 100

/**
 * The entries behind `cursor`, which has the key of the last entry of the page before; so a list that changes meanwhile
 * neither repeats nor skips others. `entries` are in the order of their keys. Throws `PLATFORM_INVALID_REQUEST`.
 */
export function pageAfter<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  { cursor, limit = USUAL_LIMIT }: PageQuery,
): ListPage<T> {
  const after = cursor === undefined ? null : readCursor(cursor, 1)[0]!
  const start = after === null ? 0 : entries.findIndex((entry) => keyOf(entry) > after)
  if (start < 0) return { items: [], cursor: null }
  const items = entries.slice(start, start + limit)
  const last = items.at(-1)
  const isMore = start + limit < entries.length && last !== undefined
  return { items, cursor: isMore ? writeCursor([keyOf(last)]) : null }
}

/** Encodes texts as an opaque text that is safe in addresses. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Decodes so many texts of {@link writeCursor}. Throws `PLATFORM_INVALID_REQUEST` for any other text. */
export function readCursor(cursor: string, count: number): readonly string[] {
  const parts = parseJsonArray(Buffer.from(cursor, 'base64url').toString())
  const isText = (part: unknown): part is string => typeof part === 'string' && !part.includes('\0')
  if (parts.length === count && parts.every(isText)) return parts
  const reason =
    'cursor is not one that this operation gave: take it from the page before, or leave it out for the first page.'
  throw invalidRequestError('cursor', reason)
}

function parseJsonArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
