import type { DatasetDefinition, DimensionDefinition } from '@tributary/catalog'
import { type Expr, print, rewrite, type ValueType } from '@tributary/expression'
import { type Draft, texts } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { FreeNames } from '../draft/names.ts'
import { columnNamed, columnNames, type FoundTable, tableName } from '../draft/tables.ts'
import { readSql } from '../sql-text/read-sql.ts'
import { type OssieDialect, textIn } from './dialect.ts'
import type { OssieDataset, OssieField, OssieModel, OssieRelationship } from './model.ts'

/** A dataset that was made, with the meaning of its fields. */
export interface MadeDataset {
  readonly of: OssieDataset
  readonly dataset: DatasetDefinition
  /** Fields by name: a column or an expression. */
  readonly fields: ReadonlyMap<string, { readonly tree: Expr; readonly type: ValueType }>
}

/** What datasets are made from. */
export interface OssieSource {
  readonly model: OssieModel
  readonly dialect: OssieDialect
  readonly tables: ReadonlyMap<OssieDataset, FoundTable>
  readonly draft: Draft
}

/** Makes the datasets of a model and their dimensions, by the names in the file. */
export function makeDatasets(source: OssieSource): ReadonlyMap<string, MadeDataset> {
  const made = new Map<string, MadeDataset>()
  const { model, draft, tables } = source
  const names = new Map<string, string>()
  for (const of of model.datasets.values()) {
    if (tables.has(of)) names.set(of.name, draft.names.datasets.take(of.name))
    else draft.findings.add('LEFT_OUT', subjectOf(of), whyNone(of))
  }
  for (const [name, own] of names) {
    const of = model.datasets.get(name)!
    const table = tables.get(of)!
    const fields = readFields(of, own, table, source)
    made.set(name, { of, dataset: datasetOf({ of, name: own, names, fields }, source), fields })
  }
  const own = new Map([...made.values()].map(({ dataset }) => [dataset.name, dataset]))
  for (const [name, one] of made) {
    const dataset = withTimeOfDates(one, own, draft)
    draft.add('datasets', dataset, subjectOf(one.of))
    made.set(name, { ...one, dataset })
  }
  for (const one of made.values()) makeDimensions(one, draft)
  return made
}

const OF_DATES = /(^|_)(date|dates|day|days|calendar|time)(_|$)/i

/** The dataset with the time of its date dimension, where it has no time itself and one relation leads to one. */
function withTimeOfDates(
  { of, dataset, fields }: MadeDataset,
  datasets: ReadonlyMap<string, DatasetDefinition>,
  draft: Draft,
): DatasetDefinition {
  if (dataset.time !== null || timesOf({ of, fields }).length > 0) return dataset
  const ways = dataset.relations.flatMap(({ name, to }) => {
    const dates = datasets.get(to)!
    const isOfDates = dates.time !== null && dates.relations.length === 0 && OF_DATES.test(to)
    return isOfDates ? [{ via: [name], ...dates.time! }] : []
  })
  const [only, ...others] = ways
  if (only === undefined) return dataset
  const [first, ...more] = ways.map(({ via }) => via[0])
  if (others.length > 0) {
    const message = `no time: several relations lead to a date, ${[first, ...more].join(', ')}; write "time" into the dataset`
    draft.findings.add('NOTE', subjectOf(of), message)
    return dataset
  }
  draft.findings.add('NOTE', subjectOf(of), `its time is ${only.column} of the relation ${first}`)
  return { ...dataset, time: only }
}

function subjectOf({ name, at }: OssieDataset): Subject {
  return { kind: 'dataset', name, at }
}

function whyNone({ table }: OssieDataset): string {
  return table === null
    ? 'its source is a query; make it a table or a file'
    : `there is no data for its table ${tableName(table)}`
}

function readFields(
  of: OssieDataset,
  name: string,
  table: FoundTable,
  { dialect, draft }: OssieSource,
): MadeDataset['fields'] {
  const resolve = columnNames({ name, columns: table.columns }, [of.name, of.table?.table ?? ''])
  const fields = new Map<string, { tree: Expr; type: ValueType }>()
  for (const field of of.fields.values()) {
    const subject: Subject = { kind: 'dimension', name: `${of.name}.${field.name}`, at: field.at }
    const text = textIn(field.expression, dialect)
    if ('refused' in text) {
      draft.findings.add('LEFT_OUT', subject, text.refused)
      continue
    }
    const reading = readSql(text.text, { dialect: dialect.dialect, resolve })
    if (reading.tree === null) {
      draft.findings.add('LEFT_OUT', subject, `${text.text}: ${reading.refusal.message}`)
      continue
    }
    for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
    noteType(field, reading.type, subject, draft)
    fields.set(field.name, { tree: reading.tree, type: reading.type })
  }
  return fields
}

const DATATYPES: Readonly<Record<string, readonly ValueType[]>> = {
  Integer: ['INT'],
  Decimal: ['DECIMAL', 'DOUBLE', 'INT'],
  Float: ['DOUBLE', 'DECIMAL'],
  String: ['STRING'],
  Boolean: ['BOOLEAN'],
  Date: ['DATE', 'TIMESTAMP'],
  DateTime: ['TIMESTAMP', 'DATE'],
  DateTimeTz: ['TIMESTAMP', 'DATE'],
}

function noteType({ datatype }: OssieField, type: ValueType, subject: Subject, draft: Draft): void {
  const fits = datatype === null ? undefined : DATATYPES[datatype]
  if (fits === undefined || type === 'UNKNOWN' || type === 'NULL' || fits.includes(type)) return
  draft.findings.add('NOTE', subject, `the file says ${datatype}, the data has ${type}`)
}

interface DatasetParts extends Pick<MadeDataset, 'of' | 'fields'> {
  readonly name: string
  readonly names: ReadonlyMap<string, string>
}

