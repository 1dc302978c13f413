import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { NameIndex } from './name-index.ts'
import type { RelationPath } from './relation-path.ts'

/** By dataset name: the only way there, or `ambiguous` when there are several. The base itself is not in it. */
export type Reach = ReadonlyMap<string, RelationPath | 'ambiguous'>

/** More ways than any real model has; with more, nothing counts as the only way. */
const MOST_WAYS = 10_000

/** The datasets that each row of `base` leads to, over every path that visits no dataset twice. */
export function reachFrom(datasets: NameIndex<DatasetDefinition>, base: DatasetDefinition): Reach {
  const reach = new Map<string, RelationPath | 'ambiguous'>()
  let ways = 0
  const visit = (here: DatasetDefinition, path: RelationPath, seen: readonly string[]): void => {
    for (const relation of here.relations) {
      const next = datasets.byName(relation.to)
      if (next === undefined || seen.includes(next.name) || ways > MOST_WAYS) continue
      ways++
      const further = [...path, relation]
      reach.set(next.name, reach.has(next.name) ? 'ambiguous' : further)
      visit(next, further, [...seen, next.name])
    }
  }
  visit(base, [], [base.name])
  if (ways > MOST_WAYS) for (const name of reach.keys()) reach.set(name, 'ambiguous')
  return reach
}
