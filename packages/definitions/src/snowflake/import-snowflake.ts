import type { ValueType } from '@tributary/expression'
import { indexByName, type Place } from '../draft/place.ts'
import { toModelDocument } from '../sql-model/document.ts'
import type {
  SqlDataset,
  SqlField,
  SqlMetric,
  SqlModelDocument,
  SqlRelationship,
  SqlTexts,
} from '../sql-model/sql-model.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'

/** Whether a document looks like a semantic view or model. */
export function isSemanticView(value: object): boolean {
  return 'tables' in value && Array.isArray(value.tables)
}

/** Reads a semantic view of Snowflake, or an older semantic model. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readSemanticView(
  document: Place,
  { dialect }: { readonly dialect: SqlTextDialect | null },
): SqlModelDocument {
  document.key('name').optionalText()
  document.key('description').optionalText()
  const tables = indexByName(document.key('tables').items().map(readTable))
  return toModelDocument({
    dialect: dialect ?? 'SNOWFLAKE',
    datasets: new Map(Array.from(tables, ([name, { dataset }]) => [name, dataset])),
    relationships: document
      .key('relationships')
      .items()
      .map((relationship) => readRelationship(relationship, tables)),
    metrics: [
      ...[...tables.values()].flatMap(({ metrics }) => metrics),
      ...indexByName(
        document
          .key('metrics')
          .items()
          .map((place) => readMetric(place, null)),
      ).values(),
    ],
    names: { fields: 'FIRST', metrics: 'BY_NAME', isOneSet: false },
  })
}

function readTexts(at: Place): SqlTexts {
  const description = at.key('description').optionalText()
  return { name: at.key('name').name(255), label: null, description, at }
}

interface ReadTable extends SqlTexts {
  readonly dataset: SqlDataset
  readonly metrics: readonly SqlMetric[]
}

const FIELDS = ['dimensions', 'time_dimensions', 'facts', 'measures', 'filters'] as const

function readTable(at: Place): ReadTable {
  const base = readTexts(at)
  const table = at.key('base_table')
  const listed = FIELDS.flatMap((list) =>
    at
      .key(list)
      .items()
      .map((field) => readField(field, list)),
  )
  const fields = indexByName(listed)
  const aggregated = at
    .key('measures')
    .items()
    .flatMap((measure) => readDefault(measure, base.name))
  const tableMetrics = at
    .key('metrics')
    .items()
    .map((place) => readMetric(place, base.name))
  const dataset: SqlDataset = {
    ...base,
    table: table.isAbsent
      ? null
      : {
          database: table.key('database').optionalText(),
          schema: table.key('schema').optionalText(),
          table: table.key('table').name(255),
        },
    refused: 'it has no base_table; make its query a table or a file',
    filter: null,
    primaryKey: at
      .key('primary_key')
      .key('columns')
      .items()
      .map((column) => column.name(255)),
    fields,
  }
  const metrics = [...indexByName([...aggregated, ...tableMetrics]).values()]
  return { ...base, dataset, metrics }
}

const TYPES: readonly (readonly [RegExp, readonly ValueType[]])[] = [
  [/^(NUMBER|DECIMAL|NUMERIC|INT|BIGINT|SMALLINT|TINYINT|BYTEINT)/, ['INT', 'DECIMAL', 'DOUBLE']],
  [/^(FLOAT|DOUBLE|REAL)/, ['DOUBLE', 'DECIMAL', 'INT']],
  [/^(VARCHAR|CHAR|STRING|TEXT)/, ['STRING']],
  [/^BOOLEAN/, ['BOOLEAN']],
  [/^(DATE|TIMESTAMP)/, ['DATE', 'TIMESTAMP']],
]

function readField(at: Place, list: (typeof FIELDS)[number]): SqlField {
  const base = readTexts(at)
  const word = at.key('data_type').optionalText()
  const typeEntry = TYPES.find(([pattern]) => pattern.test(word?.toUpperCase() ?? ''))
  const isFact = list === 'facts' || list === 'measures'
  at.key('access_modifier')
  return {
    ...base,
    sql: { text: at.key('expr').scalarText() ?? base.name },
    isDimension: !isFact,
    isTime: list === 'time_dimensions',
    type: typeEntry === undefined ? null : { word: word!, fits: typeEntry[1] },
    note: list === 'filters' ? 'a filter; a dimension with the values true and false' : null,
  }
}

const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'median', 'count', 'count_distinct'] as const

/** The metric that an older measure is by its default aggregation. */
function readDefault(at: Place, table: string): readonly SqlMetric[] {
  const aggregation = at.key('default_aggregation')
  if (aggregation.isAbsent) return []
  const word = aggregation.word([...AGGREGATIONS, 'average'])
  const base = readTexts(at)
  const expr = at.key('expr').scalarText() ?? base.name
  const text =
    word === 'count_distinct'
      ? `COUNT(DISTINCT ${expr})`
      : `${word === 'average' ? 'AVG' : word.toUpperCase()}(${expr})`
  return [{ ...metric(base, table), sql: { text } }]
}

function readMetric(at: Place, table: string | null): SqlMetric {
  const base = readTexts(at)
  const expr = at.key('expr')
  const days = at.key('non_additive_dimensions')
  const access = at.key('access_modifier').optionalText()
  return {
    ...metric(base, table),
    sql: { text: expr.scalarText() ?? expr.wrong('an expression') },
    refused:
      days.isAbsent || days.items().length === 0
        ? null
        : 'a balance: the value of one day, not of all rows (non_additive_dimensions)',
    isPrivate: access?.toLowerCase() === 'private_access',
  }
}

function metric(base: SqlTexts, table: string | null): Omit<SqlMetric, 'sql'> {
  return {
    ...base,
    key: table === null ? base.name : `${table}.${base.name}`,
    dataset: table,
    isOfJoinedRows: false,
    filters: [],
    refused: null,
    isPrivate: false,
    notes: [],
  }
}

function readRelationship(at: Place, tables: ReadonlyMap<string, ReadTable>): SqlRelationship {
  const end = (key: string): string => {
    const name = at.key(key).name(255)
    if (!tables.has(name))
      at.key(key).fail(`names the table "${name}", which the file does not have`)
    return name
  }
  const columns = at.key('relationship_columns').items()
  if (columns.length === 0) {
    at.key('relationship_columns').fail('expected columns of both tables, at least one pair')
  }
  const pairs = columns.map((column) => ({
    from: column.key('left_column').name(255),
    to: column.key('right_column').name(255),
  }))
  const ends = { from: end('left_table'), to: end('right_table') }
  const unknownKey = columns
    .flatMap((column) => Object.keys(column.fields()))
    .find((key) => !isSide(key))
  const refused =
    unknownKey === undefined
      ? findRelationRefusal(at)
      : `${unknownKey} of columns, which is not known`
  return { ...readTexts(at), ...ends, pairs, refused }
}

/** A key of a pair of columns that are equal; another would join by something else. */
function isSide(key: string): boolean {
  return key === 'left_column' || key === 'right_column'
}

function findRelationRefusal(at: Place): string | null {
  const type = at.key('relationship_type').optionalText()
  const join = at.key('join_type').optionalText()
  if (type !== null && !/^(many|one)_to_one$/i.test(type)) {
    return `${type}: a relation leads to at most one row`
  }
  return join === null || /^left(_outer)?$/i.test(join)
    ? null
    : `a join of type ${join} would leave rows out or add some`
}
