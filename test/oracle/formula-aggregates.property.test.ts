import { type AggregateSource, attribute, createColumnarSource } from '@tributary/attribution'
import { createCatalog, parseWorkspace, planAttribution } from '@tributary/catalog'
import { createSqlSource } from '@tributary/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceTable } from '../../packages/sql/test/support/replace-table.ts'
import { patienceOn, runsOn } from '../../packages/sql/test/support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../../packages/sql/test/support/test-databases.ts'

/** Formulas, and their values over the numbers of some rows, by their definitions. */
const METRICS: Readonly<Record<string, readonly [expr: string, of: Definition]>> = {
  variance: ['VariancePop([x])', populationVariance],
  deviation: [
    'StdDevPop([x])',
    (values) => {
      const variance = populationVariance(values)
      return variance === null ? null : Math.sqrt(variance)
    },
  ],
  third: [
    'PercentileDisc([x], 0.3)',
    (values) =>
      values.toSorted((a, b) => a - b).find((_, i) => i + 1 >= 0.3 * values.length) ?? null,
  ],
  different: [
    'SumDistinct([x]) + 0 * Count()',
    (values) => (values.length === 0 ? null : [...new Set(values)].reduce((sum, x) => sum + x, 0)),
  ],
  any_large: ['If(BoolOr([x] > 5), 1, 0)', (values) => Number(values.some((x) => x > 5))],
  all_large: [
    'If(BoolAnd([x] > 5), 1, 0)',
    (values) => Number(values.length > 0 && values.every((x) => x > 5)),
  ],
  cut: ['Trunc(Avg([x]), 1)', meanCutOff],
}

type Definition = (values: readonly number[]) => number | null

function populationVariance(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length
}

/** In whole tenths. */
function meanCutOff(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sum = values.reduce((total, x) => total + x, 0)
  return Math.trunc((10 * sum) / values.length) / 10
}

const catalog = (() => {
  const metrics = Object.entries(METRICS).map(
    ([name, [expr]]) => `  - { name: ${name}, type: COMPOSITE, dataset: t, expr: '${expr}' }`,
  )
  const { workspace, problems } = parseWorkspace([
    {
      file: 'w.yaml',
      text: `tenant: demo
datasources: [{ name: db, type: POSTGRESQL, address: localhost, database: db }]
datasets:
  - name: t
    source: { datasource: db, table: t }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: x, type: BIGINT }]
metrics:
${metrics.join('\n')}`,
    },
  ])
  expect(problems).toEqual([])
  return createCatalog(workspace!)
})()

/** The value over 2024, and over the year before, which has no rows. */
async function valuesOf(metric: string, source: AggregateSource): Promise<readonly unknown[]> {
  const year = (number: number) => {
    const text = `[metric_time__year] = "${number}"`
    return { filters: [], timeConstraint: { text, path: 'test' } }
  }
  const request = planAttribution(
    catalog,
    {
      ...{ metric: { text: metric, path: 'metric' }, metricDefinitions: new Map() },
      ...{ dimensions: [], calculation: 'ALL', filters: [], timeConstraint: null },
      ...{ current: year(2024), compare: year(2023), compareDimension: null, now: 0n },
    },
    { overallOnly: true },
  )
  const base = { table: ['t'], alias: request.rows.base.alias }
  const { tables } = await attribute(source, { ...request, rows: { base, lookups: [] } })
  const { table } = tables[0]!
  return ['@currentValue', '@compareValue'].map((name) => table.get(name, 0) as unknown)
}

const rows = fc.array(
  fc.record({ day: fc.constant('2024-03-01'), x: fc.option(fc.integer({ min: -4, max: 9 })) }),
  { maxLength: 12 },
)

describe.each(TEST_ENGINES)('in $name', (engine) => {
  const { types, open } = engine
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'functions of many rows have the values of their definitions, in memory too',
    async () => {
      const { driver, dialect } = database
      const stored = createSqlSource({ driver, dialect })
      await fc.assert(
        fc.asyncProperty(rows, async (table) => {
          await replaceTable(driver, 't', { day: types.DATE, x: types.INT }, table)
          const memory = createColumnarSource(
            { day: table.map(({ day }) => day), x: table.map(({ x }) => x) },
            { name: 't', types: { day: 'DATE', x: 'INT' } },
          )
          const values = table.flatMap(({ x }) => x ?? [])
          for (const [name, [, definition]] of Object.entries(METRICS)) {
            for (const source of [stored, memory]) {
              const found = await valuesOf(name, source)
              const wanted = [definition(values), definition([])]
              for (const [side, value] of found.entries()) {
                const number = value == null ? null : Number(value)
                if (wanted[side] === null) expect([name, number]).toEqual([name, null])
                else expect(number).toBeCloseTo(wanted[side]!, 10)
              }
            }
          }
        }),
        runsOn(engine, 5, 300),
      )
    },
    patienceOn(engine),
  )
})
