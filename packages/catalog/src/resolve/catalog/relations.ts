import type { DatasetDefinition, RelationDefinition } from '../../definitions/dataset.ts'
import type { NameIndex } from '../names/name-index.ts'

/** Many-to-one relations followed one after another from a base dataset; empty for the base itself. */
export type RelationPath = readonly RelationDefinition[]

/**
 * The alias that the rows at the end of `path` have in a request: the base's name, or the relations' joined by dots.
 */
export function toPathAlias(base: DatasetDefinition, path: RelationPath): string {
  return path.length === 0 ? base.name : path.map((relation) => relation.name).join('.')
}

/** The dataset at the end of `path`; undefined when a relation leads to a dataset that does not exist. */
export function findPathEnd(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
  path: RelationPath,
): DatasetDefinition | undefined {
  const last = path.at(-1)
  return last === undefined ? base : datasets.byName(last.to)
}

/** The relations called `names`, walked from `base`; undefined when one of them does not exist. */
export function findRelationPath(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
  names: readonly string[],
): RelationPath | undefined {
  const path: RelationDefinition[] = []
  let here: DatasetDefinition | undefined = base
  for (const name of names) {
    const relation: RelationDefinition | undefined = here.relations.find(
      (candidate) => candidate.name === name,
    )
    if (relation === undefined) return undefined
    path.push(relation)
    here = datasets.byName(relation.to)
    if (here === undefined) return undefined
  }
  return path
}

/**
 * By dataset name: the only path of relations to it, or `ambiguous` when there are several. Without the base itself.
 */
export type Reach = ReadonlyMap<string, RelationPath | 'ambiguous'>

/** More paths than any real model has; beyond it every target counts as ambiguous. */
const MOST_WAYS = 10_000

/** The datasets that each row of `base` leads to, over every path that visits no dataset twice. */
export function computeReach(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
): Reach {
  const reach = new Map<string, RelationPath | 'ambiguous'>()
  let ways = 0
  const visit = (
    here: DatasetDefinition,
    path: RelationPath,
    visitedNames: readonly string[],
  ): void => {
    for (const relation of here.relations) {
      const next = datasets.byName(relation.to)
      if (next === undefined || visitedNames.includes(next.name) || ways > MOST_WAYS) continue
      ways++
      const further = [...path, relation]
      reach.set(next.name, reach.has(next.name) ? 'ambiguous' : further)
      visit(next, further, [...visitedNames, next.name])
    }
  }
  visit(base, [], [base.name])
  if (ways > MOST_WAYS) for (const name of reach.keys()) reach.set(name, 'ambiguous')
  return reach
}
