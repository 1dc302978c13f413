import { FISCAL_START, type WeekStart } from './calendar.ts'
import { conditionText, FIELDS } from './condition.ts'
import { TABLES, type TableName } from './dataset.ts'
import { ATOMS, atomText, formulaText, MADE, TAGS, textsOf } from './metric.ts'
import { BAND, DIMENSIONS, nameIn, VIEWS, type View } from './question.ts'

/** How a workspace differs from the one over Parquet files. */
export interface WorkspaceForm {
  readonly extension: 'parquet' | 'csv'
  readonly plans: boolean
  /** The time zone of its clocks. */
  readonly zone: string
  readonly weekStart: WeekStart
  /** The database that has some of the tables. @defaultValue all are files */
  readonly database?: { readonly url: string; readonly tables: readonly TableName[] }
}

/** The workspace in which every question is asked. A value in JSON is one in YAML. */
export function workspaceText(form: WorkspaceForm): string {
  const { extension, plans, zone, weekStart, database } = form
  const table = (name: TableName) => tableOf(name, extension, database?.tables.includes(name))
  const views = Object.keys(VIEWS) as View[]
  const parts = {
    tenant: 'differential',
    timeZone: zone,
    calendar: { weekStart, fiscalYearStart: FISCAL_START },
    accounts: [{ account: 'judge', role: 'OWNER' }],
    datasources: [
      { name: 'here', type: 'FILES', root: '.' },
      ...(database === undefined ? [] : [datasourceOf(database.url)]),
    ],
    datasets: [
      ...views.map((view) => ({
        ...table('facts'),
        name: view,
        time: { column: VIEWS[view].time, grain: VIEWS[view].grain },
        relations: [{ name: `shop_of_${view}`, to: 'shops', on: { shop: 'code' } }],
      })),
      {
        ...table('shops'),
        relations: [{ name: 'country_of', to: 'countries', on: { country: 'id' } }],
      },
      table('countries'),
    ],
    dateTags: Object.entries(TAGS).map(([name, { condition }]) => ({ name, condition })),
    dimensions: views.flatMap((view) => DIMENSIONS.map((name) => dimension(view, name))),
    metrics: views.flatMap(metricsOf),
    ...(plans ? { plans: PLANS } : {}),
  }
  return Object.entries(parts)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

function datasourceOf(url: string): object {
  const { host, pathname, username: user } = new URL(url)
  const credentials = { user }
  return {
    name: 'there',
    type: 'POSTGRESQL',
    address: host,
    database: pathname.slice(1),
    credentials,
  }
}

function tableOf(name: TableName, extension: string, isInDatabase = false): object {
  const columns = Object.entries(TABLES[name]).map(([column, type], index) => ({
    name: column,
    type: declaredType(type, extension),
    ...(index === 0 && name !== 'facts' ? { isPrimaryKey: true } : {}),
  }))
  const source = isInDatabase
    ? { datasource: 'there', table: name }
    : { datasource: 'here', file: `${name}.${extension}` }
  return { name, source, columns }
}

/** Of moments, the time that the clocks show; a CSV has no decimals. */
function declaredType(type: string, extension: string): string {
  if (type === 'TIMESTAMPTZ') return 'TIMESTAMP'
  return type === 'DECIMAL' && extension === 'csv' ? 'DOUBLE' : type
}

function dimension(view: View, name: string): object {
  const base = { name: nameIn(view, name), dataset: view }
  if (name === 'band') {
    const { large, none } = BAND
    return {
      ...base,
      expr: `If(${conditionText(large)}, "large", If(${conditionText(none)}, "none", "small"))`,
    }
  }
  const via = { shops: [`shop_of_${view}`], countries: [`shop_of_${view}`, 'country_of'] }
  const { table } = FIELDS[name]!
  return { ...base, column: name, ...(table === undefined ? {} : { via: via[table as 'shops'] }) }
}

function metricsOf(view: View): readonly object[] {
  const atoms = ATOMS.map((atom) => {
    const expr = atomText(atom)
    return {
      name: nameIn(view, atom.name),
      type: 'ATOMIC',
      dataset: view,
      aggregate: atom.aggregate,
      ...(atom.fraction === undefined ? {} : { fraction: atom.fraction }),
      ...(expr === null ? {} : { expr }),
      ...(atom.where.length === 0 ? {} : { filters: textsOf(atom.where) }),
    }
  })
  const made = MADE.map((one) =>
    'metric' in one
      ? {
          name: nameIn(view, one.name),
          type: 'DERIVED',
          metric: nameIn(view, one.metric),
          filters: textsOf(one.filters),
        }
      : {
          name: nameIn(view, one.name),
          type: 'COMPOSITE',
          expr: formulaText(one.formula, (name) => nameIn(view, name)),
        },
  )
  return [...atoms, ...made]
}

/** One table of rows and one of aggregates for the dataset by hours, and one of aggregates by days. */
export const PLANS: readonly { readonly name: string; readonly [key: string]: unknown }[] = [
  {
    name: 'rows_hourly_table',
    kind: 'ACCELERATION',
    dimensions: ['metric_time', ...DIMENSIONS.map((name) => nameIn('hourly', name))],
    metrics: ATOMS.map(({ name }) => nameIn('hourly', name)),
  },
  {
    name: 'sums_daily_table',
    kind: 'RESULT',
    dimensions: [
      'metric_time__day',
      ...['shop', 'kind', 'region', 'flag'].map((name) => nameIn('daily', name)),
    ],
    metrics: ATOMS.filter(({ aggregate }) =>
      ['SUM', 'COUNT', 'MIN', 'MAX'].includes(aggregate),
    ).map(({ name }) => nameIn('daily', name)),
  },
  {
    name: 'sums_weekly_table',
    kind: 'RESULT',
    dimensions: ['metric_time__week', nameIn('weekly', 'shop'), nameIn('weekly', 'band')],
    metrics: ['rows', 'units', 'income', 'giants', 'crumbs'].map((name) => nameIn('weekly', name)),
    granularity: 'WEEK',
  },
]
