import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCatalog, loadWorkspace } from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Instance } from '../../src/model/instance.ts'
import { createTenantSources } from '../../src/sources/tenant-sources.ts'
import { executeInstance } from '../../src/tables/execute-instance.ts'
import type { MaterialTables } from '../../src/tables/material-tables.ts'
import { openMaterialTables } from '../../src/tables/stores/table-stores.ts'
import type { Tenant } from '../../src/tenant/tenant.ts'
import { folderOf, SHOP_FILES, shopWith } from '../support/shop.ts'

const PLANS = `plans:
  - { name: by_day, kind: RESULT, dimensions: [metric_time__day, city], metrics: [basket] }
  - { name: by_shop, kind: RESULT, dimensions: [shop], metrics: [revenue] }
  - { name: outside, kind: EXTERNAL, dimensions: [shop], metrics: [revenue], source: { datasource: local, file: other.csv } }
`
const NOW = new Date('2024-07-01T00:00:00Z')

let folder: string
let tables: MaterialTables
let engine: DuckDb
let tenant: Tenant
let remove: () => Promise<void>
beforeEach(async () => {
  const files = await folderOf(shopWith(PLANS))
  folder = files.folder
  remove = files.remove
  const workspace = await loadWorkspace(folder)
  engine = await createDuckDb({ threads: 1 })
  tables = openMaterialTables({ place: undefined, tenant: 'shop', workspace: () => workspace })
  tenant = {
    catalog: createCatalog(workspace),
    engine,
    sources: createTenantSources(engine, workspace),
    tables,
    clock: fixedClock(NOW),
  } as Tenant
})
afterEach(async () => {
  await tables.close()
  await engine.close()
  await remove()
})

const TABLE = ['tributary', 'shop', 'by_day'] as const

/** A claimed instance of a plan; of a source table when `plan` is null. */
function instance(plan: string | null, more: Partial<Instance> = {}): Instance {
  const definition = tenant.catalog.workspace.plans.find(({ name }) => name === plan)
  return {
    id: 1,
    attempt: 1,
    taskType: plan === null ? 'TABLE' : 'RESULT_PLAN',
    planId: definition?.id ?? null,
    table: definition?.table ?? ['local', 'files', 'orders_csv'],
    startPartition: '2024-05-01',
    endPartition: '2024-06-02',
    scheduleTime: NOW,
    ...more,
  } as Instance
}

/** What the work was told to run. */
async function execute(claimed: Instance, signal = new AbortController().signal) {
  const told: string[] = []
  await executeInstance(tenant, claimed, { signal, onSql: (original) => told.push(original) })
  return told
}

describe('an instance of a plan', () => {
  test('writes its partitions, and records what they were made of', async () => {
    const told = await execute(instance('by_day'))
    const state = await tables.state(TABLE)
    expect(state?.partitions).toHaveLength(33)
    const written = state?.partitions.filter(({ rows }) => rows > 0)
    expect(written?.map(({ value }) => value)).toEqual([
      '2024-05-01',
      '2024-05-02',
      '2024-06-01',
      '2024-06-02',
    ])
    const versions = new Set(state?.partitions.map(({ sourceVersion }) => sourceVersion))
    expect(versions.size).toBe(1)
    expect(state?.partitions[0]?.refreshedAt).toEqual(NOW)
    // To the last day of the data, not of the instance.
    expect(state?.frontier).toEqual({
      sourceVersion: [...versions][0],
      first: 1_714_521_600_000_000n,
      last: 1_717_372_800_000_000n,
    })
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('INSERT INTO "tributary"."shop"."by_day"')
    expect(told[0]).toContain(`'2024-05-01'`)
  })

  test('of a table without partitions writes the full table', async () => {
    await execute(instance('by_shop', { startPartition: null, endPartition: null }))
    const state = await tables.state(['tributary', 'shop', 'by_shop'])
    expect(state?.partitions.map(({ value, rows }) => [value, rows])).toEqual([['ALL', 3]])
    expect(state?.frontier).toBeNull()
  })

  test('fails when the plan was deleted, or is filled by others', async () => {
    await expect(execute(instance('by_day', { planId: 'gone' }))).rejects.toMatchObject({
      code: 'PLATFORM_UNKNOWN_PLAN',
    })
    await expect(execute(instance('outside'))).rejects.toMatchObject({
      code: 'PLATFORM_PLAN_CONFLICT',
    })
    expect(await tables.state(TABLE)).toBeNull()
  })

  test('fails without a file, and says which', async () => {
    await rm(join(folder, 'orders.csv'))
    await expect(execute(instance('by_day'))).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_CHANGED',
      message: `The file ${join(folder, 'orders.csv')}, a source of tributary.shop.by_day, does not exist; nothing was written.`,
    })
  })

  test('writes nothing of files that change while they are read', async () => {
    await execute(instance('by_day'))
    const state = await tables.state(TABLE)
    const changing: Tenant = {
      ...tenant,
      tables: {
        ...tables,
        replace: (job, options) =>
          tables.replace(job, {
            ...options,
            beforeCommit: async () => {
              await writeFile(join(folder, 'shops.csv'), 'id,city\na,Ghent\n')
              await options?.beforeCommit?.()
            },
          }),
      },
    }
    const context = { signal: new AbortController().signal, onSql: () => {} }
    const second = instance('by_day', { id: 2 })
    await expect(executeInstance(changing, second, context)).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_CHANGED',
    })
    expect(await tables.state(TABLE)).toEqual(state)
  })

  test('reads files that have got other columns since', async () => {
    await execute(instance('by_day'))
    const rows = SHOP_FILES['orders.csv']!.trimEnd().split('\n')
    const wider = rows.map((row, i) => (i === 0 ? `note,${row},more` : `n,${row},1.5`))
    await writeFile(join(folder, 'orders.csv'), `${wider.join('\n')}\nn,2024-06-04,c,7,1\n`)
    await execute(instance('by_day', { id: 2, endPartition: '2024-06-04' }))
    const state = await tables.state(TABLE)
    expect(state?.partitions.at(-1)).toMatchObject({ value: '2024-06-04', rows: 1 })
    expect(state?.frontier?.last).toBe(1_717_459_200_000_000n)
  })

  test('writes nothing after a later attempt has begun, or when it was stopped', async () => {
    await tables.begin({ id: 1, attempt: 2 })
    await expect(execute(instance('by_day'))).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
    const stopped = execute(instance('by_day', { id: 3 }), AbortSignal.abort(new Error('enough')))
    await expect(stopped).rejects.toThrow('enough')
    expect(await tables.state(TABLE)).toBeNull()
  })
})

describe('an instance of a source table', () => {
  test('queries the file again and reports its SQL', async () => {
    const told = await execute(instance(null))
    expect(told).toEqual([expect.stringContaining('MAX(')])
    const shops = instance(null, { table: ['local', 'files', 'shops_csv'] })
    expect(await execute(shops)).toEqual(['SELECT COUNT(*) FROM "local"."files"."shops_csv"'])
  })

  test('fails while the file is not what its dataset says', async () => {
    await execute(instance(null))
    await writeFile(join(folder, 'orders.csv'), 'day,shop\n2024-05-01,a\n')
    await expect(execute(instance(null))).rejects.toMatchObject({
      code: 'PLATFORM_SOURCE_MISMATCH',
    })
    await rm(join(folder, 'orders.csv'))
    await expect(execute(instance(null))).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
    const unknown = instance(null, { table: ['local', 'files', 'nothing_csv'] })
    await expect(execute(unknown)).rejects.toMatchObject({ code: 'PLATFORM_UNKNOWN_SOURCE_TABLE' })
  })
})
