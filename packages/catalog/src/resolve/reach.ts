import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { NameIndex } from './name-index.ts'
import type { RelationPath } from './relation-path.ts'

/** By dataset name: the only way there, or `ambiguous` when there are several. The base itself is not in it. */
export type Reach = ReadonlyMap<string, RelationPath | 'ambiguous'>

/**
 * The datasets that each row of `base` leads to. A path never visits a dataset twice. A dataset is
 * entered at most twice (the second way there makes it and everything behind it ambiguous), so the cost
 * is linear in the number of relations.
 */
export function reachFrom(datasets: NameIndex<DatasetDefinition>, base: DatasetDefinition): Reach {
  const reach = new Map<string, RelationPath | 'ambiguous'>()
  const visit = (here: DatasetDefinition, path: RelationPath, seen: readonly string[]): void => {
    for (const relation of here.relations) {
      const next = datasets.byName(relation.to)
      if (next === undefined || seen.includes(next.name)) continue
      const before = reach.get(next.name)
      if (before === 'ambiguous') continue
      const further = [...path, relation]
      reach.set(next.name, before === undefined ? further : 'ambiguous')
      visit(next, further, [...seen, next.name])
    }
  }
  visit(base, [], [base.name])
  return reach
}
