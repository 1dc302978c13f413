import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'
import {
  type Day,
  dayOf,
  endOf,
  SALES,
  SALES_FILE,
  type Sale,
  startOf,
  textOf,
  type Unit,
} from './sales.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined

type Rows = readonly Sale[]
type Value = number | null

/** Visits of some users a week before their sales, so that days and regions have only one of both. */
const VISITS: Rows = SALES.filter(({ amount }) => amount !== null && amount > 10).map((one) => {
  return { ...one, day: one.day - 7 }
})
const VISITS_FILE = [
  'day,region',
  ...VISITS.map(({ day, region }) => `${textOf(day)},${region ?? ''}`),
].join('\n')

/** A metric as SQL has it: whether a group has rows of it, and its value there. */
interface Model {
  readonly yaml: string
  readonly isThere: (sales: Rows, visits: Rows) => boolean
  readonly value: (sales: Rows, visits: Rows) => Value
  readonly fills?: true
}

const amounts = (rows: Rows): readonly number[] => rows.flatMap(({ amount }) => amount ?? [])
const sum = (rows: Rows): Value =>
  amounts(rows).length === 0 ? null : amounts(rows).reduce((a, b) => a + b, 0)
const north = (rows: Rows): Rows => rows.filter(({ region }) => region === 'north')
const minus = (a: Value, b: Value): Value => (a === null || b === null ? null : a - b)

const atomic = (aggregate: string, rest: string): string =>
  `type: ATOMIC, dataset: sales, aggregate: ${aggregate}, ${rest}`
const some = (sales: Rows): boolean => sales.length > 0

const METRICS: Readonly<Record<string, Model>> = {
  total: {
    yaml: atomic('SUM', 'expr: "[amount]", nullWhenEmpty: true'),
    isThere: some,
    value: sum,
  },
  sales_count: {
    yaml: atomic('COUNT', 'nullWhenEmpty: true'),
    isThere: some,
    value: (sales) => sales.length,
  },
  known: {
    yaml: atomic('COUNT', 'expr: "[amount]", nullWhenEmpty: true'),
    isThere: some,
    value: (sales) => amounts(sales).length,
  },
  top: {
    yaml: atomic('MAX', 'expr: "[amount]", nullWhenEmpty: true'),
    isThere: some,
    value: (sales) => (amounts(sales).length === 0 ? null : Math.max(...amounts(sales))),
  },
  northern: {
    yaml: atomic('SUM', `expr: "[amount]", filters: ['[region] = "north"'], nullWhenEmpty: true`),
    isThere: (sales) => some(north(sales)),
    value: (sales) => sum(north(sales)),
  },
  zero: {
    yaml: atomic('SUM', 'expr: "[amount]"'),
    isThere: some,
    value: (sales) => sum(sales) ?? 0,
  },
  filled: {
    yaml: atomic('SUM', 'expr: "[amount]", fillsPeriods: true'),
    isThere: some,
    value: (sales) => sum(sales) ?? 0,
    fills: true,
  },
  filled_null: {
    yaml: atomic('COUNT_DISTINCT', 'expr: "[user]", nullWhenEmpty: true, fillsPeriods: true'),
    isThere: some,
    value: (sales) => new Set(sales.map(({ user }) => user)).size,
    fills: true,
  },
  visits: {
    yaml: 'type: ATOMIC, dataset: visits, aggregate: COUNT, nullWhenEmpty: true',
    isThere: (_, visits) => some(visits),
    value: (_, visits) => visits.length,
  },
  others: {
    yaml: 'type: COMPOSITE, expr: "[total] - [northern]"',
    isThere: some,
    value: (sales) => minus(sum(sales), sum(north(sales))),
  },
  balance: {
    yaml: 'type: COMPOSITE, expr: "[total] - [visits]"',
    isThere: (sales, visits) => some(sales) || some(visits),
    value: (sales, visits) => minus(sum(sales), visits.length === 0 ? null : visits.length),
  },
}

const dataset = (name: string, columns: string): string => `  - name: ${name}
    source: { datasource: local, file: ${name}.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: region, type: VARCHAR }${columns}]
`
const WORKSPACE = `tenant: sales
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
${dataset('sales', ', { name: user, type: VARCHAR }, { name: amount, type: INT }')}${dataset('visits', '')}dimensions:
  - { name: region, dataset: sales, column: region }
  - { name: visit_region, dataset: visits, column: region, sameAs: region }
metrics:
${Object.entries(METRICS)
  .map(([name, { yaml }]) => `  - { name: ${name}, ${yaml} }`)
  .join('\n')}
`

