import { execFile } from 'node:child_process'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AttributionData } from '@tributary/contract'
import { expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const caller = {
  tenant: 'shop',
  account: 'ann',
  displayName: 'Ann',
  role: 'OWNER',
  grants: [],
} as const

/** Orders of many shops, more than a mebibyte of them, of which every `factor` is the price of one. */
function manyOrders(factor: number): string {
  const lines = Array.from({ length: 72_000 }, (_, order) => {
    const month = order % 2 === 0 ? '05' : '06'
    const day = String(1 + (order % 28)).padStart(2, '0')
    return `2024-${month}-${day},${'abc'[order % 3]},${((order * 7919) % 100) * factor}`
  })
  return ['day,shop,amount', ...lines, ''].join('\n')
}

function request(metric: string) {
  return {
    metric,
    dimensions: ['shop', 'city'],
    explain: true,
    attribution: {
      attributionCalculateType: 'ALL' as const,
      currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
      compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
    },
  }
}

const ask = (platform: Platform, metric = 'basket'): Promise<AttributionData> =>
  platform.as(caller).compareTimes(request(metric))

const isFromMemory = ({ explanation }: AttributionData): boolean =>
  explanation!.executed.every((one) => one.startsWith('in memory: '))

/** Asks until the answer comes from memory. */
async function askUntilInMemory(platform: Platform): Promise<AttributionData> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await ask(platform)
    if (isFromMemory(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The dataset did not come into memory')
}

test('a dataset that is asked again comes into memory, with the same answers, until its file changes', async () => {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'orders.csv': manyOrders(1) })
  const platform = await createPlatform({ workspace: folder })
  try {
    const first = await ask(platform)
    expect(isFromMemory(first)).toBe(false)
    const placed = await askUntilInMemory(platform)
    expect(placed.tables).toEqual(first.tables)
    expect(placed.warning).toBe(first.warning)
    expect(isFromMemory(await ask(platform, 'revenue'))).toBe(true)

    await writeFile(join(folder, 'orders.csv'), manyOrders(10))
    await utimes(join(folder, 'orders.csv'), new Date(), new Date(Date.now() + 5_000))
    const changed = await ask(platform)
    expect(isFromMemory(changed)).toBe(false)
    expect(changed.tables).not.toEqual(first.tables)
    expect((await askUntilInMemory(platform)).tables).toEqual(changed.tables)
  } finally {
    await platform.close()
    await remove()
  }
}, 60_000)

/** A platform on orders, and what it said that it did. */
async function platformOn(orders: string, options: { readonly memoryBytes?: number }) {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'orders.csv': orders })
  const steps: string[] = []
  const onProgress = (step: string) => steps.push(step)
  const platform = await createPlatform({ workspace: folder, onProgress, ...options })
  const loads = () => steps.filter((step) => step.startsWith('bringing ')).length
  return { platform, remove, loads }
}

test.each([
  ['memory is turned off', { memoryBytes: 0 }, manyOrders(1)],
  ['its file is read in no time', {}, SHOP_FILES['orders.csv']!],
])('no dataset is loaded where %s', async (_, options, orders) => {
  const { platform, remove, loads } = await platformOn(orders, options)
  try {
    for (let asked = 0; asked < 4; asked++) expect(isFromMemory(await ask(platform))).toBe(false)
    expect(loads()).toBe(0)
  } finally {
    await platform.close()
    await remove()
  }
})

test('a dataset that does not fit is tried once, and stays in its file', async () => {
  const { platform, remove, loads } = await platformOn(manyOrders(1), { memoryBytes: 100_000 })
  try {
    const first = await ask(platform)
    await ask(platform)
    while (loads() < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    for (let asked = 0; asked < 4; asked++) {
      const answer = await ask(platform)
      expect(isFromMemory(answer)).toBe(false)
      expect(answer.tables).toEqual(first.tables)
    }
    // The orders and their shops.
    expect(loads()).toBe(2)
  } finally {
    await platform.close()
    await remove()
  }
})

test('a platform can be closed while a dataset is being loaded', async () => {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'orders.csv': manyOrders(1) })
  const platform = await createPlatform({ workspace: folder })
  await ask(platform)
  await ask(platform)
  await platform.close()
  await remove()
  await expect(ask(platform)).rejects.toMatchObject({ code: 'PLATFORM_CLOSED' })
})

/** A process that asks twice and ends itself so many milliseconds later, in the middle of loading. */
function endedWhileLoading(folder: string, delay: number): Promise<unknown> {
  const index = new URL('../../src/index.ts', import.meta.url).href
  const program = `
    import { createPlatform } from ${JSON.stringify(index)}
    const platform = await createPlatform({ workspace: ${JSON.stringify(folder)} })
    const ask = () => platform.as(${JSON.stringify(caller)}).compareTimes(${JSON.stringify(request('basket'))})
    await ask()
    await ask()
    setTimeout(() => process.exit(7), ${delay})`
  const flags = ['--input-type=module', '--eval', program]
  return promisify(execFile)(process.execPath, flags).catch(({ code }) => code)
}

test('a process can end itself while a dataset is being loaded', async () => {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'orders.csv': manyOrders(1) })
  try {
    const ends = [400, 1_000].map((delay) => endedWhileLoading(folder, delay))
    expect(await Promise.all(ends)).toEqual([7, 7])
  } finally {
    await remove()
  }
}, 60_000)
