import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'
import {
  BASES,
  type Day,
  dayOf,
  endOf,
  LOOKS,
  SALES,
  SALES_FILE,
  SALES_WORKSPACE,
  type Sale,
  startOf,
  textOf,
  type Unit,
} from './sales.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined

/** On the engine, and on columns in memory where the files were read before. */
const platforms: Platform[] = []
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': SALES_WORKSPACE, 'sales.csv': SALES_FILE })
  cleanups.push(made.remove)
  for (const memoryBytes of [0, 2 ** 28]) {
    const options = { workspace: made.folder, trustIdentityHeaders: true, memoryBytes }
    const platform = await createPlatform(options)
    platforms.push(platform)
    cleanups.push(() => platform.close())
  }
  ann = await platforms[0]!.authenticate({
    tenantId: 'sales',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

interface Asked {
  readonly base: string
  readonly look: string
  readonly isDifference: boolean
  readonly from: Day
  readonly to: Day
}

const metricOf = ({ base, look, isDifference }: Asked): string =>
  isDifference ? `${base}_over_${look}` : `${base}_${look}`

const days = fc.integer({ min: dayOf('2024-01-10'), max: dayOf('2024-05-20') })
const asked = fc
  .record({
    base: fc.constantFrom(...Object.keys(BASES)),
    look: fc.constantFrom(...Object.keys(LOOKS)),
    isDifference: fc.boolean(),
    from: days,
    length: fc.integer({ min: 1, max: 45 }),
  })
  .map(({ length, ...rest }): Asked => ({ ...rest, to: rest.from + length }))

const firstDay = Math.min(...SALES.map(({ day }) => day))
const lastDay = Math.max(...SALES.map(({ day }) => day))

/** The value of a metric in the days of a period over some rows; null where a window is beyond the data. */
function valueIn({ base, look, isDifference }: Asked, rows: readonly Sale[], from: Day, to: Day) {
  const then = rows.filter(({ day }) => LOOKS[look]!.sees(day, from, to))
  const value = BASES[base]!(then)
  if (!isDifference) return value
  const now = BASES[base]!(rows.filter(({ day }) => day >= from && day < to))
  return now === null || value === null ? null : now - value
}

function isSeen({ look, isDifference }: Asked, from: Day, to: Day): boolean {
  const all = Array.from({ length: lastDay - firstDay + 1 }, (_, i) => firstDay + i)
  const then = all.some((day) => LOOKS[look]!.sees(day, from, to))
  return then && (!isDifference || (from <= lastDay && to > firstDay))
}

const near = (value: number | string | null | undefined): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? null)

type Groups = ReadonlyMap<string, unknown>

/** Each period and region in which the metric looks at rows. */
function expected(question: Asked, unit: Unit, isSplit: boolean): Groups {
  const groups = new Map<string, unknown>()
  for (let at = question.from; at < question.to; at = endOf(at, unit)) {
    const [from, to] = [at, Math.min(endOf(at, unit), question.to)]
    for (const region of isSplit ? [...new Set(SALES.map((one) => one.region))] : [undefined]) {
      const rows = SALES.filter((one) => region === undefined || one.region === region)
      const isThere = rows.some(
        ({ day }) =>
          LOOKS[question.look]!.sees(day, from, to) ||
          (question.isDifference && day >= from && day < to),
      )
      if (!isThere) continue
      const key = JSON.stringify([textOf(startOf(at, unit)), ...(isSplit ? [region] : [])])
      groups.set(key, near(isSeen(question, from, to) ? valueIn(question, rows, from, to) : null))
    }
  }
  return groups
}

const rangeOf = ({ from, to }: Pick<Asked, 'from' | 'to'>): string =>
  `[metric_time] >= "${textOf(from)}" AND [metric_time] < "${textOf(to)}"`

describe('a metric in another period', () => {
  test('has the values by period of a model in days', { timeout: 600_000 }, async () => {
    const unit = fc.constantFrom<Unit>('DAY', 'WEEK', 'MONTH')
    await fc.assert(
      fc.asyncProperty(asked, unit, fc.boolean(), fc.nat(1), async (question, by, isSplit, at) => {
        const answer = await platforms[at]!.as(ann).queryMetrics({
          metrics: [metricOf(question)],
          dimensions: [`metric_time__${by}`, ...(isSplit ? ['region'] : [])],
          timeConstraint: rangeOf(question),
        })
        const columns = answer.columns.map(({ name }) => answer.table[name]!)
        const found = new Map(
          columns[0]!.map((_, row) => {
            const cells = columns.map((column) => column[row]!)
            return [JSON.stringify(cells.slice(0, -1)), near(cells.at(-1))]
          }),
        )
        expect(found).toEqual(expected(question, by, isSplit))
      }),
      { numRuns: LONG ? 2_000 : 30 },
    )
  })

  test('with a fixed time offset has, by part of a time, the values of rows shifted by the offset', {
    timeout: 600_000,
  }, async () => {
    const later = { day_before: 1, week_before: 7 }
    const looks = fc.constantFrom(...(Object.keys(later) as (keyof typeof later)[]))
    await fc.assert(
      fc.asyncProperty(asked, looks, fc.nat(1), async (one, look, at) => {
        const question = { ...one, look, isDifference: false }
        const { from, to } = question
        const { table } = await platforms[at]!.as(ann).queryMetrics({
          metrics: [metricOf(question)],
          dimensions: ['weekday', 'region'],
          timeConstraint: `[metric_time] >= "${textOf(from)}"`,
          filters: [`[metric_time] < "${textOf(to)}"`],
        })
        const seen = SALES.filter(({ day }) => LOOKS[look]!.sees(day, from, to))
        const groups = Map.groupBy(seen, ({ day, region }) => {
          // 1970-01-01 is a Thursday, and a week begins on Monday.
          return JSON.stringify([String(((day + later[look] + 3) % 7) + 1), region])
        })
        const values = table[metricOf(question)]!
        const found = table.weekday!.map((weekday, row) => [
          JSON.stringify([weekday, table.region![row]]),
          near(values[row]),
        ])
        const { base } = question
        const right = Array.from(groups, ([key, rows]) => [key, near(BASES[base]!(rows))])
        expect(new Map(found as [string, unknown][])).toEqual(new Map(right as [string, unknown][]))
      }),
      { numRuns: LONG ? 1_000 : 12 },
    )
  })

  test.each(['revenue_over_day_before', 'revenue_month_before', 'revenue_ten_days'])(
    '%s has no values by a part of the time',
    async (metric) => {
      const question = { metrics: [metric], dimensions: ['weekday'] }
      await expect(platforms[0]!.as(ann).queryMetrics(question)).rejects.toThrow(
        /"weekday", which is a part of their time, does not divide it/,
      )
    },
  )

  test('has the same values as a series, and none beyond the data', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (question) => {
        const { table } = await platforms[0]!.as(ann).metricSeries({
          metric: metricOf(question),
          grain: 'DAY',
          timeConstraint: rangeOf(question),
        })
        const values = expected(question, 'DAY', false)
        for (const [row, period] of table.period!.entries()) {
          const value = values.get(JSON.stringify([period]))
          const day = dayOf(period as string)
          const nothing = isSeen(question, day, day + 1) ? [0, null] : [null]
          if (value === undefined) expect(nothing).toContain(table.value![row])
          else expect(near(table.value![row])).toEqual(value)
        }
        expect(table.period!.length).toBe(question.to - question.from)
      }),
      { numRuns: LONG ? 500 : 8 },
    )
  })

  test('has contributions of regions that add up to its change', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(asked, asked, fc.nat(1), async (one, other, at) => {
        const question = { ...one, base: 'revenue' }
        const { from, to } = other
        const { tables } = await platforms[at]!.as(ann).compareTimes({
          metric: metricOf(question),
          dimensions: ['region'],
          attribution: {
            attributionCalculateType: 'ALL',
            currentTimeConstraint: rangeOf(question),
            compareTimeConstraint: rangeOf({ from, to }),
          },
        })
        const [, byRegion] = tables
        const current = byRegion!.table['@currentValue'] ?? []
        const compare = byRegion!.table['@compareValue'] ?? []
        const change =
          valueIn(question, SALES, question.from, question.to)! -
          valueIn(question, SALES, from, to)!
        const sum = current.reduce<number>((all, value, row) => {
          return all + Number(value ?? 0) - Number(compare[row] ?? 0)
        }, 0)
        expect(sum).toBe(change)
        const rates = byRegion!.table['@relativeContributionRate'] ?? []
        const whole = rates.reduce<number>((all, rate) => all + Number(rate ?? 0), 0)
        if (change !== 0) expect(whole).toBeCloseTo(1, 6)
      }),
      { numRuns: LONG ? 1_000 : 20 },
    )
  })
})
