import type { Lookup, RowSet } from '@tributary/attribution'
import { type TypedExpr, typedReferences } from '@tributary/expression'
import {
  type DatasetDefinition,
  datasetTable,
  type RelationDefinition,
} from '../definitions/dataset.ts'
import type { Catalog } from './catalog.ts'
import { columnReference } from './columns.ts'
import { aliasOf, pathNamed, type RelationPath } from './relations.ts'

/**
 * The rows that expressions over `dataset` need: the dataset, and a lookup for each relation that a reference needs,
 * each after those that it depends on.
 */
export function rowSetFor(
  { whole: catalog }: Catalog,
  dataset: DatasetDefinition,
  expressions: readonly TypedExpr[],
): RowSet {
  const lookups = new Map<string, Lookup>()
  for (const { table } of expressions.flatMap(typedReferences)) {
    if (table === null || table === dataset.name || lookups.has(table)) continue
    const path = pathNamed(catalog.datasets, dataset, table.split('.'))
    if (path === undefined) throw new TypeError(`No relation is behind the alias "${table}"`)
    path.forEach((relation, i) => {
      const lookup = lookupOf(catalog, dataset, path.slice(0, i), relation)
      lookups.set(lookup.alias, lookup)
    })
  }
  return {
    base: { table: datasetTable(dataset), alias: dataset.name },
    lookups: [...lookups.values()],
  }
}

function lookupOf(
  catalog: Catalog,
  base: DatasetDefinition,
  before: RelationPath,
  relation: RelationDefinition,
): Lookup {
  const path = [...before, relation]
  const from = catalog.dataset(before.at(-1)?.to ?? base.name)
  const to = catalog.dataset(relation.to)
  return {
    table: datasetTable(to),
    alias: aliasOf(base, path),
    on: relation.on.map((key) => ({
      left: columnReference(base, before, columnOf(from, key.column)),
      right: columnReference(base, path, columnOf(to, key.toColumn)),
    })),
  }
}

function columnOf(dataset: DatasetDefinition, name: string): DatasetDefinition['columns'][number] {
  const column = dataset.columns.find((one) => one.name === name)
  if (column === undefined) throw new TypeError(`No column "${name}" in "${dataset.name}"`)
  return column
}
