import { nearNames } from '@tributary/core'
import { VERTEX_TYPES, type VertexRef, type VertexType } from './vertex.ts'

// Comparing two ids costs about the square of their length. A wrong id must not block the process, so
// it is compared with 10,000 ids at most, and with fewer when it is longer than 20 characters.
const MOST_IDS = 10_000
const SHORT_ID = 20

/** The ids of a graph by vertex type, kept so that a wrong one can be answered with near ones. */
export class KnownIds {
  readonly #idsByType = new Map<VertexType, Set<string>>()

  /** Takes in the id; a known one changes nothing. */
  add({ vertexType, vertexId }: VertexRef): void {
    const ids = this.#idsByType.get(vertexType)
    if (ids === undefined) this.#idsByType.set(vertexType, new Set([vertexId]))
    else ids.add(vertexId)
  }

  /** Forgets the id; an unknown one changes nothing. */
  delete({ vertexType, vertexId }: VertexRef): void {
    this.#idsByType.get(vertexType)?.delete(vertexId)
  }

  /**
   * At most three ids of the same type that look alike, best first. None when the type has too many ids
   * to compare: over 10,000, or over 10,000 × (20 / length)² for an id longer than 20 characters.
   */
  near({ vertexType, vertexId }: VertexRef): readonly string[] {
    const ids = this.#idsByType.get(vertexType)
    const cost = Math.max(vertexId.length / SHORT_ID, 1) ** 2
    if (ids === undefined || ids.size * cost > MOST_IDS) return []
    return nearNames(vertexId, ids)
  }

  /** The types that have this id, in the order of `VERTEX_TYPES`. */
  typesOf(vertexId: string): readonly VertexType[] {
    return VERTEX_TYPES.filter((type) => this.#idsByType.get(type)?.has(vertexId))
  }
}
