import { vertexKey } from '../model/vertex.ts'
import type { Stated } from '../snapshot/columns.ts'
import type { LineageSnapshot } from '../snapshot/snapshot.ts'
import type { KnownIds } from '../store/known-ids.ts'
import type { SourceSets } from '../store/source-sets.ts'
import { STATED, type Store } from '../store/store.ts'

/** Vertices or pairs loaded in one step: about a millisecond of work. */
const SLICE = 512

/** Loads a snapshot into an empty store, in small steps. */
export function* thaw(
  { view, stated }: LineageSnapshot,
  store: Store,
  ids: KnownIds,
): Generator<void, void, undefined> {
  const sourceSets = stated.lists.map((list) => sourceSetOf(store.sourceSets, list))
  const keys: string[] = []
  for (let number = 0; number < view.size; number++) {
    const vertex = view.vertexAt(number)
    const key = vertexKey(vertex)
    // The same text is used for the edges: its hash is worked out once.
    keys.push(key)
    ids.add(vertex)
    store.graph.addNode(key, {
      vertex,
      number: -1,
      sourceSet: sourceSets[stated.ofVertices[number]!]!,
    })
    if (number % SLICE === 0) yield
  }
  const { starts, counts, words } = view.targets
  for (let source = 0; source < view.size; source++) {
    const start = starts[source]!
    for (let at = start; at < start + counts[source]!; at++) {
      const target = keys[words[at]! >>> 2]!
      store.graph.addDirectedEdge(keys[source]!, target, {
        sourceSet: sourceSets[stated.ofPairs[at]!]!,
      })
      if (at % SLICE === 0) yield
    }
  }
  store.edgeCount = view.edgeCount
}

/** The source set of a list: a vertex has one list of names, a pair one for each edge type. */
function sourceSetOf(sourceSets: SourceSets, list: Stated): number {
  const [first = [], second = []] = list
  const all = [
    ...first.map((source) => [source, STATED] as const),
    ...second.map((source) => [source, 2] as const),
  ]
  return all.reduce((set, [source, mask]) => sourceSets.with(set, source, mask), 0)
}
