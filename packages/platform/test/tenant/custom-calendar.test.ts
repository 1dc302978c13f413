import { loadWorkspace } from '@tributary/catalog'
import { expect, onTestFinished, test } from 'vitest'
import { folderOf } from '../../../../test/support/folder-of.ts'
import { oneDataset } from '../../../../test/support/one-dataset.ts'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { findCalendarFindings } from '../../src/sources/calendar-findings.ts'
import { answeringPlans, backfilled, named } from '../support/work.ts'

const DAY = 86_400_000
const dayOf = (days: number): string => new Date(days * DAY).toISOString().slice(0, 10)
const FROM = Date.UTC(2023, 0, 1) / DAY
/** The amount of a day is its number, so that no two periods have the same sum. */
const SALES = Array.from({ length: 800 }, (_, i) => ({
  day: FROM + i,
  shop: 'ab'[i % 2]!,
  amount: i,
}))

/** Weeks in 4-4-5 from 29 January 2023, two years of them, in no order. */
const WEEKS = Array.from({ length: 104 }, (_, i) => {
  const month = Math.floor((i % 52) / 13) * 3 + Math.min(2, Math.floor(((i % 52) % 13) / 4))
  const year = 2023 + Math.floor(i / 52)
  const start = Date.UTC(2023, 0, 29) / DAY + 7 * i
  return {
    start,
    week: `${year} week ${(i % 52) + 1}`,
    month: `${year}-P${month + 1}`,
    year: `RY${year}`,
  }
}).toSorted((a, b) => (a.start % 5) - (b.start % 5))

const csv = (rows: readonly object[]): string =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((one) => `${one.join(',')}\n`)
    .join('')

const calendarFile = csv(
  WEEKS.map(({ start, ...labels }) => ({ first: dayOf(start), last: dayOf(start + 6), ...labels })),
)

const workspace = (custom: string, more = ''): string => `${oneDataset({
  ...{ tenant: 'sales', accounts: ['ann'], dataset: 'sales', file: 'sales.csv', time: 'day' },
  columns: { day: 'DATE', shop: 'VARCHAR', amount: 'BIGINT' },
  dimensions: ['shop'],
  metrics: { revenue: 'SUM [amount]' },
})}
calendar: { custom: [${custom}] }
${more}`

const WEEKS_YAML = `
datasets:
  - name: weeks
    source: { datasource: local, file: weeks.csv }
    columns:
      [{ name: first, type: DATE }, { name: last, type: DATE }, { name: week, type: VARCHAR },
       { name: month, type: VARCHAR }, { name: year, type: VARCHAR }]
`
const CUSTOM = `{ dataset: weeks, start: first, end: last, grains: [
  { name: RETAIL_WEEK, label: week }, { name: retail_month, label: month }, { name: RETAIL_YEAR, label: year }] }`
const PLANS = `plans:
  - { name: by_month, kind: RESULT, dimensions: [metric_time__retail_month, shop], metrics: [revenue], granularity: retail_month }
`
const sales = csv(SALES.map(({ day, ...row }) => ({ day: dayOf(day), ...row })))

async function opened(yaml: string, files: Readonly<Record<string, string>>) {
  const { folder, remove } = await folderOf({
    ...{ 'workspace.yaml': yaml, 'weeks.yaml': WEEKS_YAML, 'sales.csv': sales, ...files },
  })
  onTestFinished(remove)
  return folder
}

