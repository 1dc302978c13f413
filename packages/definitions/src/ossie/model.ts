import { indexByName, type Place } from '../draft/place.ts'
import { parseTableReference, type TableReference } from '../draft/tables.ts'
import type { Extras } from '../extras/extension.ts'
import type { SqlRelationship, SqlTexts } from '../sql-model/sql-model.ts'
import { readExtras } from './extras.ts'

/** A semantic model of Ossie, whose expressions are in one dialect or several. */
export interface OssieModel {
  readonly datasets: ReadonlyMap<string, OssieDataset>
  readonly relationships: readonly SqlRelationship[]
  readonly metrics: ReadonlyMap<string, OssieMetric>
  readonly extras: Extras
}

/** A dataset: a table, or a query. */
export interface OssieDataset extends SqlTexts {
  /** Null where the source is a query. */
  readonly table: TableReference | null
  readonly primaryKey: readonly string[]
  readonly fields: ReadonlyMap<string, OssieField>
}

/** A field: a column of the table or an expression of columns. */
export interface OssieField extends SqlTexts {
  readonly expression: Expressions
  readonly isDimension: boolean
  readonly isTime: boolean
  readonly datatype: string | null
}

/** A metric. */
export interface OssieMetric extends SqlTexts {
  readonly expression: Expressions
}

/** The text of an expression by dialect, with its place. */
export type Expressions = ReadonlyMap<string, { readonly text: string; readonly at: Place }>

const VERSIONS = ['0.2.0.dev0', '0.1.1', '0.1.0']

/** Reads one of the models of a file. Throws `DEFINITIONS_INVALID_IMPORT` with the place where it is none. */
export function readModel(document: Place, wanted: string | null): OssieModel {
  const version = document.key('version')
  if (!version.isAbsent && !VERSIONS.includes(String(version.value))) {
    version.wrong(`one of the versions ${VERSIONS.join(', ')}`)
  }
  const models = document.key('semantic_model').items()
  const namedModels = models.map((at) => ({ at, name: at.key('name').name() }))
  const names = namedModels.map(({ name }) => name).join(', ')
  if (wanted === null && namedModels.length > 1) {
    document.key('semantic_model').fail(`has the models ${names}; choose one with --model`)
  }
  const chosen = wanted === null ? namedModels[0] : namedModels.find(({ name }) => name === wanted)
  if (chosen === undefined) {
    return document
      .key('semantic_model')
      .fail(`expected the model ${wanted ?? ''}, found ${names || 'none'}`)
  }
  const { at } = chosen
  const datasets = indexByName(at.key('datasets').items().map(readDataset))
  return {
    datasets,
    extras: readExtras(at),
    relationships: at
      .key('relationships')
      .items()
      .map((relationship) => readRelationship(relationship, datasets)),
    metrics: indexByName(
      at
        .key('metrics')
        .items()
        .map((metric) => ({
          ...readTexts(metric),
          expression: readExpressions(metric.key('expression')),
        })),
    ),
  }
}

function readTexts(at: Place): SqlTexts {
  return {
    name: at.key('name').name(),
    label: at.key('label').scalarText(),
    description: at.key('description').optionalText(),
    at,
  }
}

function readDataset(at: Place): OssieDataset {
  return {
    ...readTexts(at),
    table: parseTableReference(at.key('source').text()),
    primaryKey: readColumnNames(at.key('primary_key')),
    fields: indexByName(at.key('fields').items().map(readField)),
  }
}

function readColumnNames(at: Place): readonly string[] {
  return at.items().map((column) => column.name())
}

function readField(at: Place): OssieField {
  const dimension = at.key('dimension')
  const isTime = dimension.key('is_time')
  const datatype = at.key('datatype').optionalText()
  const isDimension = !dimension.isAbsent
  return {
    ...readTexts(at),
    expression: readExpressions(at.key('expression')),
    isDimension,
    datatype,
    isTime: isTime.isAbsent ? isDimension && /^Date/.test(datatype ?? 'Date') : isTime.flag(),
  }
}

function readExpressions(at: Place): Expressions {
  const list = at.key('dialects').items()
  if (list.length === 0) at.key('dialects').wrong('a list of expressions by dialect')
  return new Map(
    list.map((expression) => {
      const place = expression.key('expression')
      const text = place.scalarText() ?? place.wrong('an expression')
      return [expression.key('dialect').text().toUpperCase(), { text, at: place }]
    }),
  )
}

function readRelationship(at: Place, datasets: ReadonlyMap<string, OssieDataset>): SqlRelationship {
  const end = (key: string): string => {
    const name = at.key(key).name()
    if (!datasets.has(name))
      at.key(key).fail(`names the dataset "${name}", which the model does not have`)
    return name
  }
  const [fromColumns, toColumns] = [
    readColumnNames(at.key('from_columns')),
    readColumnNames(at.key('to_columns')),
  ]
  if (fromColumns.length === 0 || fromColumns.length !== toColumns.length) {
    at.fail('expected as many from_columns as to_columns, at least one')
  }
  const pairs = fromColumns.map((from, i) => ({ from, to: toColumns[i]! }))
  return { ...readTexts(at), from: end('from'), to: end('to'), pairs, refused: null }
}