function datasetOf(parts: DatasetParts, source: OssieSource): DatasetDefinition {
  const { of, name } = parts
  const table = source.tables.get(of)!
  const [key, ...more] = of.primaryKey
  const keyColumn = key === undefined || more.length > 0 ? null : columnCalled(parts, key, table)
  return {
    ...texts(name, of),
    ...{ source: table.source, filter: null, partition: null, layout: {}, owner: null, tags: [] },
    columns: table.columns.map((column) => ({
      ...column,
      isPrimaryKey: keyColumn === null ? column.isPrimaryKey : column.name === keyColumn,
    })),
    time: timeOf(parts, source),
    relations: relationsOf(parts, source),
  }
}

/** The column that a field or a column of the table is. */
function columnCalled(
  { fields }: Pick<MadeDataset, 'fields'>,
  name: string,
  table: FoundTable,
): string | null {
  const field = fields.get(name)
  if (field?.tree.kind === 'column') return field.tree.column
  const column = columnNamed({ name: '', columns: table.columns }, { text: name, quoted: false })
  return typeof column === 'string' ? null : column.name
}

/** The columns of the fields that are times. */
function timesOf({ of, fields }: Pick<MadeDataset, 'of' | 'fields'>): readonly string[] {
  const times = [...of.fields.values()].flatMap((field) => {
    const read = fields.get(field.name)
    const isTime = field.isTime ?? (field.isDimension && /^Date/.test(field.datatype ?? 'Date'))
    if (!isTime || read?.tree.kind !== 'column') return []
    return read.type === 'DATE' || read.type === 'TIMESTAMP' ? [read.tree.column] : []
  })
  return [...new Set(times)]
}

/** The only field that is a time. */
function timeOf(parts: DatasetParts, { draft }: OssieSource): DatasetDefinition['time'] {
  const times = timesOf(parts)
  const [column, ...others] = times
  if (column === undefined) return null
  if (others.length === 0) return { column, grain: 'DAY' }
  const message = `no time: it has several, ${times.join(', ')}; write "time" into the dataset`
  draft.findings.add('NOTE', subjectOf(parts.of), message)
  return null
}

function relationsOf(parts: DatasetParts, source: OssieSource): DatasetDefinition['relations'] {
  const { model, tables, draft } = source
  const names = new FreeNames([parts.name])
  return model.relationships
    .filter(({ from }) => from === parts.of.name)
    .flatMap((relationship) => {
      const to = parts.names.get(relationship.to)
      const subject: Subject = { kind: 'relation', name: relationship.name, at: relationship.at }
      const leaveOut = (message: string, causedBy: string | null = null): [] => {
        draft.findings.add('LEFT_OUT', subject, message, causedBy)
        return []
      }
      if (to === undefined) return leaveOut(`${relationship.to} is left out`, relationship.to)
      const target = model.datasets.get(relationship.to)!
      const on = pairsOf(
        relationship,
        parts,
        tables.get(parts.of)!,
        targetParts(target, tables, source),
      )
      if (on === null) return leaveOut('a relation joins columns of both tables')
      const name = names.take(relationship.name)
      return [{ name, displayName: name, type: 'MANY_TO_ONE' as const, to, on }]
    })
}

function targetParts(
  target: OssieDataset,
  tables: OssieSource['tables'],
  { dialect }: OssieSource,
) {
  const table = tables.get(target)!
  const fields = new Map<string, { tree: Expr; type: ValueType }>()
  for (const field of target.fields.values()) {
    const text = textIn(field.expression, dialect)
    if ('refused' in text) continue
    const resolve = columnNames({ name: target.name, columns: table.columns }, [target.name])
    const { tree, ...rest } = readSql(text.text, { dialect: dialect.dialect, resolve })
    if (tree !== null && 'type' in rest) fields.set(field.name, { tree, type: rest.type })
  }
  return { fields, table }
}

function pairsOf(
  { fromColumns, toColumns }: OssieRelationship,
  from: Pick<MadeDataset, 'fields'>,
  table: FoundTable,
  to: ReturnType<typeof targetParts>,
): DatasetDefinition['relations'][number]['on'] | null {
  const pairs = fromColumns.map((name, i) => {
    const column = columnCalled(from, name, table)
    const toColumn = columnCalled(to, toColumns[i]!, to.table)
    return column === null || toColumn === null ? null : { column, toColumn }
  })
  return pairs.every((pair) => pair !== null) ? pairs : null
}

function makeDimensions({ of, dataset, fields }: MadeDataset, draft: Draft): void {
  for (const field of of.fields.values()) {
    const read = fields.get(field.name)
    if (!field.isDimension || read === undefined) continue
    const name = draft.names.dimensions.take(field.name, `${dataset.name}_${field.name}`)
    const definition: DimensionDefinition = {
      ...texts(name, field),
      ...{ dataset: dataset.name, via: [], value: valueOfField(read.tree) },
      ...{
        code: draft.takeCode(`${of.name}.${field.name}`),
        originDataType: 'VARCHAR',
        valueList: [],
      },
      category: { id: '-1', name: 'Uncategorized' },
      attributes: { basic: {}, business: {}, technical: {}, management: {} },
    }
    draft.add('dimensions', definition, {
      kind: 'dimension',
      name: `${of.name}.${field.name}`,
      at: field.at,
    })
  }
}

function valueOfField(tree: Expr): DimensionDefinition['value'] {
  if (tree.kind === 'column') return { type: 'COLUMN_BIND', column: tree.column }
  const expr = rewrite(tree, (node) =>
    node.kind === 'column' ? { kind: 'field', name: node.column, span: node.span } : node,
  )
  return { type: 'CUSTOM', expr: print(expr) }
}
