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

beforeAll(async () => {
  tables = await tablesOf(sample('tables_simple_model_extra.sql'))
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

/** The manifest with the queries of the cases as saved queries, so that their dimensions are there. */
function manifestWithQueries(): string {
  const manifest = JSON.parse(sample('SIMPLE_MODEL.json'))
  manifest.saved_queries = CASES.filter(({ model }) => model === 'SIMPLE_MODEL').map(
    ({ name, spec: { metrics = [], group_by = [], where = [] } }) => ({
      name,
      query_params: { metrics, group_by, where },
    }),
  )
  return JSON.stringify(manifest)
}

type Rows = readonly (readonly unknown[])[]

const sorted = (rows: Rows): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())

/**
 * Whether rows are the same but for groups without rows of a metric: there a sum is NULL in SQL and 0 here, and a group may
 * be missing in SQL.
 */
function isSameButForNothing(ours: Rows, theirs: Rows, dimensions: number): boolean {
  const byGroup = new Map(ours.map((row) => [JSON.stringify(row.slice(0, dimensions)), row]))
  const groups = new Set(theirs.map((row) => JSON.stringify(row.slice(0, dimensions))))
  const isNothing = (value: unknown): boolean => value === null || value === 0
  return (
    theirs.every((row) => {
      const own = byGroup.get(JSON.stringify(row.slice(0, dimensions)))
      if (own === undefined) return false
      return row.includes(null) || JSON.stringify(own) === JSON.stringify(row)
    }) &&
    ours.every(
      (row) =>
        groups.has(JSON.stringify(row.slice(0, dimensions))) ||
        row.slice(dimensions).every(isNothing),
    )
  )
}

async function outcome(one: MetricFlowCase): Promise<string> {
  const own = ownQuery(one, imported)
  if ('reason' in own) return own.reason
  // Periods without rows come from a time spine, which a workspace does not have.
  if (/time_spine/.test(one.check_query)) return 'periods without rows'
  const reader = await tables.judge.runAndReadAll(one.check_query)
  const right = reader.getRowObjectsJS().map((row) => own.columns.map((name) => row[name]))
  const answer = await platform.queryMetrics(owner, own.request).catch((error: Error) => error)
  if (answer instanceof Error) return `refused: ${answer.message}`
  const lists = answer.columns.map(({ name }) => answer.table[name]!)
  const rows = (lists[0] ?? []).map((_, row) => lists.map((list) => list[row]))
  const ours = rows.map((row) => row.map(plain))
  const theirs = right.map((row) => row.map(plain))
  if (sorted(ours) === sorted(theirs)) return 'passed'
  const dimensions = own.columns.length - (one.spec.metrics ?? []).length
  if (isSameButForNothing(ours, theirs, dimensions)) return 'a sum of no rows is 0, not NULL'
  return `other rows: ${one.name}`
}

test('imported metrics have the values that the SQL of the cases has', async () => {
  const outcomes = await Promise.all(CASES.map(outcome))
  const counts: Record<string, number> = {}
  for (const found of outcomes) counts[found] = (counts[found] ?? 0) + 1
  expect(counts).toEqual({
    passed: 56,
    'a sum of no rows is 0, not NULL': 10,
    'other rows: approximate_continuous_percentile_agg': 1,
    'other rows: approximate_discrete_percentile_agg': 1,
    'another period (offset)': 21,
    'no metric: the values of dimensions': 16,
    cumulative: 14,
    'periods without rows': 9,
    'a conversion': 7,
    'of another model': 7,
    'a balance (non-additive)': 6,
    'a granularity of its own': 6,
    'a filter by a metric': 5,
    'a part of a time as a dimension': 2,
    'a time constraint within a day': 1,
  })
})
