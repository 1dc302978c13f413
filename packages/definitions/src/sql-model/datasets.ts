import type { DatasetDefinition } from '@tributary/catalog'
import { type Expr, print, walk } from '@tributary/expression'
import { type Draft, toTexts } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { FreeNames } from '../draft/names.ts'
import { findColumnByName, formatTableName } from '../draft/tables.ts'
import { readSql } from '../sql-text/read-sql.ts'
import { makeDimensions, toFieldNames } from './dimensions.ts'
import { Fields, type NamedDataset } from './fields.ts'
import { stripBraces } from './members.ts'
import type { ImportedDataset, ImportedDatasets } from './names.ts'
import type { SqlDataset, SqlModelSource, SqlRelationship } from './sql-model.ts'

/** Makes the datasets of a model and their dimensions, by what SQL texts call them. */
export function makeDatasets(source: SqlModelSource): ImportedDatasets {
  const { model, draft, tables } = source
  const namedDatasets = new Map<string, NamedDataset>()
  for (const [key, sqlDataset] of model.datasets) {
    const table = tables.get(sqlDataset)
    if (table === undefined)
      draft.findings.add('LEFT_OUT', toDatasetSubject(sqlDataset), findRefusal(sqlDataset))
    else
      namedDatasets.set(key, {
        source: sqlDataset,
        table,
        name: draft.names.datasets.take(sqlDataset.name),
      })
  }
  const fields = new Fields(source, namedDatasets)
  for (const relationship of model.relationships) {
    const { declaredBy, from } = relationship
    if (declaredBy === undefined || namedDatasets.has(from)) continue
    const subject = toRelationSubject(relationship)
    draft.findings.add('LEFT_OUT', subject, `${from} is left out`, from)
  }
  const parts = new Map(
    Array.from(namedDatasets, ([key, namedDataset]) => [
      key,
      { ...namedDataset, key, fields: fields.readFields(namedDataset) },
    ]),
  )
  const datasetsByKey = new Map<string, ImportedDataset>()
  for (const [key, part] of parts) {
    const filter = readDatasetFilter(part, fields, source)
    if (filter !== null && typeof filter === 'object') {
      draft.findings.add('LEFT_OUT', toDatasetSubject(part.source), filter.refused)
      continue
    }
    const dataset = { ...toDatasetDefinition(part, parts, source), filter }
    datasetsByKey.set(key, { source: part.source, dataset, fields: part.fields })
  }
  const datasetsByName = new Map(
    [...datasetsByKey.values()].map(({ dataset }) => [dataset.name, dataset]),
  )
  for (const [key, entry] of datasetsByKey) {
    const dataset = addDateTime(entry, datasetsByName, draft)
    draft.add('datasets', dataset, toDatasetSubject(entry.source))
    if (entry.source.note !== undefined)
      draft.findings.add('NOTE', toDatasetSubject(entry.source), entry.source.note)
    datasetsByKey.set(key, { ...entry, dataset })
  }
  for (const entry of datasetsByKey.values()) makeDimensions(entry, draft)
  return datasetsByKey
}

function toDatasetSubject({ name, at }: SqlDataset): Subject {
  return { kind: 'dataset', name, at }
}

function toRelationSubject({ name, displayName: called = name, at }: SqlRelationship): Subject {
  return { kind: 'relation', name: called, at }
}

function findRefusal({ table, refused }: SqlDataset): string {
  return table === null ? refused : `there is no data for its table ${formatTableName(table)}`
}

interface DatasetParts extends NamedDataset, Pick<ImportedDataset, 'fields'> {
  readonly key: string
}

/** The condition of a dataset on its columns; an object with the reason where it cannot be one. */
function readDatasetFilter(
  parts: DatasetParts,
  fields: Fields,
  { model }: SqlModelSource,
): string | null | { readonly refused: string } {
  const { filter } = parts.source
  if (filter === null) return null
  if ('refused' in filter) return filter
  const reading = readSql(filter.text, {
    dialect: model.dialect,
    resolve: (names) => fields.resolve(names, parts),
  })
  if (reading.tree === null) {
    return { refused: `its filter ${filter.text}: ${reading.refusal.message}` }
  }
  return print(toFieldNames(reading.tree, parts.name))
}

const OF_DATES = /(^|_)(date|dates|day|days|calendar|time)(_|$)/i

/** The dataset with the time of its date dimension, where it has no time itself and one relation leads to one. */
function addDateTime(
  { source, dataset, fields }: ImportedDataset,
  datasets: ReadonlyMap<string, DatasetDefinition>,
  draft: Draft,
): DatasetDefinition {
  if (
    dataset.time !== null ||
    listTimeColumns({ source: source, fields, name: dataset.name }).length > 0
  )
    return dataset
  const timePaths = dataset.relations.flatMap(({ name, to }) => {
    const dates = datasets.get(to)
    const isOfDates =
      dates !== undefined &&
      dates.time !== null &&
      dates.relations.length === 0 &&
      OF_DATES.test(to)
    return isOfDates ? [{ via: [name], ...dates.time! }] : []
  })
  const [only, ...remainingWays] = timePaths
  if (only === undefined) return dataset
  const [first, ...more] = timePaths.map(({ via }) => via[0])
  if (remainingWays.length > 0) {
    const message = `no time: several relations lead to a date, ${[first, ...more].join(', ')}; write "time" into the dataset`
    draft.findings.add('NOTE', toDatasetSubject(source), message)
    return dataset
  }
  draft.findings.add(
    'NOTE',
    toDatasetSubject(source),
    `its time is ${only.column} of the relation ${first}`,
  )
  return { ...dataset, time: only }
}

