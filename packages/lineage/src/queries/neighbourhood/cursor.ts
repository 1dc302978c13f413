import { invalidPageError } from '../../model/errors.ts'
import { isVertexType, type VertexRef } from '../../model/vertex.ts'

/** The last vertex of a page. The next page begins after it, also when the graph has changed. */
export interface CursorPosition extends VertexRef {
  /** Distance from the root in hops. */
  readonly hop: number
}

/** Encodes a position as an opaque text that is safe in URLs. */
export function writeCursor({ hop, vertexType, vertexId }: CursorPosition): string {
  return Buffer.from(JSON.stringify([hop, vertexType, vertexId])).toString('base64url')
}

/** Decodes a text of {@link writeCursor}; throws LINEAGE_INVALID_PAGE for any other text. */
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
