import { createCatalog } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'
import { FLIGHTS_TEXT, workspaceOf } from '../flights.ts'

/** The table of a plan that is added to those of the sample workspace. */
function tableOf(plan: string) {
  const workspace = workspaceOf(`${FLIGHTS_TEXT}  - { name: added, ${plan} }\n`)
  return planMaterialisation(createCatalog(workspace), workspace.plans.at(-1)!)
}

const names = (table: ReturnType<typeof tableOf>) => ({
  dimensions: table.dimensions.map(({ column }) => column),
  partition: table.partition?.column ?? null,
  measures: table.measures.map(({ measure, column, argument, filter }) => {
    return [measure.name, measure.aggregate, column, argument, filter]
  }),
  rowCount: table.rowCount,
})

describe('the table of a plan', () => {
  test('has the measures below its metrics, each once', () => {
    const table = tableOf(
      'kind: RESULT, dimensions: [metric_time__day, origin], metrics: [average_delay, late_rate, total_delay]',
    )
    expect(names(table)).toEqual({
      dimensions: ['metric_time__day', 'origin'],
      partition: 'metric_time__day',
      measures: [
        ['total_delay', 'SUM', 'leaf_1', null, null],
        ['flight_count', 'COUNT', 'leaf_2', null, null],
        ['late_flights', 'COUNT', 'leaf_3', null, null],
      ],
      rowCount: 'row_count',
    })
    expect(table.table).toEqual(['tributary', 'demo', 'added'])
  })

  test('has a column of its own for partitions that no dimension has', () => {
    const table = tableOf(
      'kind: RESULT, granularity: MONTH, dimensions: [metric_time__day], metrics: [flight_count]',
    )
    expect(names(table)).toMatchObject({
      dimensions: ['metric_time__day'],
      partition: 'partition_date',
    })
    expect(table.partition?.grain).toBe('MONTH')
  })

  test('has no partitions without a time, and looks up what its dimensions need', () => {
    const table = tableOf(
      'kind: RESULT, dimensions: [origin_state, destination_state], metrics: [longest_delay], filters: ["[origin_city] <> null"]',
    )
    expect(table.partition).toBeNull()
    expect(table.rows.lookups.map(({ alias }) => alias)).toEqual([
      'origin_airport',
      'destination_airport',
    ])
    expect(table.filter).not.toBeNull()
  })

  test('of unaggregated rows has each argument and condition once, and the time', () => {
    const table = tableOf(
      'kind: ACCELERATION, dimensions: [metric_time, origin], metrics: [average_delay, late_flights, longest_delay]',
    )
    expect(names(table)).toEqual({
      dimensions: ['metric_time', 'origin'],
      partition: 'partition_date',
      measures: [
        ['total_delay', 'SUM', null, 'argument_1', null],
        ['flight_count', 'COUNT', null, null, null],
        ['late_flights', 'COUNT', null, null, 'filter_3'],
        ['longest_delay', 'MAX', null, 'argument_1', null],
      ],
      rowCount: null,
    })
    expect(table.dimensions[0]?.value).toMatchObject({ kind: 'reference', type: 'TIMESTAMP' })
  })

  test('of an external plan is its file, with columns named like the metrics', () => {
    const table = tableOf(
      'kind: EXTERNAL, dimensions: [metric_time__day], metrics: [late_flights, flight_count], source: { datasource: vega, file: made.csv }',
    )
    expect(names(table)).toMatchObject({
      measures: [
        ['late_flights', 'COUNT', 'late_flights', null, null],
        ['flight_count', 'COUNT', 'flight_count', null, null],
      ],
      rowCount: null,
    })
    expect(table.table).toEqual(['vega', 'files', 'made_csv'])
  })

  test('has partitions by a time through a relation', () => {
    const workspace = workspaceOf(`tenant: demo
datasources: [{ name: tpcds, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: tpcds, file: sales.csv }
    time: { via: sold_on, column: d_date, grain: DAY }
    columns: [{ name: sold, type: BIGINT }, { name: paid, type: BIGINT }]
    relations: [{ name: sold_on, to: dates, on: { sold: d_key } }]
  - name: dates
    source: { datasource: tpcds, file: dates.csv }
    columns: [{ name: d_key, type: BIGINT }, { name: d_date, type: DATE }]
metrics: [{ name: paid, type: ATOMIC, dataset: sales, aggregate: SUM, expr: "[paid]" }]
plans: [{ name: by_month, kind: RESULT, granularity: MONTH, dimensions: [metric_time__month], metrics: [paid] }]
`)
    const table = planMaterialisation(createCatalog(workspace), workspace.plans[0]!)
    expect(table.rows.lookups.map(({ alias }) => alias)).toEqual(['sold_on'])
    expect(table.partition?.time).toMatchObject({ table: 'sold_on', name: 'd_date', type: 'DATE' })
  })
})
