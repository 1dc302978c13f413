import type { DimensionValuesRequest } from '@tributary/contract'
import type { ImportedDefinitions } from '@tributary/definitions'
import type { Caller, Platform } from '@tributary/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOver, plain, platformOf, sample, type Tables, tablesOf } from './imported.ts'
import { type MetricFlowCase, ownQuery } from './metricflow-case.ts'
import { PARTITIONED_MODEL, PARTITIONED_TABLES } from './partitioned-model.ts'

const CASES = JSON.parse(sample('ported_test_cases.json')) as readonly MetricFlowCase[]

/** A manifest, imported. */
interface Model {
  readonly imported: ImportedDefinitions
  readonly platform: Platform
  readonly owner: Caller
}

let tables: Tables
const models = new Map<string, Model>()
/** The labels of the granularity `alien_day` by the first days of its periods, in order. */
let alienDays: ReadonlyMap<string, string>

beforeAll(async () => {
  const samples = ['tables_simple_model_extra.sql', 'tables_scd_model.sql'].map(sample)
  tables = await tablesOf(`${samples.join(';')};${TIME_SPINES};${PARTITIONED_TABLES}`)
  const periods = await tables.judge.runAndReadAll(
    'SELECT CAST(min(ds) AS VARCHAR), CAST(alien_day AS VARCHAR) FROM mf_time_spine GROUP BY alien_day ORDER BY 1',
  )
  alienDays = new Map(periods.getRowsJS() as [string, string][])
  for (const model of Object.keys(CORRECTED)) {
    const source = { file: `${model}.json`, text: manifestWithQueries(model) }
    const imported = await importOver(tables, { source, dialect: 'DUCKDB' })
    models.set(model, { imported, ...(await platformOf(tables, imported)) })
  }
}, 60_000)
afterAll(async () => {
  for (const { platform } of models.values()) await platform.close()
  await tables?.remove()
})

const PERIOD_AGGREGATES = { revenue_all_time: 'last', trailing_2_months_revenue: 'average' }

/** By model and entity the times from which on and until which its rows hold. */
const VALIDITY = {
  listings: ['listing', 'active_from', 'active_to'],
  lux_listings: ['lux_listing', 'valid_from', 'valid_to'],
} as const

interface Manifest {
  readonly metrics: readonly {
    readonly name: string
    readonly type_params: { readonly cumulative_type_params: { period_agg: string } }
  }[]
  readonly semantic_models: readonly {
    readonly name: string
    readonly entities: { readonly name: string; type: string }[]
    readonly dimensions: object[]
  }[]
  saved_queries: unknown
}

/** The model that is written here. */
const PARTITIONED = 'PARTITIONED_MULTI_HOP_JOIN_MODEL'

/** The manifests of the cases, with what MetricFlow's own models have and they have not. */
const CORRECTED: Readonly<Record<string, (manifest: Manifest) => void>> = {
  // The manifest has FIRST for all of them.
  SIMPLE_MODEL: ({ metrics }) => {
    for (const [name, aggregate] of Object.entries(PERIOD_AGGREGATES)) {
      const { type_params: params } = metrics.find((one) => one.name === name)!
      params.cumulative_type_params.period_agg = aggregate
    }
  },
  // The manifest does not say that rows hold for a while.
  SCD_MODEL: ({ semantic_models: all }) => {
    for (const [name, [entity, start, end]] of Object.entries(VALIDITY)) {
      const { entities, dimensions } = all.find((one) => one.name === name)!
      entities.find((one) => one.name === entity)!.type = 'natural'
      const time = (column: string, validity: object) => ({
        ...{ name: column, type: 'time' },
        type_params: { time_granularity: 'day', validity_params: validity },
      })
      dimensions.push(time(start, { is_start: true }), time(end, { is_end: true }))
    }
  },
  SIMPLE_MODEL_NON_DS: () => {},
  [PARTITIONED]: () => {},
}

/** A manifest with the queries of its cases as saved queries, so that their dimensions are there. */
function manifestWithQueries(model: string): string {
  const text = model === PARTITIONED ? JSON.stringify(PARTITIONED_MODEL) : sample(`${model}.json`)
  const manifest = JSON.parse(text) as Manifest
  CORRECTED[model]!(manifest)
  manifest.saved_queries = CASES.filter((one) => one.model === model).map(
    ({ name, spec: { metrics = [], group_by = [], where = [] } }) => ({
      name,
      query_params: { metrics, group_by, where },
    }),
  )
  return JSON.stringify(manifest)
}

/** A table of one case, and those that MetricFlow takes periods from; a question without a range has that of the one it reads. */
const TIME_SPINES = `
CREATE TABLE mf_time_spine AS SELECT CAST(day AS DATE) AS ds, DATE '2020-01-01' + CAST((year(day) - 2000) // 10 AS INTEGER) AS alien_day
  FROM range(TIMESTAMP '2015-01-01', TIMESTAMP '2026-01-01', INTERVAL 1 DAY) t(day);
CREATE TABLE fct_bookings_dt AS SELECT *, ds AS dt FROM fct_bookings;
CREATE TABLE mf_time_spine_second AS SELECT ts FROM range(TIMESTAMP '2020-01-01', TIMESTAMP '2020-01-01 00:02:00', INTERVAL 1 SECOND) t(ts);
CREATE TABLE mf_time_spine_hour AS SELECT ts FROM range(TIMESTAMP '2019-12-28', TIMESTAMP '2020-01-04', INTERVAL 1 HOUR) t(ts);
`

