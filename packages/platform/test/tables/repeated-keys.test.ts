import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, SHOP_FILES, shopWith } from '../support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const PLAN = `plans:
  - { name: lines, kind: ACCELERATION, dimensions: [metric_time, shop, city], metrics: [revenue] }
  - { name: sums, kind: RESULT, dimensions: [metric_time__day, city], metrics: [revenue] }
`

async function openShop(shops: string): Promise<Platform> {
  const { folder, remove } = await folderOf({ ...shopWith(PLAN), 'shops.csv': shops })
  cleanups.push(remove)
  const options = { workers: 1, taskTimes: { poll: 20 }, trustIdentityHeaders: true }
  const platform = await createPlatform({ workspace: folder, ...options })
  cleanups.push(() => platform.close())
  return platform
}

/** Fills the table of a plan; gives the state of the one instance and its message. */
async function fillPlan(platform: Platform, planName: string) {
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
  const caller = await platform.authenticate(credentials)
  const days = { startTime: '2024-05-01', endTime: '2024-06-30', dateIntervalOfLot: 100 }
  const dagName = await platform.as(caller).createBackfill({ planName, ...days })
  for (;;) {
    const { instances } = await platform.as(caller).taskInstances({ dagName })
    const [instance] = instances
    if (instance!.status === 'SUCCESS' || instance!.status === 'FAILED') {
      const { msg } = await platform.as(caller).taskInstance({ id: instance!.id })
      return { id: instance!.id, status: instance!.status, msg }
    }
    await setTimeout(20)
  }
}

test.each(['lines', 'sums'])(
  'the table of %s is not filled where a key is there twice',
  async (plan) => {
    const platform = await openShop('id,city\na,Ghent\na,Bruges\n')
    const { status, msg } = await fillPlan(platform, plan)
    expect(status).toBe('FAILED')
    expect(msg).toContain('several have the key a')
  },
)

test('the key is told to those who may edit the plan, and to no others', async () => {
  const platform = await openShop('id,city\na,Ghent\na,Bruges\n')
  const { id } = await fillPlan(platform, 'lines')
  for (const [authValue, sees] of [
    ['ann', true],
    ['joe', false],
  ] as const) {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue } as const
    const operations = platform.as(await platform.authenticate(credentials))
    const { msg } = await operations.taskInstance({ id })
    const detail = await operations.planDetail({ planName: 'lines' })
    const plans = await operations.listPlans({})
    const texts = [msg, detail!.latestTaskDetail!.message, JSON.stringify(plans)]
    for (const text of texts) {
      if (sees) expect(text).toContain('several have the key a')
      else expect(text).not.toMatch(/key a|\.ts:\d|Error:/)
    }
  }
})

test('the table of a plan is filled where keys are there once', async () => {
  const platform = await openShop(SHOP_FILES['shops.csv']!)
  expect(await fillPlan(platform, 'lines')).toMatchObject({ status: 'SUCCESS' })
})
