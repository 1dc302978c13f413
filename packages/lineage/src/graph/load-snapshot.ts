import type { ArraysContent } from '../live/graph-arrays.ts'
import type { Stated } from '../snapshot/columns.ts'
import type { LineageSnapshot } from '../snapshot/snapshot.ts'
import { type SourceSets, STATED } from '../store/source-sets.ts'

/** The content of a snapshot as arrays that a graph can load. */
export function toArraysContent(
  { view, stated }: LineageSnapshot,
  sourceSets: SourceSets,
): ArraysContent {
  const sets = stated.lists.map((list) => internSourceSet(sourceSets, list))
  return {
    size: view.size,
    vertexAt: (number) => view.vertexAt(number),
    sourceSetAt: (number) => sets[stated.ofVertices[number]!]!,
    targets: view.targets,
    pairSourceSetAt: (place) => sets[stated.ofPairs[place]!]!,
  }
}

/** The source set of a list: a vertex has one list of names, a pair one for each edge type. */
function internSourceSet(sourceSets: SourceSets, list: Stated): number {
  const [first = [], second = []] = list
  const statements = [
    ...first.map((source) => [source, STATED] as const),
    ...second.map((source) => [source, 2] as const),
  ]
  return statements.reduce((set, [source, mask]) => sourceSets.with(set, source, mask), 0)
}