/** What a grain holds, by going through the rows of both files: sums by the first day of the period. */
function naive(
  label: 'week' | 'month' | 'year',
  from: number,
  to: number,
): ReadonlyMap<string, string> {
  const weeks = WEEKS.toSorted((a, b) => a.start - b.start)
  const sums = new Map<string, number>()
  for (const { day, amount } of SALES) {
    if (day < from || day >= to) continue
    const week = weeks.find(({ start }) => day >= start && day < start + 7)
    const last = weeks.at(-1)!.start + 7
    const start = week ? weeks.find((one) => one[label] === week[label])!.start : last
    const key = !week && day < last ? '0001-01-01' : dayOf(start)
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return new Map([...sums].map(([key, sum]) => [key, String(sum)]))
}

async function byGrain(platform: Platform, grain: string, range: string | null) {
  const answer = await platform.as(await named(platform, 'sales', 'ann')).queryMetrics({
    metrics: ['revenue'],
    dimensions: [`metric_time__${grain}`],
    ...(range === null ? {} : { range }),
    limit: 1000,
  })
  const { [`metric_time__${grain}`]: keys = [], revenue = [] } = answer.table
  return new Map(keys.map((key, i) => [String(key), String(revenue[i])]))
}

test('periods of a dataset are grains in queries, series, ranges and plans, in the engine and in memory', async () => {
  const folder = await opened(workspace(CUSTOM, PLANS), { 'weeks.csv': calendarFile })
  const { folder: data, remove } = await folderOf({})
  onTestFinished(remove)
  const options = { trustIdentityHeaders: true, data, workers: 1, taskTimes: { poll: 50 } }
  const platform = await createPlatform({ workspace: folder, ...options })
  onTestFinished(() => platform.close())
  const caller = await named(platform, 'sales', 'ann')
  const all = [-Infinity, Infinity] as const
  // A dataset that is asked repeatedly is brought into memory.
  for (let i = 0; i < 3; i++) {
    expect(await byGrain(platform, 'retail_month', null)).toEqual(naive('month', ...all))
    expect(await byGrain(platform, 'RETAIL_WEEK', null)).toEqual(naive('week', ...all))
    expect(await byGrain(platform, 'retail_year', null)).toEqual(naive('year', ...all))
  }
  const months = WEEKS.filter(({ month }) => month === '2024-P3').map(({ start }) => start)
  const [from, to] = [Math.min(...months), Math.max(...months) + 7]
  const labelled = { metrics: ['revenue'], filters: ['[metric_time__retail_month] = "2024-P3"'] }
  await expect(platform.as(caller).queryMetrics(labelled)).rejects.toThrow(
    `write the first day of the period, ${dayOf(from)}`,
  )
  expect(await byGrain(platform, 'retail_week', '2024-P3')).toEqual(naive('week', from, to))

  const series = await platform.as(caller).metricSeries({
    metric: 'revenue',
    grain: 'retail_month',
    range: 'RY2024',
  })
  expect(series.periods).toHaveLength(12)
  expect(String(series.table.value![2])).toBe(naive('month', from, to).get(dayOf(from)))

  await backfilled(platform, caller, {
    planName: 'by_month',
    ...{ startTime: '2023-01-29', endTime: '2025-01-20', dateIntervalOfLot: 800 },
  })
  const answer = await platform.as(caller).compareTimes({
    metric: 'revenue',
    dimensions: ['shop'],
    explain: true,
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: `[metric_time__retail_month] = "${dayOf(from)}"`,
      compareTimeConstraint: '[metric_time__retail_year] = "2023-01-29"',
      filters: [],
    },
  })
  expect(answeringPlans(answer)[0]).toBe('by_month')
  const year = WEEKS.filter((one) => one.year === 'RY2023').map(({ start }) => start)
  expect(answer.tables[0]!.table['@currentValue']!.map(String)).toEqual([
    naive('month', from, to).get(dayOf(from)),
  ])
  expect(answer.tables[0]!.table['@compareValue']!.map(String)).toEqual([
    naive('year', Math.min(...year), Math.max(...year) + 7).get('2023-01-29'),
  ])
})

const rows = (lines: readonly string[]): string =>
  `first,last,week,month,year\n${lines.join('\n')}\n`

test.each([
  [
    ['2023-01-29,2023-02-04,w1,m1,y', '2023-02-12,2023-02-18,w2,m1,y'],
    /"weeks".*a gap of 7 days: the row that starts on 2023-01-29 ends with 2023-02-04/,
  ],
  [[], /a row for each period, found no row/],
])('a calendar that is not one is told by dataset and row: %j', async (lines, message) => {
  const folder = await opened(workspace(CUSTOM), { 'weeks.csv': rows(lines) })
  const { findings } = await findCalendarFindings(await loadWorkspace(folder), [])
  expect(findings).toMatchObject([
    { severity: 'ERROR', datasets: ['weeks'], code: 'PLATFORM_SOURCE_MISMATCH' },
  ])
  expect(findings[0]!.message).toMatch(message)
  await expect(createPlatform({ workspace: folder })).rejects.toThrow(message)
  // A question that does not name the calendar is answered.
  const platform = await createPlatform({
    workspace: folder,
    checksSources: false,
    trustIdentityHeaders: true,
  })
  onTestFinished(() => platform.close())
  expect((await byGrain(platform, 'year', null)).size).toBe(3)
  await expect(byGrain(platform, 'retail_week', null)).rejects.toThrow(message)
  await expect(byGrain(platform, 'year', 'last-retail-week')).rejects.toThrow(message)
})

test('a calendar without end dates ends at a row without labels, or its last row is as long as all other rows', async () => {
  const custom = CUSTOM.replace('end: last, ', '')
  const days = ['2023-01-29,,w1,m1,y', '2023-02-05,,w2,m1,y', '2023-02-12,,w3,m2,y']
  const read = async (lines: readonly string[]) => {
    const folder = await opened(workspace(custom), { 'weeks.csv': rows(lines) })
    const { workspace: found, findings } = await findCalendarFindings(
      await loadWorkspace(folder),
      [],
    )
    return findings[0]?.message ?? found.calendar.custom!.map(({ grain }) => grain)
  }
  expect(await read(days)).toEqual([
    'RETAIL_WEEK(2023-01-29 7*3)',
    'RETAIL_MONTH(2023-01-29 14,7)',
    'RETAIL_YEAR(2023-01-29 21)',
  ])
  expect(await read([...days, '2023-02-17,,,,'])).toContain('RETAIL_MONTH(2023-01-29 14,5)')
  expect(await read([...days, '2023-02-17,,w4,m3,y'])).toMatch(
    /the row that starts on 2023-02-17 is the last/,
  )
})
