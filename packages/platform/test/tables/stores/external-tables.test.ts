import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadWorkspace, type Workspace } from '@tributary/catalog'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { MaterialTables } from '../../../src/tables/material-tables.ts'
import { openMaterialTables } from '../../../src/tables/stores/table-stores.ts'
import { folderOf, SHOP_FILES, shopWith } from '../../support/shop.ts'
import { answeringPlans } from '../../support/work.ts'

const PLAN = `plans:
  - name: seen
    kind: EXTERNAL
    dimensions: [metric_time__day, shop]
    metrics: [revenue, order_count]
    source: { datasource: local, file: seen.csv }
`
/** What the plan keeps of the orders, as somebody else has counted it. */
const SEEN = `metric_time__day,shop,revenue,order_count
2024-05-01,a,10,1
2024-05-02,b,20,1
2024-06-01,a,30,1
2024-06-02,b,25,1
2024-06-03,c,5,1
`
const TABLE = ['local', 'files', 'seen_csv']

let folder: string
let workspace: Workspace
let tables: MaterialTables
let remove: () => Promise<void>
beforeEach(async () => {
  const files = await folderOf(shopWith(PLAN))
  folder = files.folder
  remove = files.remove
  workspace = await loadWorkspace(folder)
  tables = openMaterialTables({ place: undefined, tenant: 'shop', workspace: () => workspace })
})
afterEach(async () => {
  await tables.close()
  await remove()
})

/** Fills the table, some seconds after the orders were written or before. */
async function fill(text: string, seconds = 60): Promise<void> {
  const path = join(folder, 'seen.csv')
  await writeFile(path, text)
  const at = new Date(Date.now() + seconds * 1000)
  await utimes(path, at, at)
}

describe('the table of an external plan', () => {
  test('is not there before somebody fills it', async () => {
    expect(await tables.state(TABLE)).toBeNull()
    const before = await tables.changes()
    await fill(SEEN)
    expect(await tables.changes()).not.toBe(before)
    expect(await tables.state(TABLE)).not.toBeNull()
  })

  test('has a partition for each value of its time', async () => {
    await fill(SEEN)
    const state = await tables.state(TABLE)
    expect(state?.partitions.map(({ value, rows }) => [value, rows])).toEqual([
      ['2024-05-01', 1],
      ['2024-05-02', 1],
      ['2024-06-01', 1],
      ['2024-06-02', 1],
      ['2024-06-03', 1],
    ])
  })

  test('is current when it was written after all of its sources', async () => {
    await fill(SEEN)
    const fresh = await tables.state(TABLE)
    expect(fresh?.partitions[0]?.sourceVersion).not.toBe('')
    expect(fresh?.frontier).toMatchObject({
      first: 1_714_521_600_000_000n,
      last: 1_717_372_800_000_000n,
    })
    await fill(SEEN, -60)
    const stale = await tables.state(TABLE)
    expect(stale?.partitions[0]?.sourceVersion).toBe('')
    expect(stale?.frontier).toBeNull()
  })

  test('without a column of its plan, or with one of another type, is refused', async () => {
    await fill('metric_time__day,shop,revenue\n2024-05-01,a,10\n')
    await expect(tables.state(TABLE)).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
      message: expect.stringContaining('"order_count"'),
    })
    await fill('metric_time__day,shop,revenue,order_count\n2024-05-01,a,ten,1\n')
    await expect(tables.state(TABLE)).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
  })

  test('is never dropped', async () => {
    await fill(SEEN)
    await tables.drop(TABLE)
    expect(await tables.state(TABLE)).not.toBeNull()
  })

  test('answers like the orders dataset while it is newer than the orders', async () => {
    const question = {
      metric: 'basket',
      dimensions: ['shop'],
      explain: true,
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: '[metric_time] BETWEEN "2024-06-01" AND "2024-06-03"',
        compareTimeConstraint: '[metric_time] BETWEEN "2024-05-01" AND "2024-05-02"',
      },
    } as const
    const platform = await createPlatform({ workspace, trustIdentityHeaders: true })
    const ann = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
    const caller = await platform.authenticate(ann)
    const ask = () => platform.as(caller).compareTimes(question)
    const expected = await ask()
    expect(answeringPlans(expected)).not.toContain('seen')
    await fill(SEEN)
    const seen = await ask()
    expect(answeringPlans(seen)).toContain('seen')
    expect(answeringPlans(seen)).not.toContain(null)
    expect(seen.tables).toEqual(expected.tables)
    await writeFile(join(folder, 'orders.csv'), `${SHOP_FILES['orders.csv']}2024-06-03,c,500\n`)
    const later = new Date(Date.now() + 120_000)
    await utimes(join(folder, 'orders.csv'), later, later)
    const changed = await ask()
    expect(answeringPlans(changed)).not.toContain('seen')
    expect(changed.tables).not.toEqual(expected.tables)
    await platform.close()
  })
})
