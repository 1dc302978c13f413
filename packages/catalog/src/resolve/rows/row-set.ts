import type { AsOf, Lookup, RowSet } from '@tributary/attribution'
import {
  compile,
  type TypedExpr,
  type TypedReference,
  typedReferences,
  type WorkCalendar,
} from '@tributary/expression'
import {
  type DatasetDefinition,
  datasetTable,
  type RelationAsOf,
  type RelationDefinition,
} from '../../definitions/dataset.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { columnReference, toValueType } from '../catalog/columns.ts'
import { findRelationPath, type RelationPath, toPathAlias } from '../catalog/relations.ts'

/**
 * The rows that expressions over `dataset` need: the dataset, and a lookup for each relation that a reference needs,
 * each after those that it depends on.
 */
export function createRowSet(
  catalog: Catalog,
  dataset: DatasetDefinition,
  expressions: readonly TypedExpr[],
): RowSet {
  return {
    base: { table: datasetTable(dataset), alias: dataset.name },
    lookups: findLookups(catalog, dataset, expressions),
  }
}

/**
 * The lookups that expressions over `dataset` need, each after those that it depends on. Those of the first `depth`
 * relations of each way are left out: expressions about the rows at their end have them already.
 */
export function findLookups(
  { unrestricted: catalog }: Catalog,
  dataset: DatasetDefinition,
  expressions: readonly TypedExpr[],
  depth = 0,
): readonly Lookup[] {
  const lookups = new Map<string, Lookup>()
  for (const { table } of expressions.flatMap(typedReferences)) {
    if (table === null || table === dataset.name || lookups.has(table)) continue
    const path = findRelationPath(catalog.datasets, dataset, table.split('.'))
    if (path === undefined) throw new TypeError(`No relation is behind the alias "${table}"`)
    for (const [i, relation] of path.entries()) {
      if (i < depth) continue
      const lookup = createLookup(catalog, dataset, path.slice(0, i), relation)
      lookups.set(lookup.alias, lookup)
    }
  }
  return [...lookups.values()]
}

function createLookup(
  catalog: Catalog,
  base: DatasetDefinition,
  before: RelationPath,
  relation: RelationDefinition,
): Lookup {
  const path = [...before, relation]
  const from = catalog.dataset(before.at(-1)?.to ?? base.name)
  const to = catalog.dataset(relation.to)
  const references = {
    from: (name: string) => columnReference(base, before, requireColumn(from, name)),
    to: (name: string) => columnReference(base, path, requireColumn(to, name)),
  }
  return {
    table: datasetTable(to),
    alias: toPathAlias(base, path),
    on: relation.on.map((key) => ({
      left: references.from(key.column),
      right: references.to(key.toColumn),
    })),
    ...(relation.asOf && {
      asOf: asOfTimes(relation.asOf, to, { ...references, calendar: catalog.workspace.calendar }),
    }),
  }
}

function requireColumn(
  dataset: DatasetDefinition,
  name: string,
): DatasetDefinition['columns'][number] {
  const column = dataset.columns.find((candidate) => candidate.name === name)
  if (column === undefined) throw new TypeError(`No column "${name}" in "${dataset.name}"`)
  return column
}

/** Makes the times of a lookup; `from` and `to` give the columns of the dataset and of the one it leads to. */
function asOfTimes(
  { column, toColumn, grain, within: tolerance, untilColumn }: RelationAsOf,
  to: DatasetDefinition,
  {
    calendar,
    ...references
  }: {
    readonly from: (column: string) => TypedReference
    readonly to: (column: string) => TypedReference
    readonly calendar: WorkCalendar
  },
): AsOf {
  const ofTime = (text: string, time: TypedExpr): TypedExpr => {
    const scope = { resolve: () => ({ found: time }), names: () => ['time'], calendar }
    return compile(text, scope, { path: 'asOf' })
  }
  const period = (time: TypedReference): TypedExpr =>
    grain === undefined || (grain === 'DAY' && time.type === 'DATE')
      ? time
      : ofTime(`DateTrunc([time], "${grain}")`, time)
  const fromTime = period(references.from(column))
  return {
    left: fromTime,
    right: period(references.to(toColumn)),
    order: listTieBreakColumns(to).map(({ name }) => references.to(name)),
    ...(tolerance !== undefined && {
      after: ofTime(`DateAdd([time], -${tolerance.count}, "${tolerance.grain}")`, fromTime),
    }),
    ...(untilColumn !== undefined && { until: period(references.to(untilColumn)) }),
  }
}

/** The columns that distinguish rows with the same time: their keys, else all columns that engines order in one way. */
function listTieBreakColumns({ columns }: DatasetDefinition): DatasetDefinition['columns'] {
  const keys = columns.filter(({ isPrimaryKey }) => isPrimaryKey)
  const all = columns.filter(({ originDataType }) => toValueType(originDataType) !== 'DOUBLE')
  return keys.length > 0 ? keys : all
}
