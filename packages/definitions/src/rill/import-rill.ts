import type { ComputedWord } from '@tributary/expression'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import { toPlainName } from '../draft/names.ts'
import { indexByName, type Place } from '../draft/place.ts'
import { refuseAccessRules } from '../sql-model/access-rules.ts'
import { toModelDocument } from '../sql-model/document.ts'
import type {
  SqlDataset,
  SqlField,
  SqlMetric,
  SqlModelDocument,
  SqlText,
  SqlTexts,
} from '../sql-model/sql-model.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'

/** Whether a document looks like a metrics view. */
export function isRillView(value: object): boolean {
  if ('type' in value) return value.type === 'metrics_view'
  return ('model' in value || 'table' in value) && 'measures' in value && !('source' in value)
}

/** Reads a metrics view of Rill. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readRillView(
  document: Place,
  {
    dialect,
    withoutAccessRules,
  }: { readonly dialect: SqlTextDialect | null; readonly withoutAccessRules: boolean },
): SqlModelDocument {
  for (const key of ['type', 'version']) document.key(key)
  const parent = document.key('parent').optionalText()
  if (parent !== null) document.key('parent').fail(`stands on the view ${parent}; give that one`)
  refuseAccessRules(document.key('security'), withoutAccessRules)
  const dataset = readRillDataset(document)
  return toModelDocument({
    dialect: dialect ?? readConnectorDialect(document.key('connector')),
    datasets: new Map([[TABLE, dataset]]),
    relationships: [],
    metrics: [...indexByName(listEnabledItems(document.key('measures')).map(readMeasure)).values()],
    names: { fields: 'NEVER', metrics: 'BY_NAME', isOneSet: true },
  })
}

const TABLE = 'table'

const CONNECTORS: Readonly<Record<string, SqlTextDialect | null>> = {
  duckdb: 'DUCKDB',
  motherduck: 'DUCKDB',
  snowflake: 'SNOWFLAKE',
  bigquery: 'BIGQUERY',
  postgres: 'POSTGRESQL',
  redshift: 'REDSHIFT',
  clickhouse: null,
  druid: null,
  pinot: null,
}

/** The dialect of a connector that is called as its engine, else that of DuckDB. */
function readConnectorDialect(at: Place): SqlTextDialect {
  const name = at.optionalText()?.toLowerCase() ?? 'duckdb'
  if (!Object.hasOwn(CONNECTORS, name)) return 'DUCKDB'
  return CONNECTORS[name] ?? at.fail(`the SQL of ${name} is not read; choose a near --dialect`)
}

/** The entries of a list that are not switched off. */
function listEnabledItems(at: Place): readonly Place[] {
  return at.items().filter((item) => !item.key('ignore').flag())
}

function readTexts(at: Place, name: string): SqlTexts {
  const candidateLabels = [at.key('display_name'), at.key('label'), at.key('title')].map((place) =>
    place.scalarText(),
  )
  const label =
    candidateLabels.find((text) => text !== null) ?? (toPlainName(name) === name ? null : name)
  return { name, label, description: at.key('description').optionalText(), at }
}

function readRillDataset(document: Place): SqlDataset {
  const [model, table] = [document.key('model'), document.key('table')]
  const name = (model.isAbsent ? table : model).name(255)
  const time = document.key('timeseries').optionalText()
  const fields = indexByName(listEnabledItems(document.key('dimensions')).map(readDimension))
  let timeFieldName = 'timeseries'
  while (fields.has(timeFieldName)) timeFieldName += ' '
  return {
    ...readTexts(document, name),
    table: {
      database: document.key('database').optionalText(),
      schema: document.key('database_schema').optionalText(),
      table: name,
    },
    refused: '',
    filter: null,
    primaryKey: [],
    grain: readTimeGrain(document.key('smallest_time_grain')),
    // The time is a column, not one of the dimensions.
    fields: new Map([
      ...fields,
      ...(time === null
        ? []
        : [[timeFieldName, toTimeField(document.key('timeseries'), timeFieldName, time)] as const]),
    ]),
  }
}

function toTimeField(at: Place, fieldName: string, name: string): SqlField {
  return {
    name: fieldName,
    label: null,
    description: null,
    at,
    sql: findColumn(name),
    isDimension: false,
    isTime: true,
    note: null,
    type: { word: 'a time', fits: ['DATE', 'TIMESTAMP'] },
  }
}

const GRAINS = ['millisecond', ...PLAIN_GRAINS.map((grain) => grain.toLowerCase())]

function readTimeGrain(at: Place): ComputedWord {
  if (at.isAbsent || at.value === '') return 'DAY'
  const word = at.word(GRAINS)
  return (word === 'millisecond' ? 'second' : word).toUpperCase() as ComputedWord
}

function findColumn(name: string): SqlText {
  return { text: `"${name.replaceAll('"', '""')}"` }
}

function readDimension(at: Place): SqlField {
  const [columnPlace, expression] = [at.key('column'), at.key('expression')]
  const written = columnPlace.scalarText() ?? at.key('property').scalarText()
  const name = at.key('name').isAbsent ? (written ?? at.key('name').name()) : at.key('name').name()
  const refused = findDimensionRefusal(at)
  return {
    ...readTexts(at, name),
    sql:
      refused ??
      (expression.isAbsent ? findColumn(written ?? name) : readRillExpression(expression)),
    isDimension: true,
    isTime: false,
    type: null,
    note: null,
  }
}

function findDimensionRefusal(at: Place): SqlText | null {
  if (at.key('unnest').flag()) return { refused: 'a row would count once for each of its elements' }
  return at.key('lookup_table').isAbsent
    ? null
    : { refused: 'its values are looked up in another table (lookup_table)' }
}

function readRillExpression(at: Place): SqlText {
  return { text: at.scalarText() ?? at.wrong('an expression') }
}

function readMeasure(at: Place, index: number): SqlMetric {
  const name = at.key('name').isAbsent ? `measure_${index}` : at.key('name').name()
  return {
    ...readTexts(at, name),
    key: name,
    sql: readRillExpression(at.key('expression')),
    dataset: TABLE,
    isOfJoinedRows: true,
    filters: [],
    isPrivate: false,
    notes: [],
    refused: findMeasureRefusal(at),
  }
}

function findMeasureRefusal(at: Place): string | null {
  const type = at.key('type').optionalText()
  at.key('requires')
  if (type !== null && !/^(simple|derived)$/i.test(type)) {
    return `of the type ${type}, which looks at other periods`
  }
  if (!at.key('window').isAbsent) return 'its window looks at other rows than those asked for'
  return at.key('per').isAbsent ? null : 'an aggregate of groups (per)'
}
