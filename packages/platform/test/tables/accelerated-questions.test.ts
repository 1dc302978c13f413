import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadWorkspace } from '@tributary/catalog'
import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../test/support/folder-of.ts'
import { oneDataset } from '../../../../test/support/one-dataset.ts'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { eachStore } from '../support/each-store.ts'
import { answeringPlans, backfilled, named } from '../support/work.ts'

/** Two weeks of sales; nobody buys anything on the ninth. */
const SALES = Array.from({ length: 14 }, (_, i) => i + 1)
  .filter((day) => day !== 9)
  .flatMap((day) => {
    const date = `2024-05-${String(day).padStart(2, '0')}`
    return [
      `${date} 09:30:00,north,a,${day},${day / 3}`,
      `${date} 12:00:00,south,b,${2 * day},${day / 7}`,
      `${date} 23:59:59,,b,${day % 3},${day / 11}`,
    ]
  })

const csv = (rows: readonly string[]): string => `at,shop,kind,amount,weight\n${rows.join('\n')}\n`

const sales = (amount: string): string =>
  oneDataset({
    ...{ tenant: 'sales', accounts: ['ann'], others: ['bob'] },
    ...{ dataset: 'sales', file: 'sales.csv', time: 'at' },
    columns: {
      ...{ at: 'TIMESTAMP', shop: 'VARCHAR', kind: 'VARCHAR' },
      ...{ amount: 'BIGINT', weight: 'DOUBLE' },
    },
    dimensions: ['shop', 'kind'],
    metrics: {
      revenue: `SUM ${amount}`,
      orders: 'COUNT',
      weight: 'SUM [weight]',
      kinds: 'COUNT_DISTINCT [kind]',
      large: { type: 'DERIVED', metric: 'orders', filters: ['[amount] > 5'] },
      basket: { type: 'COMPOSITE', expr: '[revenue] / [orders]' },
    },
  })

const workspace = (amount = '[amount]'): string => `${sales(amount)}
grants:
  - { account: bob, role: USAGER, dataset: sales }
  - { account: bob, role: USAGER, metric: revenue }
  - { account: bob, role: USAGER, dimension: shop }
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, shop]
    metrics: [revenue, orders, large, weight]
  - name: rows
    kind: ACCELERATION
    dimensions: [metric_time, kind]
    metrics: [kinds, weight]
  - name: outside
    kind: EXTERNAL
    dimensions: [metric_time__day, kind]
    metrics: [revenue]
    source: { datasource: local, file: outside.csv }
`

interface Asked {
  readonly metric: string
  readonly by?: readonly string[]
  readonly current?: string
  readonly compare?: string
  readonly filters?: readonly string[]
  readonly type?: 'ALL' | 'AVG'
}

const week = (first: string, last: string): string =>
  `[metric_time__day] BETWEEN "2024-05-${first}" AND "2024-05-${last}"`

function requestOf(asked: Asked): TimeComparisonRequest {
  return {
    metric: asked.metric,
    dimensions: asked.by ?? ['shop'],
    explain: true,
    attribution: {
      attributionCalculateType: asked.type ?? 'ALL',
      currentTimeConstraint: asked.current ?? week('08', '14'),
      compareTimeConstraint: asked.compare ?? week('01', '07'),
      filters: asked.filters ?? [],
    },
  }
}

async function ask(platform: Platform, asked: Asked, account = 'ann'): Promise<AttributionData> {
  return platform.as(await named(platform, 'sales', account)).compareTimes(requestOf(asked))
}

async function fill(platform: Platform, planName: string): Promise<void> {
  const range = { startTime: '2024-05-01', endTime: '2024-05-14', dateIntervalOfLot: 14 }
  await backfilled(platform, await named(platform, 'sales', 'ann'), { planName, ...range })
}

/** The file of the external plan: the revenue of the first week by day and kind, as somebody else adds it up. */
const OUTSIDE = Array.from({ length: 7 }, (_, i) => i + 1)
  .flatMap((day) => [`2024-05-0${day},a,${day}`, `2024-05-0${day},b,${2 * day + (day % 3)}`])
  .join('\n')

const numbersOf = ({ tables, warning }: AttributionData) => ({ tables, warning })

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  const files = { 'sales.csv': csv(SALES), 'workspace.yaml': workspace() }
  const made = await folderOf(files)
  folder = made.folder
  remove = made.remove
})
afterEach(() => remove())

