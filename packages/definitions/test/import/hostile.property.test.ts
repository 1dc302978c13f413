import { parseWorkspace, writeWorkspace } from '@tributary/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DefinitionsError } from '../../src/index.ts'
import { derived, importShop, manifest, simple } from '../shop.ts'

const sql = (expression: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression }] })

const DOCUMENTS: readonly object[] = [
  manifest(
    [
      simple('revenue', { filter: "{{ Dimension('customer__country') }} = 'DE'" }),
      simple('orders', { expr: '1' }),
      derived('mean', 'revenue / orders', [{ name: 'revenue' }, { name: 'orders' }]),
      derived('growth', 'revenue - before', [
        { name: 'revenue' },
        { name: 'revenue', alias: 'before', offset_window: '1 month' },
      ]),
    ],
    {
      saved_queries: [
        {
          name: 'q',
          query_params: {
            metrics: ['mean'],
            group_by: ["Dimension('customer__country')"],
            where: [],
          },
        },
      ],
    },
  ),
  {
    version: '0.1.1',
    semantic_model: [
      {
        name: 'shop',
        datasets: [
          {
            name: 'orders',
            source: 'main.orders',
            primary_key: ['id'],
            fields: [{ name: 'state', expression: sql('state'), dimension: { is_time: false } }],
          },
          { name: 'customers', source: 'customers' },
        ],
        relationships: [
          {
            name: 'buyer',
            from: 'orders',
            to: 'customers',
            from_columns: ['customer_id'],
            to_columns: ['id'],
          },
        ],
        metrics: [
          { name: 'revenue', expression: sql('SUM(orders.amount) / COUNT(DISTINCT customers.id)') },
        ],
      },
    ],
  },
  {
    version: '1.1',
    source: 'main.orders',
    filter: "state <> 'x' AND buyer.country IS NOT NULL",
    joins: [{ name: 'buyer', source: 'customers', on: 'source.customer_id = buyer.id' }],
    dimensions: [
      { name: 'Month', expr: "DATE_TRUNC('month', day)" },
      { name: 'country', expr: 'buyer.country' },
    ],
    measures: [
      { name: 'revenue', expr: 'SUM(amount)' },
      { name: 'mean', expr: 'MEASURE(revenue) / COUNT(*)' },
    ],
  },
  {
    name: 'shop',
    tables: [
      {
        name: 'orders',
        base_table: { schema: 'main', table: 'orders' },
        time_dimensions: [{ name: 'day', expr: 'day', data_type: 'DATE' }],
        facts: [{ name: 'net', expr: 'amount * 0.8', data_type: 'NUMBER' }],
        measures: [{ name: 'gross', expr: 'amount', default_aggregation: 'sum' }],
        metrics: [{ name: 'revenue', expr: 'SUM(net)' }],
      },
      { name: 'buyers', base_table: { table: 'customers' }, primary_key: { columns: ['id'] } },
    ],
    relationships: [
      {
        name: 'buyer',
        left_table: 'orders',
        right_table: 'buyers',
        relationship_columns: [{ left_column: 'customer_id', right_column: 'id' }],
      },
    ],
    metrics: [{ name: 'mean', expr: 'orders.revenue / orders.gross' }],
  },
  {
    type: 'metrics_view',
    model: 'orders',
    timeseries: 'day',
    smallest_time_grain: 'month',
    dimensions: [{ column: 'state' }, { name: 'big', expression: 'amount > 10' }],
    measures: [
      { name: 'revenue', expression: 'SUM(amount)' },
      { name: 'mean', type: 'derived', requires: ['revenue'], expression: 'revenue / 2' },
    ],
  },
  {
    cubes: [
      {
        name: 'orders',
        sql_table: 'orders',
        joins: [
          {
            name: 'customers',
            relationship: 'many_to_one',
            sql: '{CUBE}.customer_id = {customers.id}',
          },
        ],
        dimensions: [
          { name: 'id', type: 'number', sql: 'id', primary_key: true },
          {
            name: 'size',
            type: 'string',
            case: { when: [{ sql: '{CUBE}.amount > 1', label: 'large' }], else: { label: 'x' } },
          },
        ],
        measures: [
          { name: 'n', type: 'count', filters: [{ sql: "{size} = 'large'" }] },
          { name: 'week', type: 'sum', sql: 'amount', rolling_window: { trailing: '7 day' } },
          { name: 'mean', type: 'number', sql: '{week} / {n}' },
        ],
        segments: [{ name: 'big', sql: '{CUBE}.amount > 9' }],
      },
      {
        name: 'customers',
        sql: 'SELECT * FROM customers',
        public: false,
        dimensions: [{ name: 'id', type: 'number', sql: 'id' }],
      },
      { name: 'gifts', extends: 'orders', measures: [{ name: 'n', type: 'sum', sql: 'id' }] },
    ],
    views: [{ name: 'all', cubes: [{ join_path: 'orders.customers', includes: ['id'] }] }],
  },
]

/** Every place in a document. */
function placesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    placesIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...inner]
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return by
  if (Array.isArray(value))
    return value.map((one, i) => (i === first ? replaced(one, rest, by) : one))
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: replaced(fields[first], rest, by) }
}

const STRANGE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e300,
    '',
    ' ',
    [],
    {},
    [null],
    [[]],
    '__proto__',
    'revenue',
    'orders',
    'metric_time',
    'a.b',
    '../../x',
    '{{ Dimension("a") }}',
    '{{',
    "it's",
    'SUM(',
    'x'.repeat(300),
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
)

test('a document with strange values is imported as a workspace or refused with its place', async () => {
  const mutations = fc
    .constantFrom(...DOCUMENTS)
    .chain((document) =>
      fc.tuple(
        fc.constant(document),
        fc.array(
          fc.tuple(
            fc.constantFrom(...placesIn(document).filter((path) => path.length > 0)),
            STRANGE,
          ),
          { minLength: 1, maxLength: 3 },
        ),
      ),
    )
  await fc.assert(
    fc.asyncProperty(mutations, async ([document, changes]) => {
      const changed = changes.reduce<unknown>((whole, [path, by]) => {
        try {
          return replaced(whole, path, by)
        } catch {
          return whole
        }
      }, document)
      const result = await importShop(changed).catch((error: unknown) => error)
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(DefinitionsError)
        return
      }
      const { workspace, report } = result as Awaited<ReturnType<typeof importShop>>
      expect(parseWorkspace(writeWorkspace(workspace, '/w')).problems).toEqual([])
      const { metrics, exact, values, questions, leftOut } = report.counts
      expect(exact + values + questions + leftOut).toBe(metrics)
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 150 : 20_000 },
  )
})
