import type { ImportedDefinitions } from '@tributary/definitions'
import type { Caller, Platform } from '@tributary/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOver, plain, platformOf, sample, type Tables, tablesOf } from './imported.ts'
import { type MetricFlowCase, ownQuery } from './metricflow-case.ts'

const CASES = JSON.parse(sample('ported_test_cases.json')) as readonly MetricFlowCase[]

let tables: Tables
let imported: ImportedDefinitions
let platform: Platform
let owner: Caller
/** The labels of the granularity `alien_day` by the first days of its periods, in order. */
let alienDays: ReadonlyMap<string, string>

beforeAll(async () => {
  tables = await tablesOf(`${sample('tables_simple_model_extra.sql')};${TIME_SPINES}`)
  const periods = await tables.judge.runAndReadAll(
    'SELECT CAST(min(ds) AS VARCHAR), CAST(alien_day AS VARCHAR) FROM mf_time_spine GROUP BY alien_day ORDER BY 1',
  )
  alienDays = new Map(periods.getRowsJS() as [string, string][])
  const source = { file: 'SIMPLE_MODEL.json', text: manifestWithQueries() }
  imported = await importOver(tables, { source, dialect: 'DUCKDB' })
  const made = await platformOf(tables, imported)
  platform = made.platform
  owner = made.owner
}, 60_000)
afterAll(async () => {
  await platform?.close()
  await tables?.remove()
})

const PERIOD_AGGREGATES = { revenue_all_time: 'last', trailing_2_months_revenue: 'average' }

/** The manifest with the queries of the cases as saved queries, so that their dimensions are there. */
function manifestWithQueries(): string {
  const manifest = JSON.parse(sample('SIMPLE_MODEL.json'))
  // The manifest has FIRST for all of them; MetricFlow's own model and the cases have these.
  for (const [name, aggregate] of Object.entries(PERIOD_AGGREGATES)) {
    const metric = manifest.metrics.find((one: { readonly name: string }) => one.name === name)
    metric.type_params.cumulative_type_params.period_agg = aggregate
  }
  manifest.saved_queries = CASES.filter(({ model }) => model === 'SIMPLE_MODEL').map(
    ({ name, spec: { metrics = [], group_by = [], where = [] } }) => ({
      name,
      query_params: { metrics, group_by, where },
    }),
  )
  return JSON.stringify(manifest)
}

/** The tables that MetricFlow takes periods from; a question without a range has that of the one it reads. */
const TIME_SPINES = `
CREATE TABLE mf_time_spine AS SELECT CAST(day AS DATE) AS ds, DATE '2020-01-01' + CAST((year(day) - 2000) // 10 AS INTEGER) AS alien_day
  FROM range(TIMESTAMP '2015-01-01', TIMESTAMP '2026-01-01', INTERVAL 1 DAY) t(day);
CREATE TABLE mf_time_spine_hour AS SELECT ts FROM range(TIMESTAMP '2019-12-28', TIMESTAMP '2020-01-04', INTERVAL 1 HOUR) t(ts);
`

type Rows = readonly (readonly unknown[])[]

const sorted = (rows: Rows): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())

/** Why questions are refused. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/which is a part of their time/, 'a part of the time of a metric of another period'],
]

/** Why the rows of cases are others. */
const OTHER_ROWS: readonly (readonly [RegExp, string])[] = [
  [/constraint_on_measure_selected/, 'periods without rows beside another dimension'],
  [/fill_nulls_.*_with_nesting/, 'nothing beyond the data is 0'],
  [
    /(window|derived_cumulative)_metric_with_non_default_grains|^cumulative_metric_with_custom_granularity/,
    'the mean of a running total',
  ],
  [/semi_additive.*_with_where_filter/, 'a balance at the last time of all rows'],
  [/offset_to_grain_and_granularity/, 'a day of a short month counts several times'],
]

function firstDayFrom(label: string): string {
  return [...alienDays].find(([, one]) => one >= label)![0]
}

async function outcome(one: MetricFlowCase): Promise<string> {
  const own = ownQuery(one, imported, firstDayFrom)
  if ('reason' in own) return own.reason
  const reader = await tables.judge.runAndReadAll(one.check_query)
  const right = reader.getRowObjectsJS().map((row) => own.columns.map((name) => row[name]))
  const answer = await platform.queryMetrics(owner, own.request).catch((error: Error) => error)
  if (answer instanceof Error) {
    const { message } = answer
    return REFUSED.find(([pattern]) => pattern.test(message))?.[1] ?? `refused: ${message}`
  }
  const lists = answer.columns.map(({ name }) =>
    name.endsWith('__alien_day')
      ? answer.table[name]!.map((day) => alienDays.get(String(day)) ?? null)
      : answer.table[name]!,
  )
  const rows = (lists[0] ?? []).map((_, row) => lists.map((list) => list[row]))
  const ours = rows.map((row) => row.map(plain))
  const theirs = right.map((row) => row.map(plain))
  if (sorted(ours) === sorted(theirs)) return 'passed'
  return OTHER_ROWS.find(([pattern]) => pattern.test(one.name))?.[1] ?? `other rows: ${one.name}`
}

test('imported metrics have the values that the SQL of the cases has', async () => {
  const outcomes: string[] = []
  // Fewer at a time than a tenant may ask.
  for (let next = 0; next < CASES.length; next += 60) {
    outcomes.push(...(await Promise.all(CASES.slice(next, next + 60).map(outcome))))
  }
  const counts: Record<string, number> = {}
  for (const found of outcomes) counts[found] = (counts[found] ?? 0) + 1
  expect(counts).toEqual({
    passed: 120,
    'other rows: approximate_continuous_percentile_agg': 1,
    'periods without rows beside another dimension': 1,
    'nothing beyond the data is 0': 1,
    'the mean of a running total': 3,
    'a day of a short month counts several times': 1,
    'no metric: the values of dimensions': 16,
    'of another model': 7,
    'a balance at the last time of all rows': 1,
    'a granularity of its own': 1,
    'the dimension listing__user__ds': 1,
    'a filter by a metric': 5,
    'a part of the time of a metric of another period': 2,
    'other rows: approximate_discrete_percentile_agg': 1,
    'a time constraint within a day': 1,
  })
})
