import type { Clock } from '@tributary/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import { folderOf, shopWith } from '../../support/shop.ts'
import { named } from '../../support/work.ts'

const PLAN = `
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, shop]
    metrics: [revenue]
    granularity: DAY
    updateLowerInterval: 3
    updateUpperInterval: 1
    cron: '0 3 * * *'
`
const PATIENCE = { timeout: 15_000, interval: 20 }

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** The shop with a plan, its clock, and how the plan's last instance fares. */
async function shop(workers: number): Promise<{
  set(at: string): void
  last(): Promise<{ readonly status: string; readonly partitions: readonly string[] }>
}> {
  const { folder, remove } = await folderOf(shopWith(PLAN))
  endings.push(remove)
  let now = new Date('2024-06-04T00:00:00Z')
  const clock: Clock = { now: () => now }
  const platform = await createPlatform({
    ...{ workspace: folder, clock, workers, taskTimes: { poll: 20 }, trustIdentityHeaders: true },
  })
  endings.push(() => platform.close())
  const caller = await named(platform, 'shop', 'ann')
  return {
    set: (at) => {
      now = new Date(at)
    },
    last: async () => {
      const plan = await platform.as(caller).planDetail({ planName: 'by_day' })
      const query = { uuid: plan!.planId, pageNumber: 1, pageSize: 10 }
      const { partition } = await platform.as(caller).planPartitions(query)
      return {
        status: plan!.latestTaskDetail?.taskStatus ?? 'NONE',
        partitions: partition?.paritionList.map(({ value }) => value) ?? [],
      }
    },
  }
}

describe('a platform with workers', () => {
  test('refreshes a plan when its time comes', async () => {
    const { set, last } = await shop(1)
    expect(await last()).toEqual({ status: 'NONE', partitions: [] })
    // Its schedule is seen first before its time comes.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    set('2024-06-04T03:00:00Z')
    await vi.waitFor(async () => expect((await last()).status).toBe('SUCCESS'), PATIENCE)
    expect((await last()).partitions).toEqual(['2024-06-03', '2024-06-02', '2024-06-01'])
  })
})

describe('a platform without workers', () => {
  test('follows no schedule', async () => {
    const { set, last } = await shop(0)
    set('2024-06-05T03:00:00Z')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await last()).toEqual({ status: 'NONE', partitions: [] })
  })
})
