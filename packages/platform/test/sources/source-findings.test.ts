import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readWorkspace } from '@tributary/catalog'
import { createDuckDb } from '@tributary/sql'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { findSourceFindings } from '../../src/sources/source-findings.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const YAML = SHOP_FILES['workspace.yaml']!

async function shop(changed: Readonly<Record<string, string>> = {}) {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, ...changed })
  cleanups.push(remove)
  return folder
}

async function findingsIn(folder: string) {
  const { workspace } = await readWorkspace(folder, { seeksData: false })
  return findSourceFindings(workspace!)
}

describe('the findings in the files of datasets', () => {
  test('are none where all values fit', async () => {
    expect(await findingsIn(await shop())).toEqual([])
  })

  test('are all mistakes of all files at once', async () => {
    const orders = `${SHOP_FILES['orders.csv']}2024-06-04,a,ten\n31.06.2024,a,5\n2024-06-05,b,1.5\n`
    const folder = await shop({ 'orders.csv': orders, 'shops.csv': 'ids,town\na,Ghent\n' })
    const findings = await findingsIn(folder)
    expect(
      findings.map(({ severity, code, datasets, column }) => [severity, code, datasets, column]),
    ).toEqual([
      ['ERROR', 'SQL_FILE_UNREADABLE', ['orders'], 'day'],
      ['ERROR', 'SQL_FILE_UNREADABLE', ['orders'], 'amount'],
      ['ERROR', 'PLATFORM_SOURCE_MISMATCH', ['shops'], 'id'],
      ['ERROR', 'PLATFORM_SOURCE_MISMATCH', ['shops'], 'city'],
    ])
    const [day, amount, id] = findings.map(({ message }) => message)
    expect(day).toContain('row 7, column "day"')
    expect(amount).toMatch(/row 6, column "amount".*found "ten".* 1 other value/)
    expect(id).toContain('Did you mean "ids"?')
  })

  test('include wrong types in typed files, damaged files and skipped rows', async () => {
    const yaml = YAML.replace('file: shops.csv', 'file: shops.parquet').replace(
      'file: orders.csv',
      'file: orders.csv, format: { maxBadRows: 2 }',
    )
    const orders = `${SHOP_FILES['orders.csv']}2024-06-04,a,ten\n`
    const folder = await shop({
      'workspace.yaml': yaml,
      'orders.csv': orders,
      'shops.parquet': 'x',
    })
    const broken = await findingsIn(folder)
    expect(broken.map(({ severity, datasets }) => [severity, ...datasets])).toEqual([
      ['WARNING', 'orders'],
      ['ERROR', 'shops'],
    ])
    expect(broken[0]!.message).toMatch(/^1 row of .*orders\.csv is left out, of at most 2.*row 6/)
    const engine = await createDuckDb({ threads: 1 })
    const target = join(folder, 'shops.parquet')
    await engine.run({
      text: `COPY (SELECT 1 AS id, 2.5 AS city) TO '${target}' (FORMAT parquet)`,
      parameters: [],
    })
    await engine.close()
    const typed = await findingsIn(folder)
    expect(typed.slice(1).map(({ column }) => column)).toEqual(['id', 'city'])
    expect(typed[1]!.message).toContain('Declare it as')
  })

  test('say nothing of files that are not there', async () => {
    const folder = await shop({ 'workspace.yaml': YAML.replace('shops.csv', 'stores.csv') })
    expect(await findingsIn(folder)).toEqual([])
  })
})

describe('a workspace whose sources are not checked at its opening', () => {
  test('answers what does not need the bad file, and refuses what does as the findings say', async () => {
    const folder = await shop({ 'shops.csv': 'id,town\na,Ghent\n' })
    const platform = await createPlatform({
      workspace: folder,
      checksSources: false,
      trustIdentityHeaders: true,
    })
    cleanups.push(() => platform.close())
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' }
    const ann = await platform.authenticate(credentials)
    const ask = (dimension: string) =>
      platform.as(ann).compareTimes({
        metric: 'revenue',
        dimensions: [dimension],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: '[metric_time__month] = "2024-06"',
          compareTimeConstraint: '[metric_time__month] = "2024-05"',
        },
      })
    expect((await ask('shop')).tables[1]!.table.shop).toEqual(['a', 'b', 'c'])
    const [finding] = await findingsIn(folder)
    await expect(ask('city')).rejects.toMatchObject({
      code: finding!.code,
      message: finding!.message,
    })
    await writeFile(join(folder, 'shops.csv'), 'id,city\na,Ghent\n')
    expect((await ask('city')).tables[1]!.table.city).toEqual(['Ghent', '(null)'])
  })
})