type Rows = readonly (readonly unknown[])[]

const sorted = (rows: Rows): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())

/** Why questions are refused. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/expects one row per key/, 'the partition of a table two relations before'],
]

/** Why the rows of cases are others. */
const OTHER_ROWS: readonly (readonly [RegExp, string])[] = [
  [/constraint_on_measure_selected/, 'periods without rows beside another dimension'],
  [/semi_additive.*_with_where_filter/, 'a balance at the last time of all rows'],
  [/offset_to_grain_and_granularity/, 'a day of a short month counts several times'],
  [/distinct_values_query_with_metric_filter/, 'keys that another table does not have'],
]

function firstDayFrom(label: string): string {
  return [...alienDays].find(([, one]) => one >= label)![0]
}

type Lists = Readonly<Record<string, readonly unknown[]>>

async function outcome(one: MetricFlowCase): Promise<string> {
  const model = models.get(one.model)!
  const own = ownQuery(one, model.imported, firstDayFrom)
  if ('reason' in own) return own.reason
  const reader = await tables.judge.runAndReadAll(one.check_query)
  const found = reader.getRowObjectsJS()
  const right = found.map((row) => Object.values(one.min_max_only ? row : picked(row, own.columns)))
  const answer = await answerOf(own, model).catch((error: Error) => error)
  if (answer instanceof Error) {
    const { message } = answer
    return REFUSED.find(([pattern]) => pattern.test(message))?.[1] ?? `refused: ${message}`
  }
  const lists = Object.entries(answer).map(([name, list]) =>
    name.endsWith('__alien_day') ? list.map((day) => alienDays.get(String(day)) ?? null) : list,
  )
  const rows = (lists[0] ?? []).map((_, row) => lists.map((list) => list[row]))
  const ours = (one.min_max_only ? extremesOf(rows) : rows).map((row) => row.map(plain))
  const theirs = right.map((row) => row.map(plain))
  if (sorted(ours) === sorted(theirs)) return 'passed'
  return OTHER_ROWS.find(([pattern]) => pattern.test(one.name))?.[1] ?? `other rows: ${one.name}`
}

function picked(row: Readonly<Record<string, unknown>>, columns: readonly string[]) {
  return Object.fromEntries(columns.map((name, at) => [`${at} ${name}`, row[name]]))
}

async function answerOf(
  own: Exclude<ReturnType<typeof ownQuery>, { reason: string }>,
  { platform, owner }: Model,
): Promise<Lists> {
  if ('values' in own) {
    return { [own.values.dimension]: await valuesOf(own.values, { platform, owner }) }
  }
  const { columns, table } = await platform.as(owner).queryMetrics(own.request)
  const shown = own.isShown === false ? columns.slice(0, -1) : columns
  return Object.fromEntries(shown.map(({ name }) => [name, table[name]!]))
}

/** All values of a dimension; of a time with more than one answer has, year by year. */
async function valuesOf(
  asked: DimensionValuesRequest,
  { platform, owner }: Pick<Model, 'platform' | 'owner'>,
): Promise<readonly (string | null)[]> {
  const { values, hasMissing, more } = await platform.as(owner).dimensionValues(asked)
  const all = values.map(({ value }) => value)
  if (!more) return hasMissing ? [...all, null] : all
  const year = asked.dimension.replace(/__\w+$/, '__year')
  const years = await valuesOf({ ...asked, dimension: year }, { platform, owner })
  const each = years.map((first) =>
    valuesOf({ ...asked, filters: [`[${year}] = "${first}"`] }, { platform, owner }),
  )
  return (await Promise.all(each)).flat()
}

/** The first and the last value of a column. */
function extremesOf(rows: Rows): Rows {
  const all = rows.flatMap(([value]) => (value === null ? [] : [String(value)])).toSorted()
  return [[all[0], all.at(-1)]]
}

test('imported metrics have the values that the SQL of the cases has', {
  timeout: 120_000,
}, async () => {
  const outcomes: string[] = []
  // Fewer at a time than a tenant may ask.
  for (let next = 0; next < CASES.length; next += 60) {
    outcomes.push(...(await Promise.all(CASES.slice(next, next + 60).map(outcome))))
  }
  const counts: Record<string, number> = {}
  for (const found of outcomes) counts[found] = (counts[found] ?? 0) + 1
  expect(counts).toEqual({
    passed: 150,
    'other rows: approximate_continuous_percentile_agg': 1,
    'periods without rows beside another dimension': 1,
    'a day of a short month counts several times': 1,
    'no metric: times of no rows beside other dimensions': 3,
    'a balance at the last time of all rows': 1,
    'a granularity of its own': 1,
    'the partition of a table two relations before': 1,
    'the dimension listing__lux_listing__is_confirmed_lux': 1,
    'keys that another table does not have': 1,
    'other rows: approximate_discrete_percentile_agg': 1,
  })
})
