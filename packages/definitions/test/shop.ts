import { type ImportDefinitionsOptions, importDefinitions, type TableLookup } from '../src/index.ts'

const TYPES = {
  INT: 'BIGINT',
  TEXT: 'VARCHAR',
  DAY: 'DATE',
  AMOUNT: 'DOUBLE',
  FLAG: 'BOOLEAN',
} as const

const TABLES: Readonly<Record<string, Readonly<Record<string, keyof typeof TYPES>>>> = {
  orders: {
    id: 'INT',
    customer_id: 'INT',
    day: 'DAY',
    paid_on: 'DAY',
    amount: 'AMOUNT',
    state: 'TEXT',
    gift: 'FLAG',
  },
  customers: { id: 'INT', country: 'TEXT' },
  addresses: { customer_id: 'INT', country: 'TEXT', since: 'DAY', until: 'DAY' },
  visits: { customer_id: 'INT', day: 'DAY' },
  spine: { ds: 'DAY', retail: 'TEXT', season: 'DAY' },
}

/** The tables of a small shop, without their data. */
export const SHOP: TableLookup = {
  datasources: [{ name: 'files', displayName: 'files', type: 'FILES', root: '/data' }],
  find: async ({ table }) => {
    const columns = Object.hasOwn(TABLES, table) ? TABLES[table] : undefined
    if (columns === undefined) return null
    return {
      source: { type: 'FILE', datasource: 'files', file: `${table}.csv` },
      columns: Object.entries(columns).map(([name, type]) => ({
        ...{ name, displayName: name, description: '', sourceColumn: name },
        ...{ originDataType: TYPES[type], isHidden: false, isPrimaryKey: false },
      })),
    }
  },
}

/** A semantic model of dbt. */
export function model(name: string, parts: object = {}): object {
  return { name, node_relation: { alias: name, schema_name: 'main' }, ...parts }
}

/** A metric of dbt of the new form: a sum over `orders`. */
export function simple(
  name: string,
  parts: { readonly expr?: string; readonly agg?: string; readonly filter?: string } = {},
): object {
  const { expr = 'amount', agg = 'sum', filter } = parts
  return {
    name,
    type: 'simple',
    type_params: {
      metric_aggregation_params: { semantic_model: 'orders', agg, expr, agg_time_dimension: 'day' },
    },
    ...(filter !== undefined && { filter: { where_filters: [{ where_sql_template: filter }] } }),
  }
}

/** A metric of dbt that is a formula. */
export function derived(name: string, expr: string, metrics: readonly object[]): object {
  return { name, type: 'derived', type_params: { expr, metrics } }
}

/** A manifest of dbt with orders, customers and visits. */
export function manifest(metrics: readonly object[], parts: object = {}): object {
  const day = { name: 'day', type: 'time', type_params: { time_granularity: 'day' } }
  const customer = { name: 'customer', type: 'foreign', expr: 'customer_id' }
  return {
    semantic_models: [
      model('orders', {
        defaults: { agg_time_dimension: 'day' },
        entities: [{ name: 'order', type: 'primary', expr: 'id' }, customer],
        dimensions: [
          day,
          { name: 'state', type: 'categorical' },
          {
            name: 'size',
            type: 'categorical',
            expr: "CASE WHEN amount < 10 THEN 'small' ELSE 'large' END",
          },
        ],
      }),
      model('customers', {
        entities: [{ name: 'customer', type: 'primary', expr: 'id' }],
        dimensions: [{ name: 'country', type: 'categorical' }],
      }),
      model('visits', {
        defaults: { agg_time_dimension: 'day' },
        primary_entity: 'visit',
        entities: [customer],
        dimensions: [day],
      }),
    ],
    metrics,
    saved_queries: [],
    ...parts,
  }
}

/** A table of days with granularities of the project, and a saved query that groups by one of them. */
export function ownGranularities(names: readonly object[], by: string, grain = 'day'): object {
  return {
    project_configuration: {
      time_spines: [
        {
          node_relation: { alias: 'spine', schema_name: 'main' },
          primary_column: { name: 'ds', time_granularity: grain },
          custom_granularities: names,
        },
      ],
    },
    saved_queries: [
      {
        name: 'by_period',
        query_params: { metrics: ['revenue'], group_by: [`TimeDimension('metric_time', '${by}')`] },
      },
    ],
  }
}

/** Imports a manifest over the tables of the shop. */
export function importShop(
  content: unknown,
  options: Partial<Omit<ImportDefinitionsOptions, 'source' | 'tables'>> = {},
): ReturnType<typeof importDefinitions> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return importDefinitions({
    source: { file: 'shop.json', text },
    tables: SHOP,
    tenant: 'shop',
    ...options,
  })
}