function toDatasetDefinition(
  parts: DatasetParts,
  byName: ReadonlyMap<string, DatasetParts>,
  source: SqlModelSource,
): DatasetDefinition {
  const { source: sqlDataset, name, table } = parts
  const [key, ...more] = sqlDataset.primaryKey
  const keyColumn = key === undefined || more.length > 0 ? null : resolveColumnName(parts, key)
  return {
    ...toTexts(name, sqlDataset),
    source: table.source,
    filter: null,
    partition: null,
    layout: {},
    owner: null,
    tags: [],
    columns: table.columns.map((column) => ({
      ...column,
      isPrimaryKey: keyColumn === null ? column.isPrimaryKey : column.name === keyColumn,
    })),
    time: pickDatasetTime(parts, source),
    relations: makeDatasetRelations(parts, byName, source),
  }
}

/** The column of the table, or the column that a field is; of `{name}` the field alone. */
function resolveColumnName(
  { fields, table, name: datasetName }: Pick<DatasetParts, 'fields' | 'table' | 'name'>,
  name: string,
): string | null {
  const braced = stripBraces(name)
  const column = findColumnByName(
    { name: '', columns: table.columns },
    { text: name, quoted: false },
  )
  if (braced === null && typeof column !== 'string') return column.name
  const tree = fields.get(braced ?? name)?.tree
  return tree?.kind === 'column' && tree.dataset === datasetName ? tree.column : null
}

/** The columns of the fields that are times. */
function listTimeColumns({
  source,
  fields,
  name,
}: Pick<DatasetParts, 'source' | 'fields' | 'name'>): readonly string[] {
  const times = [...source.fields.values()].flatMap((field) => {
    const read = fields.get(field.name)
    if (!field.isTime || (read?.type !== 'DATE' && read?.type !== 'TIMESTAMP')) return []
    const column = findTimeColumn(read.tree)
    return column === null || column.dataset !== name ? [] : [column.column]
  })
  return [...new Set(times)]
}

/** The column that an expression is, or cuts off to a period. */
function findTimeColumn(tree: Expr): Extract<Expr, { kind: 'column' }> | null {
  if (tree.kind === 'column') return tree
  if (tree.kind !== 'call' || tree.name !== 'DateTrunc') return null
  const columns: Extract<Expr, { kind: 'column' }>[] = []
  walk(tree, (node) => void (node.kind === 'column' && columns.push(node)))
  return columns.length === 1 && tree.args.includes(columns[0]!) ? columns[0]! : null
}

/** The only field that is a time. */
function pickDatasetTime(
  parts: DatasetParts,
  { draft }: SqlModelSource,
): DatasetDefinition['time'] {
  const times = listTimeColumns(parts)
  const [column, ...remainingTimes] = times
  if (column === undefined) return null
  if (remainingTimes.length === 0) return { column, grain: parts.source.grain ?? 'DAY' }
  const message = `no time: it has several, ${times.join(', ')}; write "time" into the dataset`
  draft.findings.add('NOTE', toDatasetSubject(parts.source), message)
  return null
}

function makeDatasetRelations(
  parts: DatasetParts,
  byName: ReadonlyMap<string, DatasetParts>,
  { model, draft }: SqlModelSource,
): DatasetDefinition['relations'] {
  const names = new FreeNames([parts.name])
  return model.relationships
    .filter(({ from }) => from === parts.key)
    .flatMap((relationship) => {
      const { name: relationName, to, refused, note } = relationship
      const subject = toRelationSubject(relationship)
      const leaveOut = (message: string, causedBy: string | null = null): [] => {
        draft.findings.add('LEFT_OUT', subject, message, causedBy)
        return []
      }
      if (refused !== null) return leaveOut(refused)
      const target = byName.get(to)
      if (target === undefined) return leaveOut(`${to} is left out`, to)
      const on = resolveColumnPairs(relationship, parts, target)
      if (typeof on === 'string') return leaveOut(`a relation joins columns of both tables: ${on}`)
      const name = names.take(relationName)
      if (note !== undefined) draft.findings.add('NOTE', subject, note)
      return [{ name, displayName: name, type: 'MANY_TO_ONE' as const, to: target.name, on }]
    })
}

/** The pairs of columns that a relationship joins, or the reason why there are none. */
function resolveColumnPairs(
  { pairs }: SqlRelationship,
  from: DatasetParts,
  to: DatasetParts,
): DatasetDefinition['relations'][number]['on'] | string {
  const on: { readonly column: string; readonly toColumn: string }[] = []
  for (const pair of pairs) {
    const column = resolveColumnName(from, pair.from)
    const toColumn = resolveColumnName(to, pair.to)
    if (column === null) return formatNoColumn(from, pair.from)
    if (toColumn === null) return formatNoColumn(to, pair.to)
    on.push({ column, toColumn })
  }
  return on
}

function formatNoColumn({ name, source }: DatasetParts, column: string): string {
  const written = stripBraces(column) ?? column
  return source.fields.has(written)
    ? `${written} of ${name} is none`
    : `the table of ${name} has no column ${written}`
}
