import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadWorkspace } from '@tributary/catalog'
import { expect, onTestFinished, test } from 'vitest'
import { folderOf } from '../../../../test/support/folder-of.ts'
import { oneDataset } from '../../../../test/support/one-dataset.ts'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { answeringPlans, backfilled, named } from '../support/work.ts'

const DAY = 86_400_000
/** Two years of days; the amount of a day is its number, so that no two periods have the same sum. */
const DAYS = Array.from({ length: 731 }, (_, i) =>
  new Date(Date.UTC(2023, 0, 1) + i * DAY).toISOString().slice(0, 10),
)
const CSV = `day,shop,amount\n${DAYS.map((day, i) => `${day},${i % 2 ? 'a' : 'b'},${i}\n`).join('')}`

const workspace = (calendar: string): string => `${oneDataset({
  ...{ tenant: 'sales', accounts: ['ann'], dataset: 'sales', file: 'sales.csv', time: 'day' },
  columns: { day: 'DATE', shop: 'VARCHAR', amount: 'BIGINT' },
  dimensions: ['shop'],
  metrics: { revenue: 'SUM [amount]' },
})}
calendar: ${calendar}
plans:
  - name: by_week
    kind: RESULT
    dimensions: [metric_time__week, shop]
    metrics: [revenue]
    granularity: WEEK
  - name: by_fiscal_quarter
    kind: RESULT
    dimensions: [metric_time__fiscal_quarter, shop]
    metrics: [revenue]
    granularity: FISCAL_QUARTER
`

async function answered(platform: Platform, current: string, compare: string) {
  const answer = await platform.as(await named(platform, 'sales', 'ann')).compareTimes({
    metric: 'revenue',
    dimensions: ['shop'],
    explain: true,
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: current,
      compareTimeConstraint: compare,
      filters: [],
    },
  })
  const { '@currentValue': now, '@compareValue': before } = answer.tables[0]!.table as Record<
    string,
    unknown[]
  >
  return { from: answeringPlans(answer)[0], sums: [now?.[0], before?.[0]] }
}

const sum = (from: string, to: string): number =>
  DAYS.reduce((all, day, i) => (day >= from && day < to ? all + i : all), 0)

test('tables by weeks and fiscal quarters answer what they are made for, until the calendar changes', async () => {
  const { folder, remove } = await folderOf({
    'sales.csv': CSV,
    'workspace.yaml': workspace('{ weekStart: SUNDAY, fiscalYearStart: 8 }'),
  })
  onTestFinished(remove)
  const { folder: data, remove: removeData } = await folderOf({})
  onTestFinished(removeData)
  const options = { trustIdentityHeaders: true, data, workers: 1, taskTimes: { poll: 50 } }
  const platform = await createPlatform({ workspace: folder, ...options })
  onTestFinished(() => platform.close())
  const caller = await named(platform, 'sales', 'ann')
  const range = { startTime: '2023-01-01', endTime: '2024-12-31', dateIntervalOfLot: 800 }
  for (const planName of ['by_week', 'by_fiscal_quarter']) {
    await backfilled(platform, caller, { planName, ...range })
  }
  const weeks = [
    '[metric_time__week] = "2024-05-12"',
    '[metric_time__week] = "2024-05-05"',
  ] as const
  const years = [
    '[metric_time__fiscal_year] = "2023-08-01"',
    '[metric_time] < "2023-08-01"',
  ] as const
  const quarters = [
    '[metric_time__quarter] = "2024-04-01"',
    '[metric_time__quarter] = "2024-01-01"',
  ] as const

  expect(await answered(platform, ...weeks)).toEqual({
    from: 'by_week',
    sums: [sum('2024-05-12', '2024-05-19'), sum('2024-05-05', '2024-05-12')],
  })
  expect(await answered(platform, ...years)).toEqual({
    from: 'by_fiscal_quarter',
    sums: [sum('2023-08-01', '2024-08-01'), sum('2023-01-01', '2023-08-01')],
  })
  expect((await answered(platform, ...quarters)).from).toBeNull()

  await writeFile(
    join(folder, 'workspace.yaml'),
    workspace('{ weekStart: MONDAY, fiscalYearStart: 7 }'),
  )
  await platform.apply(await loadWorkspace(folder))
  expect(await answered(platform, '[metric_time__week] = "2024-05-13"', weeks[1])).toEqual({
    from: null,
    sums: [sum('2024-05-13', '2024-05-20'), sum('2024-04-29', '2024-05-06')],
  })
  expect(await answered(platform, '[metric_time__fiscal_year] = "2023-07-01"', years[1])).toEqual({
    from: null,
    sums: [sum('2023-07-01', '2024-07-01'), sum('2023-01-01', '2023-08-01')],
  })
  await backfilled(platform, caller, { planName: 'by_fiscal_quarter', ...range })
  expect((await answered(platform, ...quarters)).from).toBe('by_fiscal_quarter')
})
