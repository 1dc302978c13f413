import type { TimeComparisonRequest } from '@tributary/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, shopWith } from '../support/shop.ts'
import { answeringPlans, backfilled } from '../support/work.ts'

const REQUEST: TimeComparisonRequest = {
  metric: 'revenue',
  dimensions: ['shop'],
  explain: true,
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: '[metric_time__month] = "2024-06"',
    compareTimeConstraint: '[metric_time__month] = "2024-05"',
    filters: [],
  },
}

const RANGE = { startTime: '2024-05-01', endTime: '2024-06-30' }

const MORE = `grants:
  - { account: tom, role: USAGER, metric: revenue }
  - { account: tom, role: USAGER, dimension: shop }
  - { account: tom, role: USAGER, dimension: city }
plans:
  - { name: by_shop, kind: RESULT, dimensions: [metric_time__day, shop], metrics: [revenue] }
  - { name: by_day, kind: RESULT, dimensions: [metric_time__day], metrics: [revenue] }
`

describe('an account that sees only some rows', () => {
  let platform: Platform
  let remove: () => Promise<void>

  beforeEach(async () => {
    const files = shopWith(MORE)
    const definitions = files['workspace.yaml']!.replace(
      '  - name: orders\n',
      '  - name: orders\n    rows: "[shop] = [user.shop]"\n',
    )
      .replace('  - name: shops\n', '  - name: shops\n    rows: "[city] = [user.town]"\n')
      .replace('accounts:\n', 'accounts:\n  - { account: tom }\n')
    const made = await folderOf({ ...files, 'workspace.yaml': definitions })
    remove = made.remove
    platform = await createPlatform({
      workspace: made.folder,
      trustIdentityHeaders: true,
      workers: 1,
    })
  })
  afterEach(async () => {
    await platform.close()
    await remove()
  })

  const callerOf = (authValue: string) =>
    platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })

  async function give(account: string, value: string, name = 'shop'): Promise<void> {
    await platform.as(await callerOf('ann')).saveUserAttributes({
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: [{ identityValue: account, properties: [{ name, value }] }],
    })
  }

  test('is refused without the attribute, an owner too', async () => {
    for (const account of ['joe', 'ann']) {
      const asked = platform.as(await callerOf(account)).compareTimes(REQUEST)
      await expect(asked).rejects.toMatchObject({
        code: 'CATALOG_USER_ATTRIBUTE_MISSING',
        details: { attribute: 'shop', metric: 'revenue' },
      })
    }
  })

  test('is limited by the current value of its attribute', async () => {
    const joe = await callerOf('joe')
    for (const shop of ['a', 'b']) {
      await give('joe', shop)
      const { tables } = await platform.as(joe).compareTimes(REQUEST)
      expect(tables[1]?.table).toMatchObject({ shop: [shop] })
    }
    await give('joe', 'nowhere')
    const { tables } = await platform.as(joe).compareTimes(REQUEST)
    expect(tables[1]?.empty).toBe(true)
  })

  test('is limited by a dataset that it may not see itself', async () => {
    await give('tom', 'b')
    const tom = await callerOf('tom')
    const { explain: _, ...request } = REQUEST
    const { tables } = await platform.as(tom).compareTimes(request)
    expect(tables[1]?.table).toMatchObject({ shop: ['b'] })
    const byCity = { ...request, dimensions: ['city'] }
    await expect(platform.as(tom).compareTimes(byCity)).rejects.toThrow('"town"')
    await give('tom', 'Bruges', 'town')
    const answer = await platform.as(tom).compareTimes(byCity)
    expect(answer.tables[1]?.table).toMatchObject({ city: ['Bruges'] })
  })

  test('sees how the rows are limited only as an owner', async () => {
    await give('joe', 'a')
    await give('ann', 'b')
    const shown = await platform.as(await callerOf('ann')).compareTimes(REQUEST)
    expect(shown.explanation?.executed.join('\n')).toContain('"b"')
    const hidden = await platform.as(await callerOf('joe')).compareTimes(REQUEST)
    const executed = hidden.explanation!.executed.join('\n')
    expect(executed).toContain('not shown')
    expect(executed).not.toMatch(/orders|shop|"a"/)
  })

  test('is answered by a plan that has the columns of the condition, and by no other', {
    timeout: 300_000,
  }, async () => {
    await give('ann', 'a')
    const ann = await callerOf('ann')
    const before = await platform.as(ann).compareTimes(REQUEST)
    await backfilled(platform, ann, { planName: 'by_shop', ...RANGE })
    await backfilled(platform, ann, { planName: 'by_day', ...RANGE })
    const after = await platform.as(ann).compareTimes(REQUEST)
    expect(after.tables).toEqual(before.tables)
    expect(answeringPlans(after)).toEqual(['by_shop'])
    const byDay = { ...REQUEST, dimensions: ['metric_time__day'] }
    expect(answeringPlans(await platform.as(ann).compareTimes(byDay))).toEqual(['by_shop'])
  })
})