eachStore(({ place }) => {
  const open: Platform[] = []
  afterEach(async () => {
    for (const platform of open.splice(0)) await platform.close()
  })
  const started = async (options: object): Promise<Platform> => {
    const platform = await createPlatform({
      workspace: folder,
      trustIdentityHeaders: true,
      ...options,
    })
    open.push(platform)
    return platform
  }
  /** One that works and fills tables, on this kind of store. */
  const working = async (): Promise<Platform> => {
    const where = await place()
    const on = where.startsWith('postgres') ? { store: where } : { data: where }
    return started({ workers: 2, taskTimes: { poll: 50 }, ...on })
  }
  /** What is answered without any table. */
  const plainly = async (asked: Asked): Promise<AttributionData> => ask(await started({}), asked)

  const QUESTIONS: readonly (Asked & { readonly from: readonly (string | null)[] })[] = [
    { metric: 'revenue', from: ['by_day'] },
    { metric: 'basket', by: ['shop', 'metric_time__week'], from: ['by_day'] },
    { metric: 'large', by: ['metric_time__day,shop'], from: ['by_day'] },
    { metric: 'basket', filters: ['[shop] = "north"'], from: ['by_day', 'by_day'] },
    { metric: 'orders', type: 'AVG', from: ['by_day'] },
    { metric: 'orders', current: week('10', '31'), from: ['by_day'] },
    { metric: 'revenue', current: week('09', '09'), from: ['by_day'] },
    { metric: 'kinds', by: ['kind'], from: ['rows'] },
    { metric: 'kinds', by: ['metric_time__hour'], type: 'AVG', from: ['rows'] },
    { metric: 'revenue', by: ['kind'], from: [null] },
    { metric: 'weight', by: ['shop'], from: [null] },
  ]

  test('a question has the same answer from a table as from the data, warnings too', async () => {
    const platform = await working()
    await fill(platform, 'by_day')
    await fill(platform, 'rows')
    const plain = await started({})
    for (const { from, ...asked } of QUESTIONS) {
      const answer = await ask(platform, asked)
      const expected = await ask(plain, asked)
      expect(numbersOf(answer), JSON.stringify(asked)).toEqual(numbersOf(expected))
      expect(answeringPlans(answer), JSON.stringify(asked)).toEqual(from)
    }
    const partial = await ask(platform, { metric: 'orders', current: week('10', '31') })
    expect(partial.warning).toContain('PARTIAL_RANGE')
  })

  test('a table answers those who may not use its plan too, and they are not told of it', async () => {
    const platform = await working()
    await fill(platform, 'by_day')
    const told = await ask(platform, { metric: 'revenue' })
    const untold = await ask(platform, { metric: 'revenue' }, 'bob')
    expect(answeringPlans(told)).toEqual(['by_day'])
    expect(numbersOf(untold)).toEqual(numbersOf(told))
    expect(untold.explanation!.executed).toEqual([
      '-- from the table of a plan\n-- not from 2 more tables of plans',
    ])
  })

  test('the data answers when the file was written since, and the table again when it was refreshed', async () => {
    const platform = await working()
    await fill(platform, 'by_day')
    const asked = { metric: 'revenue' }
    expect(answeringPlans(await ask(platform, asked))).toEqual(['by_day'])
    await writeFile(join(folder, 'sales.csv'), csv([...SALES, '2024-05-14 10:00:00,west,a,1000,1']))
    const expected = await plainly(asked)
    const stale = await ask(platform, asked)
    expect(answeringPlans(stale)).toEqual([null])
    expect(numbersOf(stale)).toEqual(numbersOf(expected))
    await fill(platform, 'by_day')
    const fresh = await ask(platform, asked)
    expect(answeringPlans(fresh)).toEqual(['by_day'])
    expect(numbersOf(fresh)).toEqual(numbersOf(expected))
  })

  test('the data answers when a metric means something else than the table has', async () => {
    const platform = await working()
    await fill(platform, 'by_day')
    await writeFile(join(folder, 'workspace.yaml'), workspace('[amount] * 2'))
    await platform.apply(await loadWorkspace(folder))
    const asked = { metric: 'revenue' }
    const answer = await ask(platform, asked)
    expect(answeringPlans(answer)).toEqual([null])
    expect(numbersOf(answer)).toEqual(numbersOf(await plainly(asked)))
    await fill(platform, 'by_day')
    expect(answeringPlans(await ask(platform, asked))).toEqual(['by_day'])
  })

  test('the file of an external plan answers as long as it is newer than the data', async () => {
    const path = join(folder, 'outside.csv')
    const platform = await working()
    const asked = {
      metric: 'revenue',
      by: ['kind'],
      current: week('04', '06'),
      compare: week('01', '03'),
    }
    const expected = await plainly(asked)
    await writeFile(path, `metric_time__day,kind,revenue\n${OUTSIDE}\n`)
    const later = new Date(Date.now() + 60_000)
    await utimes(path, later, later)
    const answer = await ask(platform, asked)
    expect(answeringPlans(answer)).toEqual(['outside'])
    expect(numbersOf(answer)).toEqual(numbersOf(expected))
    expect(answeringPlans(await ask(platform, { ...asked, current: week('08', '08') }))).toEqual([
      null,
    ])
    const earlier = new Date(Date.now() - 3_600_000)
    await utimes(path, earlier, earlier)
    expect(answeringPlans(await ask(platform, asked))).toEqual([null])
  })
})
