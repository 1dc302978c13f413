import { invalidPageError } from '../model/errors.ts'
import { isVertexType, type VertexRef } from '../model/vertex.ts'

/** The last vertex of a page. The next page begins behind it, even when the graph has changed meanwhile. */
export interface CursorPosition extends VertexRef {
  /** How far the vertex is from the root. */
  readonly hop: number
}

/** The position as a text without meaning to others, fit for an address. */
export function writeCursor({ hop, vertexType, vertexId }: CursorPosition): string {
  return Buffer.from(JSON.stringify([hop, vertexType, vertexId])).toString('base64url')
}

/** The position behind a text of {@link writeCursor}; throws LINEAGE_INVALID_PAGE for any other. */
export function readCursor(cursor: string): CursorPosition {
  const parts = parse(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(parts) && parts.length === 3) {
    const [hop, vertexType, vertexId] = parts as readonly unknown[]
    if (
      Number.isSafeInteger(hop) &&
      (hop as number) >= 0 &&
      typeof vertexId === 'string' &&
      typeof vertexType === 'string' &&
      isVertexType(vertexType)
    ) {
      return { hop: hop as number, vertexType, vertexId }
    }
  }
  throw invalidPageError('cursor', JSON.stringify(cursor))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