const platforms: Platform[] = []
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const files = { 'sales.csv': SALES_FILE, 'visits.csv': VISITS_FILE }
  const made = await folderOf({ 'workspace.yaml': WORKSPACE, ...files })
  cleanups.push(made.remove)
  for (const memoryBytes of [0, 2 ** 28]) {
    const options = { workspace: made.folder, trustIdentityHeaders: true, memoryBytes }
    const platform = await createPlatform(options)
    platforms.push(platform)
    cleanups.push(() => platform.close())
  }
  const credentials = { tenantId: 'sales', authType: 'ACCOUNT', authValue: 'ann' } as const
  ann = await platforms[0]!.authenticate(credentials)
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const range = fc
  .record({
    from: fc.integer({ min: dayOf('2024-01-05'), max: dayOf('2024-04-20') }),
    length: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ from, length }) => ({ from, to: from + length }))

interface Range {
  readonly from: Day
  readonly to: Day
}

/** The groups that SQL has: those with rows of a metric, and all periods where one fills them. */
function expected(
  names: readonly string[],
  { from, to }: Range,
  by: Unit | null,
  isSplit: boolean,
) {
  const models = names.map((name) => METRICS[name]!)
  const groups = new Map<string, readonly Value[]>()
  for (let start = from; start < to; start = by === null ? to : endOf(start, by)) {
    const end = by === null ? to : Math.min(endOf(start, by), to)
    const within = (rows: Rows): Rows => rows.filter(({ day }) => day >= start && day < end)
    const [sales, visits] = [within(SALES), within(VISITS)]
    const regions = isSplit ? new Set([...sales, ...visits].map(({ region }) => region)) : [null]
    for (const region of regions) {
      const own = (rows: Rows): Rows => rows.filter((row) => !isSplit || row.region === region)
      const isThere = models.map((one) => one.isThere(own(sales), own(visits)))
      const isFilled = by !== null && !isSplit && models.some(({ fills }) => fills === true)
      const isWhole = by === null && !isSplit
      if (!isFilled && !isWhole && !isThere.includes(true)) continue
      const time = by === null ? [] : [textOf(startOf(start, by))]
      const values = models.map((one, at) => {
        const isZero = one.yaml.startsWith('type: ATOMIC') && !one.yaml.includes('nullWhenEmpty')
        if (!isThere[at]) return isZero ? 0 : null
        return one.value(own(sales), own(visits))
      })
      groups.set(JSON.stringify([...time, ...(isSplit ? [region] : [])]), values)
    }
  }
  return groups
}

describe('metrics that have no value without rows', () => {
  test('have the groups and values of SQL', { timeout: 600_000 }, async () => {
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(METRICS)), {
      minLength: 1,
      maxLength: 3,
    })
    const unit = fc.option(fc.constantFrom<Unit>('DAY', 'WEEK', 'MONTH'))
    await fc.assert(
      fc.asyncProperty(
        names,
        range,
        unit,
        fc.boolean(),
        fc.nat(1),
        async (metrics, time, by, isSplit, at) => {
          const answer = await platforms[at]!.as(ann).queryMetrics({
            metrics,
            dimensions: [
              ...(by === null ? [] : [`metric_time__${by}`]),
              ...(isSplit ? ['region'] : []),
            ],
            timeConstraint: `[metric_time] >= "${textOf(time.from)}" AND [metric_time] < "${textOf(time.to)}"`,
          })
          const columns = answer.columns.map(({ name }) => answer.table[name]!)
          const keys = columns.length - metrics.length
          const found = new Map(
            columns[0]!.map((_, row) => {
              const cells = columns.map((column) => column[row] ?? null)
              return [JSON.stringify(cells.slice(0, keys)), cells.slice(keys)]
            }),
          )
          expect(found).toEqual(expected(metrics, time, by, isSplit))
        },
      ),
      { numRuns: LONG ? 2_000 : 30 },
    )
  })

  test('are 0 in a change, so that contributions add up', async () => {
    const { tables } = await platforms[0]!.as(ann).compareTimes({
      metric: 'northern',
      dimensions: ['region'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: '[metric_time] >= "2024-03-01" AND [metric_time] < "2024-04-01"',
        compareTimeConstraint: '[metric_time] >= "2024-02-01" AND [metric_time] < "2024-03-01"',
      },
    })
    const { table } = tables[1]!
    const rows = table.region!.map((region, row) => [region, table['@currentValue']![row]])
    expect(rows).toContainEqual(['south', 0])
  })

  test('are null in the periods of a series', async () => {
    const { table } = await platforms[0]!.as(ann).metricSeries({
      metric: 'total',
      grain: 'DAY',
      timeConstraint: '[metric_time] >= "2024-02-01" AND [metric_time] < "2024-03-01"',
    })
    const from = dayOf('2024-02-01')
    const values = Array.from({ length: 29 }, (_, i) =>
      sum(SALES.filter(({ day }) => day === from + i)),
    )
    expect(values).toContain(null)
    expect(table.value).toEqual(values)
  })
})
