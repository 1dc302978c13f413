import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fixedClock } from '@tributary/core'
import { createDuckDb } from '@tributary/sql'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../src/create-platform.ts'
import type { PlatformOptions } from '../src/model/options.ts'
import type { Caller } from '../src/model/rights.ts'
import type { Platform } from '../src/platform.ts'
import { folderOf, SHOP_FILES } from './support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function shopFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, ...files })
  cleanups.push(remove)
  return folder
}

async function open(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const workspace = options.workspace ?? (await shopFolder())
  const platform = await createPlatform({ trustIdentityHeaders: true, ...options, workspace })
  cleanups.push(() => platform.close())
  return platform
}

function as(platform: Platform, authValue = 'ann'): Promise<Caller> {
  return platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })
}

const JUNE_AGAINST_MAY = {
  attributionCalculateType: 'ALL' as const,
  currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
  compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
}

describe('an opened workspace', () => {
  test('answers an attribution', async () => {
    const platform = await open()
    const { tables, warning } = await platform.as(await as(platform)).compareTimes({
      metric: 'revenue',
      dimensions: ['city'],
      attribution: { ...JUNE_AGAINST_MAY, filters: null },
    })
    expect(warning).toContain('RANGE_LENGTH_DIFFERS')
    expect(tables[0]?.table['@growth']).toEqual(['30'])
    expect(tables[1]?.table).toMatchObject({
      city: ['Ghent', '(null)', 'Bruges'],
      '@currentValue': [30, 5, 25],
      '@compareValue': [10, 0, 20],
      '@growth': ['20', '5', '5'],
      '@growthRate': ['2', null, '0.25'],
    })
  })

  test('reads Now() from its clock, on the wall of the tenant', async () => {
    const workspace = await shopFolder({
      'zone.yaml': 'timeZone: Asia/Shanghai\n',
    })
    // 20:00 UTC on May 31 is June 1 in Shanghai.
    const platform = await open({
      workspace,
      clock: fixedClock(new Date('2024-05-31T20:00:00Z')),
    })
    const { tables } = await platform.as(await as(platform)).compareTimes({
      metric: 'revenue',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL' as const,
        currentTimeConstraint: 'DateTrunc([metric_time], "DAY") = DateTrunc(Now(), "DAY")',
        compareTimeConstraint: '[metric_time] = "2024-05-01"',
      },
    })
    expect(tables[0]?.table['@currentValue']).toEqual([30])
    expect(tables[0]?.table['@compareValue']).toEqual([10])
  })

  test('never counts a row twice where a relation leads to two rows', async () => {
    const workspace = await shopFolder({ 'shops.csv': 'id,city\na,Ghent\na,Antwerp\nb,Bruges\n' })
    const platform = await open({ workspace })
    const ann = await as(platform)
    const by = (dimension: string) =>
      platform.as(ann).compareTimes({
        metric: 'revenue',
        dimensions: [dimension],
        attribution: JUNE_AGAINST_MAY,
      })
    await expect(by('city')).rejects.toMatchObject({ code: 'SQL_LOOKUP_NOT_UNIQUE' })
    expect((await by('shop')).tables[0]?.table['@growth']).toEqual(['30'])
  })

  test('keeps text that looks like a number, and reads an empty column as declared', async () => {
    const workspace = await shopFolder({
      'orders.csv': 'day,shop,amount\n2024-05-01,007,10\n2024-06-01,07,30\n',
      'shops.csv': 'id,city\n007,\n07,\n',
      'workspace.yaml': (SHOP_FILES['workspace.yaml'] ?? '').replace(
        '{ name: city, type: VARCHAR }',
        '{ name: city, type: BIGINT }',
      ),
    })
    const platform = await open({ workspace })
    const { tables } = await platform.as(await as(platform)).compareTimes({
      metric: 'revenue',
      dimensions: ['shop', 'city'],
      attribution: { ...JUNE_AGAINST_MAY, filters: ['[shop] != "7"'] },
    })
    expect(tables[1]?.table.shop).toEqual(['07', '007'])
    expect(tables[2]?.table.city).toEqual(['(null)'])
  })

  test('knows its dimensions by name and by code', async () => {
    const platform = await open()
    const ann = await as(platform)
    const { dimensionDetail } = platform.as(ann)
    expect(await dimensionDetail({ dimName: 'shop' })).toMatchObject({ dimCode: 'D1' })
    const byCode = await dimensionDetail({ dimName: 'D1', queryBy: 'UUID' })
    expect(byCode.dimName).toBe('shop')
    await expect(dimensionDetail({ dimName: 'shop', queryBy: 'UUID' })).rejects.toThrow(/shop/)
    const all = await platform.as(ann).dimensionsOfMetrics({ metricNames: ['basket', 'revenue'] })
    expect(all.basket?.map(({ dimName }) => dimName)).toEqual(['metric_time', 'shop', 'city'])
    expect(Object.keys(all)).toEqual(['basket', 'revenue'])
  })

  test('tells each caller what they may do with a dataset', async () => {
    const platform = await open()
    const [ann, joe] = await Promise.all([as(platform), as(platform, 'joe')])
    const detail = await platform.as(ann).datasetDetail({ name: ' orders ' })
    expect(detail).toMatchObject({
      name: 'orders',
      version: 1,
      available: 0,
      relatedDatasetCount: 1,
      owner: { userId: 'ann', nickname: 'Ann' },
      userPrivilegeResultDTO: { authorityRole: 'OWNER', canTransfer: true },
      relations: [
        {
          dstDatasetName: 'shops',
          relationConditions: [{ srcExpr: "['orders'/'shop']", dstExpr: "['shops'/'id']" }],
        },
      ],
      relationFroms: [],
    })
    expect(
      (await platform.as(joe).datasetDetail({ name: 'shops' })).userPrivilegeResultDTO,
    ).toMatchObject({
      authorityRole: 'USAGER',
      canUsage: true,
      canEdit: false,
      authRoleList: [],
    })
  })

  test('says when the rows of a dataset cannot be read any more', async () => {
    const { folder, remove } = await folderOf(SHOP_FILES)
    const platform = await open({ workspace: folder })
    await remove()
    expect(
      (await platform.as(await as(platform)).datasetDetail({ name: 'orders' })).available,
    ).not.toBe(0)
  })

  test('takes nothing after it is closed', async () => {
    const platform = await open()
    const ann = await as(platform)
    await platform.close()
    await platform.close()
    await expect(as(platform)).rejects.toMatchObject({ code: 'PLATFORM_CLOSED' })
    await expect(platform.as(ann).allLineage()).rejects.toThrow(/closed/)
  })
})

