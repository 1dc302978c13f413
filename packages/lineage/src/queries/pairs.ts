import { toVertexRef, type VertexRef } from '../model/vertex.ts'
import type { Lineage } from '../view/view.ts'

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
    const { starts, counts, words } = view.targets
    const count = counts[source]!
    if (count === 0) continue
    const src = toVertexRef(view.vertexAt(source))
    const from = starts[source]!
    const targets: VertexRef[] = []
    for (let at = from; at < from + count; at++) {
      targets.push(toVertexRef(view.vertexAt(words[at]! >>> 2)))
    }
    for (const dst of targets) yield { src, dst }
  }
}
