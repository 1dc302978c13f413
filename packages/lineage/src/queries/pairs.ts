import { toVertexRef, type VertexRef } from '../model/vertex.ts'
import { getWords, type Lineage } from '../view/view.ts'

/** Two connected vertices. */
export interface Pair {
  readonly src: VertexRef
  readonly dst: VertexRef
}

/**
 * Every connected pair of vertices, once; pairs with the same source are consecutive and share its object. The
 * graph may change during the iteration: pairs that exist all the time are included, others may be.
 */
export function* pairs({ view }: Lineage): Generator<Pair, void, undefined> {
  for (let source = 0; source < view.size; source++) {
    const words = getWords(view.targets, source)
    if (words.length === 0) continue
    const src = toVertexRef(view.vertexAt(source))
    const targets = Array.from(words, (word) => toVertexRef(view.vertexAt(word >>> 2)))
    for (const dst of targets) yield { src, dst }
  }
}