describe('a workspace that does not fit its files is refused whole', () => {
  test('a column that the file does not have', async () => {
    const workspace = await shopFolder({ 'shops.csv': 'id,town\na,Ghent\n' })
    await expect(open({ workspace })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringMatching(/"shops".*"city".*shops\.csv.*id, town/),
    })
  })

  test('a column of another type', async () => {
    const workspace = await shopFolder({
      'workspace.yaml': (SHOP_FILES['workspace.yaml'] ?? '').replace('shops.csv', 'shops.parquet'),
      'shops.parquet': '',
    })
    const engine = await createDuckDb({ threads: 1 })
    const target = join(workspace, 'shops.parquet')
    const text = `COPY (SELECT 'a' AS id, 2.5 AS city) TO '${target}' (FORMAT parquet)`
    await engine.run({ text, parameters: [] })
    await engine.close()
    await expect(open({ workspace })).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringMatching(/"city" as VARCHAR, but in shops\.parquet it is DECIMAL/),
    })
  })

  test.each(['BIGINT', 'DECIMAL'])('a value that is not of the declared type %s', async (type) => {
    const workspace = await shopFolder({
      'workspace.yaml': (SHOP_FILES['workspace.yaml'] ?? '').replace(
        '{ name: city, type: VARCHAR }',
        `{ name: city, type: ${type} }`,
      ),
    })
    await expect(open({ workspace })).rejects.toMatchObject({
      code: 'SQL_FILE_UNREADABLE',
      message: expect.stringContaining('shops.csv'),
    })
  })

  test('a file that is not there', async () => {
    const workspace = await shopFolder({
      'workspace.yaml': (SHOP_FILES['workspace.yaml'] ?? '').replace('shops.csv', 'stores.csv'),
    })
    await expect(open({ workspace })).rejects.toThrow(/stores\.csv/)
  })
})

