import type { AttributionData } from '@tributary/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { PlatformOptions } from '../../src/model/options.ts'
import type { Caller } from '../../src/model/rights.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

describe('options of limits', () => {
  test.each([
    [{ questionLimits: { filters: 0 } }, 'questionLimits.filters', 'from 1, found 0'],
    [{ questionLimits: { running: 1.5 } }, 'questionLimits.running', 'from 1, found 1.5'],
    [{ questionLimits: { waiting: -1 } }, 'questionLimits.waiting', 'from 0, found -1'],
    [{ maxRows: Number.NaN }, 'maxRows', 'from 1, found NaN'],
    [{ engineBytes: 1_000 }, 'engineBytes', 'from 134217728, found 1000'],
    [{ processBytes: 1_000 }, 'processBytes', 'from 134217728, found 1000'],
  ])('are refused at the start: %o', async (options, option, reason) => {
    await expect(createPlatform(options)).rejects.toMatchObject({
      code: 'PLATFORM_INVALID_OPTION',
      message: `The option ${option} is wrong: it must be a whole number ${reason}.`,
    })
  })
})

describe('a question larger than the limits', () => {
  let platform: Platform
  let caller: Caller
  let remove: () => Promise<void>
  beforeAll(async () => {
    const made = await folderOf(SHOP_FILES)
    remove = made.remove
    platform = await createPlatform({
      workspace: made.folder,
      trustIdentityHeaders: true,
      questionLimits: { filters: 3, dimensions: 1 },
    })
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
    caller = await platform.authenticate(credentials)
  })
  afterAll(async () => {
    await platform.close()
    await remove()
  })

  const question = (filters: readonly string[], ofTemporary: readonly string[] = []) => ({
    metric: 'own',
    metricDefinitions: { own: { refMetric: 'revenue', filters: [...ofTemporary] } },
    dimensions: ['city'],
    attribution: {
      attributionCalculateType: 'ALL' as const,
      currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
      compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
      filters: [...filters],
    },
  })
  const some = (count: number) => Array.from({ length: count }, (_, at) => `[amount] <> ${at}`)

  test('is refused, and the error names the limit and its setting', async () => {
    await expect(
      platform.as(caller).compareTimes(question(some(2), some(2))),
    ).rejects.toMatchObject({
      code: 'PLATFORM_QUESTION_TOO_LARGE',
      message:
        'A question may have 3 filters, found 4. The service can allow more: --max-filters of tributary start, questionLimits.filters of createPlatform.',
      details: { path: 'attribution.filters', found: 4, limit: 3 },
    })
    await expect(
      platform.as(caller).compareTimes({ ...question([]), dimensions: ['city', 'shop'] }),
    ).rejects.toMatchObject({
      code: 'PLATFORM_QUESTION_TOO_LARGE',
      details: { path: 'dimensions', found: 2, limit: 1 },
    })
    expect(platform.load()).toEqual({ running: 0, waiting: 0, slices: 0, workers: 0 })
  })

  test('is answered when it is as large as may be', async () => {
    const { tables } = await platform.as(caller).compareTimes(question(some(1), some(2)))
    expect(tables).toHaveLength(2)
  })
})

describe.each([
  ['in the engine', 0],
  ['in memory', 2 ** 28],
])('a question with more groups than may be, %s', (_where, memoryBytes) => {
  test('is refused, and answered with a single group less', async () => {
    const { folder, remove } = await folderOf(SHOP_FILES)
    const asked = (dimensions: readonly string[], groups: number) =>
      withPlatform({ workspace: folder, memoryBytes, questionLimits: { groups } }, async (ask) => {
        // The second question finds its dataset in memory, or being loaded.
        await ask(dimensions).catch(() => {})
        return ask(dimensions)
      })
    const dimensions = ['city', 'metric_time__day']
    const all = await asked(dimensions, 1_000)
    const groups = all.tables.reduce((sum, { table }) => sum + table['@growth']!.length, 0)
    expect(groups).toBeGreaterThan(3)
    expect(await asked(dimensions, groups)).toEqual(all)
    await expect(asked(dimensions, groups - 1)).rejects.toMatchObject({
      code: 'PLATFORM_QUESTION_TOO_LARGE',
      message: `A question may have ${groups - 1} groups, those of all its combinations of dimensions together, found more. Combine fewer dimensions, choose a coarser grain, or filter. The service can allow more: --max-groups of tributary start, questionLimits.groups of createPlatform.`,
      details: { path: 'dimensions', limit: groups - 1 },
    })
    await remove()
  })
})

async function withPlatform<T>(
  options: PlatformOptions,
  work: (ask: (dimensions: readonly string[]) => Promise<AttributionData>) => Promise<T>,
): Promise<T> {
  const platform = await createPlatform({ trustIdentityHeaders: true, ...options })
  try {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
    const caller = await platform.authenticate(credentials)
    return await work((dimensions) =>
      platform.as(caller).compareTimes({
        metric: 'revenue',
        dimensions: [...dimensions],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
          compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
        },
      }),
    )
  } finally {
    await platform.close()
  }
}
