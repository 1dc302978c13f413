import { toPlainName } from '../draft/names.ts'
import { indexByName, type Place } from '../draft/place.ts'
import { parseTableReference } from '../draft/tables.ts'
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
import { collectQualifiers, findSoleOwner, type Join, readJoins, SOURCE } from './joins.ts'

/** Whether a document looks like a metric view. */
export function isMetricView(value: object): boolean {
  return 'source' in value && ('measures' in value || 'dimensions' in value || 'fields' in value)
}

const VERSIONS = ['0.1', '1.0', '1.1']

/** Reads a metric view of Databricks. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readMetricView(
  document: Place,
  { dialect }: { readonly dialect: SqlTextDialect | null },
): SqlModelDocument {
  const version = document.key('version')
  const versionText = version.scalarText()
  if (versionText !== null && !VERSIONS.includes(versionText)) {
    version.wrong(`one of the versions ${VERSIONS.join(', ')}`)
  }
  const joins = readJoins(document.key('joins'))
  const datasets = readViewDatasets(document, joins)
  const filters = readViewFilters(document.key('filter'))
  const source = datasets.get(SOURCE)!
  return toModelDocument({
    dialect: dialect ?? 'DATABRICKS',
    datasets: new Map([...datasets, [SOURCE, { ...source, filter: filters.ofSource }]]),
    relationships: joins.map(({ relationship }) => relationship),
    metrics: [
      ...indexByName(
        document
          .key('measures')
          .items()
          .map((measure) => readMeasure(measure, filters.ofMetrics)),
      ).values(),
    ],
    names: { fields: 'UNCLEAR', metrics: 'BY_CALL', isOneSet: true },
  })
}

function readTexts(at: Place): SqlTexts {
  const name = at.key('name').name(255)
  const label = at.key('display_name').scalarText() ?? (toPlainName(name) === name ? null : name)
  return { name, label, description: at.key('comment').optionalText(), at }
}

function readExpressionText(at: Place): SqlText {
  return { text: at.scalarText() ?? at.wrong('an expression') }
}

/** A condition on columns of the source alone holds for its dataset, one on joined columns for each metric. */
function readViewFilters(at: Place): {
  readonly ofSource: SqlText | null
  readonly ofMetrics: readonly SqlText[]
} {
  if (at.isAbsent) return { ofSource: null, ofMetrics: [] }
  const filter = { text: at.scalarText() ?? at.wrong('an expression') }
  const isOfSource = [...collectQualifiers(filter.text)].every(
    (owner) => owner === '' || owner === SOURCE,
  )
  return isOfSource ? { ofSource: filter, ofMetrics: [] } : { ofSource: null, ofMetrics: [filter] }
}

function readViewDatasets(
  document: Place,
  joins: readonly Join[],
): ReadonlyMap<string, SqlDataset> {
  const listed = [...document.key('dimensions').items(), ...document.key('fields').items()]
  const fields = indexByName(listed.map(readField))
  const owners = new Map(
    Array.from(fields.values(), (field) => [
      field,
      'text' in field.sql ? findSoleOwner(field.sql.text, joins) : SOURCE,
    ]),
  )
  const source = document.key('source')
  const tables = [
    { name: SOURCE, source: source.text(), at: source, comment: document.key('comment') },
    ...indexByName(joins).values(),
  ]
  return new Map(
    tables.map((viewTable): readonly [string, SqlDataset] => {
      const table = parseTableReference(viewTable.source)
      const tableFields = [...fields].filter(([, field]) => owners.get(field) === viewTable.name)
      const name = viewTable.name === SOURCE ? (table?.table ?? SOURCE) : viewTable.name
      const description = 'comment' in viewTable ? viewTable.comment.optionalText() : null
      return [
        viewTable.name,
        {
          name,
          label: toPlainName(name) === name ? null : name,
          description,
          at: viewTable.at,
          table,
          refused: 'its source is a query; make it a table or a file',
          filter: null,
          primaryKey: [],
          fields: new Map(tableFields),
        },
      ]
    }),
  )
}

function readField(at: Place): SqlField {
  return {
    ...readTexts(at),
    sql: readExpressionText(at.key('expr')),
    isDimension: true,
    isTime: true,
    type: null,
    note: null,
  }
}

function readMeasure(at: Place, filters: readonly SqlText[]): SqlMetric {
  const window = at.key('window')
  const base = readTexts(at)
  const order = window.isAbsent ? null : findRunningField(window)
  return {
    ...base,
    key: base.name,
    sql: readExpressionText(at.key('expr')),
    dataset: SOURCE,
    isOfJoinedRows: true,
    filters,
    isPrivate: false,
    refused: window.isAbsent || order !== null ? null : findWindowRefusal(window),
    notes:
      order === null ? [] : ['over all rows up to the end of a period, whatever time is asked for'],
    ...(order !== null && { period: { kind: 'allTime', take: 'LAST' }, periodBy: order }),
  }
}

/** The field by which a measure runs on: all rows up to a date, of several dates up to the last; null for another window. */
function findRunningField(at: Place): string | null {
  const windows = Array.isArray(at.value) ? at.items() : [at]
  const [window] = windows
  if (window === undefined || windows.length > 1) return null
  const [range, take] = [window.key('range').optionalText(), window.key('semiadditive')]
  const isRunning = range === 'cumulative' && take.optionalText() === 'last'
  return isRunning && window.key('offset').isAbsent ? window.key('order').name(255) : null
}

/** A measure with a window: of other periods, or of the value of one day. */
function findWindowRefusal(at: Place): string {
  const windows = Array.isArray(at.value) ? at.items() : [at]
  const ranges = windows.map((windowPlace) => {
    const semiadditive = windowPlace.key('semiadditive').optionalText()
    windowPlace.key('order')
    windowPlace.key('offset')
    return `${windowPlace.key('range').optionalText() ?? 'current'}${semiadditive === null ? '' : `, ${semiadditive} value`}`
  })
  return `its window (${ranges.join('; ')}) looks at other rows than those asked for`
}
