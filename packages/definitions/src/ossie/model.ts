import { byUniqueName, type Place } from '../draft/place.ts'
import type { TableReference } from '../draft/tables.ts'

/** A semantic model of Ossie. */
export interface OssieModel {
  readonly name: string
  readonly datasets: ReadonlyMap<string, OssieDataset>
  readonly relationships: readonly OssieRelationship[]
  readonly metrics: ReadonlyMap<string, OssieMetric>
}

interface OssieThing {
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly at: Place
}

/** A dataset: a table, or a query. */
export interface OssieDataset extends OssieThing {
  readonly source: string
  /** Null where the source is a query. */
  readonly table: TableReference | null
  readonly primaryKey: readonly string[]
  readonly fields: ReadonlyMap<string, OssieField>
}

/** A field: a column of the table or an expression of columns. */
export interface OssieField extends OssieThing {
  readonly expression: Expressions
  readonly isDimension: boolean
  /** Null where the file does not say. */
  readonly isTime: boolean | null
  readonly datatype: string | null
}

/** A join from many rows to one. */
export interface OssieRelationship extends OssieThing {
  readonly from: string
  readonly to: string
  readonly fromColumns: readonly string[]
  readonly toColumns: readonly string[]
}

/** A metric. */
export interface OssieMetric extends OssieThing {
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
  const named = models.map((at) => ({ at, name: at.key('name').name() }))
  const names = named.map(({ name }) => name).join(', ')
  if (wanted === null && named.length > 1) {
    document.key('semantic_model').fail(`has the models ${names}; choose one with --model`)
  }
  const chosen = wanted === null ? named[0] : named.find(({ name }) => name === wanted)
  if (chosen === undefined) {
    return document
      .key('semantic_model')
      .fail(`expected the model ${wanted ?? ''}, found ${names || 'none'}`)
  }
  const { at, name } = chosen
  const datasets = byUniqueName(at.key('datasets').items().map(readDataset))
  return {
    name,
    datasets,
    relationships: at
      .key('relationships')
      .items()
      .map((one) => readRelationship(one, datasets)),
    metrics: byUniqueName(
      at
        .key('metrics')
        .items()
        .map((one) => ({ ...thing(one), expression: expressionsOf(one.key('expression')) })),
    ),
  }
}

function thing(at: Place): OssieThing {
  return {
    name: at.key('name').name(),
    label: at.key('label').scalarText(),
    description: at.key('description').optionalText(),
    at,
  }
}

function readDataset(at: Place): OssieDataset {
  const source = at.key('source').text().trim()
  return {
    ...thing(at),
    source,
    table: tableOf(source),
    primaryKey: columnsOf(at.key('primary_key')),
    fields: byUniqueName(at.key('fields').items().map(readField)),
  }
}

/** `database.schema.table`, with or without quotes; null for a query. */
function tableOf(source: string): TableReference | null {
  if (/^\(|\s/.test(source)) return null
  const parts = source.split('.').map((part) => part.replace(/^["`[]|["`\]]$/g, ''))
  const table = parts.at(-1) ?? ''
  if (table === '') return null
  return { database: parts.at(-3) ?? null, schema: parts.at(-2) ?? null, table }
}

function columnsOf(at: Place): readonly string[] {
  return at.items().map((one) => one.name())
}

function readField(at: Place): OssieField {
  const dimension = at.key('dimension')
  const isTime = dimension.key('is_time')
  return {
    ...thing(at),
    expression: expressionsOf(at.key('expression')),
    isDimension: !dimension.isAbsent,
    isTime: isTime.isAbsent ? null : isTime.flag(),
    datatype: at.key('datatype').optionalText(),
  }
}

function expressionsOf(at: Place): Expressions {
  const list = at.key('dialects').items()
  if (list.length === 0) at.key('dialects').wrong('a list of expressions by dialect')
  return new Map(
    list.map((one) => {
      const place = one.key('expression')
      const text = place.scalarText() ?? place.wrong('an expression')
      return [one.key('dialect').text().toUpperCase(), { text, at: place }]
    }),
  )
}

function readRelationship(
  at: Place,
  datasets: ReadonlyMap<string, OssieDataset>,
): OssieRelationship {
  const end = (key: string): string => {
    const name = at.key(key).name()
    if (!datasets.has(name))
      at.key(key).fail(`names the dataset "${name}", which the model does not have`)
    return name
  }
  const [fromColumns, toColumns] = [
    columnsOf(at.key('from_columns')),
    columnsOf(at.key('to_columns')),
  ]
  if (fromColumns.length === 0 || fromColumns.length !== toColumns.length) {
    at.fail('expected as many from_columns as to_columns, at least one')
  }
  return { ...thing(at), from: end('from'), to: end('to'), fromColumns, toColumns }
}