test('a file that changes is held against its dataset anew', async () => {
  const workspace = await shopFolder()
  const platform = await open({ workspace })
  const ann = await as(platform)
  const ask = async () => {
    const request = { metric: 'revenue', dimensions: ['city'], attribution: JUNE_AGAINST_MAY }
    const { tables } = await platform.as(ann).compareTimes(request)
    return tables[1]!.table.city
  }
  const shops = join(workspace, 'shops.csv')
  expect(await ask()).toEqual(['Ghent', '(null)', 'Bruges'])
  await writeFile(shops, 'id,town\na,Ghent\n')
  await expect(ask()).rejects.toMatchObject({ code: 'PLATFORM_SOURCE_MISMATCH' })
  await rm(shops)
  await expect(ask()).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
  await expect(ask()).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
  await writeFile(shops, 'id,city\na,Liège\nb,Bruges\n')
  expect(await ask()).toEqual(['Liège', '(null)', 'Bruges'])
})

describe('credentials', () => {
  test('ACCOUNT and UID are believed only when told so', async () => {
    const platform = await open({ trustIdentityHeaders: false })
    await expect(as(platform)).rejects.toMatchObject({ code: 'ACCESS_UNAUTHENTICATED' })
  })

  test('a secret stands for its account, under its own kind and tenant only', async () => {
    const platform = await open({ trustIdentityHeaders: false })
    const authValue = await platform.createCredential({ account: 'joe', kind: 'APIKEY' })
    expect(authValue).toHaveLength(32)
    const tenantId = 'shop'
    expect(await platform.authenticate({ tenantId, authType: 'APIKEY', authValue })).toEqual({
      tenant: 'shop',
      account: 'joe',
      displayName: 'Joe',
      role: 'USAGER',
      grants: [],
    })
    for (const wrong of [
      { tenantId, authType: 'TOKEN', authValue },
      { tenantId: 'other', authType: 'APIKEY', authValue },
      { tenantId, authType: 'APIKEY', authValue: `${authValue.slice(1)}x` },
      { tenantId, authType: 'APIKEY', authValue: 'joe' },
    ]) {
      await expect(platform.authenticate(wrong)).rejects.toMatchObject({
        code: 'ACCESS_UNAUTHENTICATED',
      })
    }
  })

  test('nobody gets a secret for an account that does not exist', async () => {
    const platform = await open()
    await expect(
      platform.createCredential({ account: 'eve', kind: 'TOKEN' }),
    ).rejects.toMatchObject({ code: 'PLATFORM_INVALID_REQUEST' })
  })
})

describe('the store in a folder', () => {
  test('keeps secrets, and when definitions changed, from one process to the next', async () => {
    const workspace = await shopFolder()
    const data = await shopFolder()
    const first = await open({
      workspace,
      data,
      clock: fixedClock(new Date('2024-07-01T00:00:00Z')),
    })
    const authValue = await first.createCredential({ account: 'ann', kind: 'TOKEN' })
    await first.close()

    const changed = await shopFolder({
      'workspace.yaml': (SHOP_FILES['workspace.yaml'] ?? '').replace(
        'name: shops\n',
        'name: shops\n    description: every shop\n',
      ),
    })
    const second = await open({
      workspace: changed,
      data,
      clock: fixedClock(new Date('2024-07-02T00:00:00Z')),
    })
    const ann = await second.authenticate({ tenantId: 'shop', authType: 'TOKEN', authValue })
    expect(await second.as(ann).datasetDetail({ name: 'shops' })).toMatchObject({
      version: 2,
      createTime: Date.parse('2024-07-01T00:00:00Z'),
      updateTime: Date.parse('2024-07-02T00:00:00Z'),
    })
    expect(await second.as(ann).datasetDetail({ name: 'orders' })).toMatchObject({
      version: 1,
      updateTime: Date.parse('2024-07-01T00:00:00Z'),
    })
  })

  test('is refused in one sentence when its file is something else', async () => {
    const data = await shopFolder({ 'tributary.sqlite': 'not a database'.repeat(100) })
    await expect(open({ data })).rejects.toMatchObject({
      code: 'PLATFORM_STORE_FAILED',
      message: expect.stringContaining('tributary.sqlite'),
    })
  })
})
