import { nearNames } from '@tributary/core'
import type { VertexRef, VertexType } from '../model/vertex.ts'

// Comparing two ids costs about the square of their length. A wrong id must not block the process, so
// it is compared with 10,000 ids at most, and with fewer when it is longer than 20 characters.
const MOST_IDS = 10_000
const SHORT_ID = 20

/**
 * The ids of a graph by vertex type, kept for suggestions when an id is unknown. Of a type with too many ids to
 * compare only their number is kept, until all of them are removed.
 */
export class IdSuggestions {
  readonly #types = new Map<VertexType, { count: number; readonly ids: Set<string> }>()

  /** Adds an id that is not known yet. */
  add({ vertexType, vertexId }: VertexRef): void {
    let entry = this.#types.get(vertexType)
    if (entry === undefined) {
      entry = { count: 0, ids: new Set() }
      this.#types.set(vertexType, entry)
    }
    if (entry.count === entry.ids.size) entry.ids.add(vertexId)
    entry.count += 1
    if (entry.ids.size > MOST_IDS) entry.ids.clear()
  }

  /** Removes a known id. */
  delete({ vertexType, vertexId }: VertexRef): void {
    const entry = this.#types.get(vertexType)
    if (entry === undefined) return
    entry.ids.delete(vertexId)
    entry.count -= 1
  }

  /** A copy; changes of one do not show in the other. */
  clone(): IdSuggestions {
    const copy = new IdSuggestions()
    for (const [type, { count, ids }] of this.#types)
      copy.#types.set(type, { count, ids: new Set(ids) })
    return copy
  }

  /** Removes every id. */
  clear(): void {
    this.#types.clear()
  }

  /**
   * Up to three similar ids of the same type, best first. None when the type has too many ids to compare: over
   * 10,000, or over 10,000 × (20 / length)² for an id longer than 20 characters.
   */
  near({ vertexType, vertexId }: VertexRef): readonly string[] {
    const entry = this.#types.get(vertexType)
    const cost = Math.max(vertexId.length / SHORT_ID, 1) ** 2
    if (entry === undefined || entry.count * cost > MOST_IDS) return []
    return nearNames(vertexId, entry.ids)
  }
}
