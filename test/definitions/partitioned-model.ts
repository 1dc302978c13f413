/**
 * The model of the cases over tables in partitions, which the samples do not have: written from the SQL of those cases. Each
 * customer and bridge has a row for each day of `ds_partitioned`, of which some differ.
 */
export const PARTITIONED_TABLES = `
CREATE TABLE account_month_txns AS FROM (VALUES
  ('a1', DATE '2020-01-01', DATE '2020-01-01', 10), ('a1', DATE '2020-02-01', DATE '2020-01-02', 20),
  ('a2', DATE '2020-01-01', DATE '2020-01-01', 5), ('a3', DATE '2020-01-01', DATE '2020-01-02', 7),
  ('a4', DATE '2020-01-01', DATE '2020-01-03', 1)
) t(account_id, ds, ds_partitioned, txn_count);
CREATE TABLE bridge_table AS FROM (VALUES
  ('a1', 'c1', DATE '2020-01-01'), ('a1', 'c2', DATE '2020-01-02'), ('a2', 'c2', DATE '2020-01-01'),
  ('a3', 'c3', DATE '2020-01-02'), ('a4', 'c1', DATE '2020-01-02')
) t(account_id, customer_id, ds_partitioned);
CREATE TABLE customer_table AS FROM (VALUES
  ('c1', 'Ann', DATE '2020-01-01'), ('c1', 'Anna', DATE '2020-01-02'), ('c2', 'Bob', DATE '2020-01-01'),
  ('c2', 'Rob', DATE '2020-01-02')
) t(customer_id, customer_name, ds_partitioned);
CREATE TABLE customer_other_data AS FROM (VALUES
  ('c1', 't1', 'paraguay'), ('c2', 't2', 'chile'), ('c3', 't3', 'paraguay'), ('c4', NULL, 'paraguay')
) t(customer_id, customer_third_hop_id, country);
CREATE TABLE third_hop_table AS FROM (VALUES ('t1', 'x'), ('t2', 'y'), ('t3', 'x'), ('t4', 'y')) t(customer_third_hop_id, value);
`

interface Entity {
  readonly name: string
  readonly type: 'primary' | 'foreign'
}

const DAY = { type: 'time', type_params: { time_granularity: 'day' } } as const
const PARTITION = { name: 'ds_partitioned', ...DAY, is_partition: true } as const
const primary = (name: string): Entity => ({ name, type: 'primary' })
const foreign = (name: string): Entity => ({ name, type: 'foreign' })

const model = (name: string, entities: readonly Entity[], dimensions: readonly object[]) => ({
  ...{ name, entities, dimensions },
  node_relation: { alias: name, schema_name: 'main' },
  ...(name === 'account_month_txns' && { defaults: { agg_time_dimension: 'ds' } }),
})

const metric = (name: string, semanticModel: string, aggregation: object, filter?: string) => ({
  ...{ name, type: 'simple' },
  type_params: { metric_aggregation_params: { semantic_model: semanticModel, ...aggregation } },
  ...(filter !== undefined && { filter: { where_filters: [{ where_sql_template: filter }] } }),
})

/** The semantic manifest of the tables. */
export const PARTITIONED_MODEL = {
  semantic_models: [
    model('account_month_txns', [primary('account_id')], [{ name: 'ds', ...DAY }, PARTITION]),
    model('bridge_table', [primary('account_id'), foreign('customer_id')], [PARTITION]),
    model(
      'customer_table',
      [primary('customer_id')],
      [{ name: 'customer_name', type: 'categorical' }, PARTITION],
    ),
    model(
      'customer_other_data',
      [primary('customer_id'), foreign('customer_third_hop_id')],
      [{ name: 'country', type: 'categorical' }],
    ),
    model(
      'third_hop_table',
      [primary('customer_third_hop_id')],
      [{ name: 'value', type: 'categorical' }],
    ),
  ],
  metrics: [
    metric('txn_count', 'account_month_txns', { agg: 'sum', expr: 'txn_count' }),
    metric('third_hop_count', 'third_hop_table', {
      ...{ agg: 'count_distinct', expr: 'customer_third_hop_id' },
    }),
    metric(
      'paraguayan_customers',
      'customer_other_data',
      { agg: 'sum', expr: '1' },
      "{{ Dimension('customer_id__country') }} = 'paraguay'",
    ),
  ],
}
