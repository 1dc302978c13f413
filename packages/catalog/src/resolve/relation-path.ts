import type { DatasetDefinition, RelationDefinition } from '../definitions/dataset.ts'
import type { NameIndex } from './name-index.ts'

/** Many-to-one relations to walk one after another from a base dataset; empty stays at the base. */
export type RelationPath = readonly RelationDefinition[]

/** The alias that the rows at the end of `path` have in a request: the base's name, or the relations' joined by dots. */
export function aliasOf(base: DatasetDefinition, path: RelationPath): string {
  return path.length === 0 ? base.name : path.map((relation) => relation.name).join('.')
}

/** The dataset at the end of `path`; undefined when a relation leads to a dataset that does not exist. */
export function endOf(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
  path: RelationPath,
): DatasetDefinition | undefined {
  const last = path.at(-1)
  return last === undefined ? base : datasets.byName(last.to)
}

/** The relations called `names`, walked from `base`; undefined when one of them does not exist. */
export function pathNamed(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
  names: readonly string[],
): RelationPath | undefined {
  const path: RelationDefinition[] = []
  let here: DatasetDefinition | undefined = base
  for (const name of names) {
    const relation: RelationDefinition | undefined = here.relations.find((one) => one.name === name)
    if (relation === undefined) return undefined
    path.push(relation)
    here = datasets.byName(relation.to)
    if (here === undefined) return undefined
  }
  return path
}
