import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadWorkspace, type Workspace } from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../src/create-platform.ts'
import type { PlatformOptions } from '../src/model/options.ts'
import type { Platform } from '../src/platform.ts'
import { eachStore } from './support/each-store.ts'
import { RIGHTS_SHOP } from './support/rights-shop.ts'
import { folderOf } from './support/shop.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function shop(change: (text: string) => string = (text) => text): Promise<Workspace> {
  const files = { ...RIGHTS_SHOP, 'workspace.yaml': change(RIGHTS_SHOP['workspace.yaml']!) }
  const { folder, remove } = await folderOf(files)
  endings.push(remove)
  return loadWorkspace(folder)
}

/** The same files with other definitions: paths stay as they are. */
function changed(workspace: Workspace, by: Partial<Workspace>): Workspace {
  return { ...workspace, ...by }
}

async function opened(options: PlatformOptions): Promise<Platform> {
  const platform = await createPlatform({ trustIdentityHeaders: true, ...options })
  endings.push(() => platform.close())
  return platform
}

const named = (authValue: string) => ({ tenantId: 'shop', authType: 'ACCOUNT', authValue })

/** The whole lineage, in an order that does not depend on how it came about. */
async function lineageIn(platform: Platform): Promise<readonly string[]> {
  const caller = await platform.authenticate(named('boss'))
  let text = ''
  for (const piece of platform.lineagePieces(caller, {})) text += piece
  const { vertices, edges } = JSON.parse(text)
  return [...vertices, ...edges].map((one) => JSON.stringify(one)).sort()
}

describe('applying a workspace', () => {
  eachStore(({ place }) => {
    const at = (where: string) =>
      where.startsWith('postgres') ? { store: where } : { data: where }

    test('says what it changes, and then nothing more', async () => {
      const platform = await opened({ ...at(await place()) })
      const workspace = await shop()
      const said = await platform.difference(workspace)
      expect(said.changes.every(({ change }) => change === 'ADDED')).toBe(true)
      expect(said.changes.map(({ kind }) => kind)).toEqual([
        ...Array(6).fill('account'),
        'category',
        ...Array(6).fill('grant'),
        'datasource',
        ...Array(2).fill('dataset'),
        ...Array(2).fill('dimension'),
        ...Array(3).fill('metric'),
      ])
      expect(await platform.tenants()).toEqual([])
      expect(await platform.apply(workspace)).toEqual(said)
      const nothing = { tenant: 'shop', changes: [], unchanged: said.changes.length }
      expect(await platform.difference(workspace)).toEqual(nothing)
      expect(await platform.apply(workspace)).toEqual(nothing)
      expect(await platform.definitions()).toEqual(workspace)
      expect(await platform.tenants()).toEqual(['shop'])
    })

    test('keeps thousands of definitions in their order, and readers find the old or the new ones', async () => {
      const workspace = await shop()
      const platform = await opened({ ...at(await place()), workspace })
      const boss = await platform.authenticate(named('boss'))
      const [revenue] = workspace.metrics as [Workspace['metrics'][number]]
      const many = Array.from({ length: 2_500 }, (_, i) => ({
        ...revenue,
        ...{ name: `m${(i * 7) % 2_500}`, code: null, displayName: `Metric ${i}` },
      }))
      const next = changed(workspace, { metrics: [...many, ...workspace.metrics] })
      const applying = platform.apply(next)
      let isOver = false
      void applying.finally(() => {
        isOver = true
      })
      const seen = new Set<number>()
      while (!isOver) {
        seen.add((await platform.definitions()).metrics.length)
        await platform.as(boss).metricDetail({ metricName: 'revenue' })
      }
      expect((await applying).changes).toHaveLength(2_500)
      for (const count of seen) expect([3, 2_503]).toContain(count)
      expect(await platform.definitions()).toEqual(next)
      const turned = changed(next, { metrics: next.metrics.toReversed() })
      expect((await platform.apply(turned)).changes).toEqual([])
      expect(await platform.definitions()).toEqual(turned)
      expect((await platform.apply(workspace)).changes).toHaveLength(2_500)
      expect(await platform.definitions()).toEqual(workspace)
      const fresh = await opened({ ...at(await place()), workspace })
      expect(await lineageIn(platform)).toEqual(await lineageIn(fresh))
    })

    test('touches only what is different', async () => {
      const where = at(await place())
      const workspace = await shop()
      const early = new Date('2024-01-01T00:00:00Z')
      const first = await opened({ ...where, workspace, clock: fixedClock(early) })
      const boss = await first.authenticate(named('boss'))
      const before = await first.as(boss).datasetDetail({ name: 'orders' })
      const clock = fixedClock(new Date('2024-02-01T00:00:00Z'))
      const second = await opened({ ...where, clock })
      const [orders, shops] = workspace.datasets as [
        Workspace['datasets'][number],
        Workspace['datasets'][number],
      ]
      const next = changed(workspace, {
        datasets: [{ ...shops, description: 'Where things are sold.' }, orders],
        metrics: workspace.metrics.filter(({ name }) => name !== 'basket'),
        periods: [{ name: 'week', displayName: 'week', expr: '7d' }],
      })
      expect(await second.apply(next)).toEqual({
        tenant: 'shop',
        changes: [
          { change: 'CHANGED', kind: 'dataset', name: 'shops' },
          { change: 'REMOVED', kind: 'metric', name: 'basket' },
          { change: 'ADDED', kind: 'period', name: 'week' },
        ],
        unchanged: 19,
      })
      expect(await second.definitions()).toEqual(next)
      const caller = await second.authenticate(named('boss'))
      expect(await second.as(caller).datasetDetail({ name: 'orders' })).toEqual(before)
      expect(await second.as(caller).datasetDetail({ name: 'shops' })).toMatchObject({
        version: 2,
        createTime: early.valueOf(),
        updateTime: clock.now().valueOf(),
      })
    })

    test('changes the lineage step by step to the same result as applying to an empty store', async () => {
      const where = at(await place())
      const workspace = await shop()
      const [orders, shops] = workspace.datasets as [
        Workspace['datasets'][number],
        Workspace['datasets'][number],
      ]
      const columns = orders.columns.map((one) =>
        one.name === 'amount' ? { ...one, originDataType: 'DOUBLE' as const } : one,
      )
      const [revenue, ...metrics] = workspace.metrics as [
        Extract<Workspace['metrics'][number], { type: 'ATOMIC' }>,
        ...Workspace['metrics'],
      ]
      const steps: readonly Partial<Workspace>[] = [
        { metrics: [{ ...revenue, description: 'All of it.' }, ...metrics] },
        { datasets: [{ ...orders, columns }, shops] },
        {
          datasets: [
            { ...orders, columns },
            { ...shops, displayName: 'Branches' },
          ],
        },
        { metrics: [{ ...revenue, filters: ['[city] = "Ghent"'] }, ...metrics] },
        { datasets: [shops, orders] },
        { metrics: [revenue], periods: [{ name: 'week', displayName: 'week', expr: '7d' }] },
        { metrics: workspace.metrics, dimensions: workspace.dimensions.slice(0, 1) },
      ]
      const running = await opened({ ...where, workspace })
      let now = workspace
      for (const [i, step] of steps.entries()) {
        now = changed(now, step)
        // By turns a process that has the tenant open, and one that has only the store.
        const applying = i % 2 === 0 ? running : await opened({ ...where })
        await applying.apply(now)
        const fresh = await opened({ workspace: now })
        expect(await lineageIn(applying), `step ${i}`).toEqual(await lineageIn(fresh))
      }
    }, 30_000)

    test('is seen at once by another process on the store, with its rights and lineage', async () => {
      const where = at(await place())
      const workspace = await shop()
      const serving = await opened({ ...where, workspace })
      const clerk = await serving.authenticate(named('clerk'))
      await expect(
        serving.as(clerk).dimensionsOfMetrics({ metricNames: ['takings'] }),
      ).rejects.toThrow('takings')
      const other = await opened({ ...where })
      const metrics = workspace.metrics.map((metric) =>
        metric.name === 'order_count'
          ? { ...metric, name: 'takings', displayName: 'Takings' }
          : metric,
      )
      const grants = [
        {
          account: 'clerk',
          role: 'USAGER',
          resource: { type: 'METRIC', name: 'takings' },
          expires: null,
        },
      ] as const
      const usable = metrics.filter(({ type }) => type === 'ATOMIC')
      await other.apply(changed(workspace, { metrics: usable, grants }))
      const again = await serving.authenticate(named('clerk'))
      const known = await serving.as(again).dimensionsOfMetrics({ metricNames: ['takings'] })
      expect(Object.keys(known)).toEqual(['takings'])
      await expect(
        serving.as(again).dimensionsOfMetrics({ metricNames: ['order_count'] }),
      ).rejects.toThrow('order_count')
      const boss = await serving.authenticate(named('boss'))
      const query = {
        vertex_type: 'METRIC' as const,
        vertex_id: 'takings',
        input_step: 1,
        output_step: 0,
      }
      const { vertexList } = await serving.as(boss).vertexLineage(query)
      expect(vertexList.length).toBeGreaterThan(1)
    })

    test('shares what is made over the API with another process on the store', async () => {
      const where = at(await place())
      const workspace = await shop()
      const one = await opened({ ...where, workspace })
      const two = await opened({ ...where })
      const boss = await two.authenticate(named('boss'))
      const query = {
        vertex_type: 'ANALYSIS_VIEW' as const,
        vertex_id: 'v',
        input_step: 1,
        output_step: 0,
      }
      await expect(two.as(boss).vertexLineage(query)).rejects.toThrow('"v"')
      await one.as(await one.authenticate(named('boss'))).createMetricView({
        viewName: 'v',
        displayName: 'V',
        metrics: ['revenue'],
      })
      const again = await two.authenticate(named('boss'))
      expect((await two.as(again).vertexLineage(query)).vertexList).toHaveLength(2)
    })

    test('starts again from the store alone, and opens a file when it is read', async () => {
      const where = at(await place())
      const workspace = await shop()
      await (await opened({ ...where, workspace })).close()
      const { root } = workspace.datasources[0] as { readonly root: string }
      const file = join(root, 'orders.csv')
      const text = await readFile(file, 'utf8')
      await rm(file)
      const platform = await opened({ ...where })
      await platform.openTenants()
      const caller = await platform.authenticate(named('boss'))
      expect((await platform.as(caller).datasetDetail({ name: 'orders' })).available).toBe(1)
      await writeFile(file, text)
      expect((await platform.as(caller).datasetDetail({ name: 'orders' })).available).toBe(0)
      const answer = await platform.as(caller).compareTimes({
        metric: 'revenue',
        dimensions: ['city'],
        attribution: {
          attributionCalculateType: 'ALL' as const,
          currentTimeConstraint: '[metric_time] >= Date("2024-06-01", "yyyy-MM-dd")',
          compareTimeConstraint: '[metric_time] < Date("2024-06-01", "yyyy-MM-dd")',
          filters: [],
        },
      })
      expect(answer.tables[0]?.table['@currentValue']).toEqual([60])
    })

    test('changes nothing when a file is not what its definition says', async () => {
      const platform = await opened({ ...at(await place()) })
      const workspace = await shop()
      await platform.apply(workspace)
      const [orders] = workspace.datasets as [Workspace['datasets'][number]]
      const ghost = { ...orders.columns[0]!, name: 'ghost', sourceColumn: 'ghost' }
      const wrong = changed(workspace, {
        datasets: [{ ...orders, columns: [...orders.columns, ghost] }, workspace.datasets[1]!],
      })
      await expect(platform.apply(wrong)).rejects.toMatchObject({
        code: 'PLATFORM_SOURCE_MISMATCH',
      })
      expect(await platform.definitions()).toEqual(workspace)
      const caller = await platform.authenticate(named('boss'))
      expect((await platform.as(caller).datasetDetail({ name: 'orders' })).available).toBe(0)
    })

    test('keeps the order of groups set by the API until the list of groups changes', async () => {
      const where = at(await place())
      const groups = ['a', 'b', 'c'].map((code) => {
        return { id: code, code, displayName: code, parent: null }
      })
      const workspace = changed(await shop(), { groups })
      const platform = await opened({ ...where, workspace })
      const boss = await platform.authenticate(named('boss'))
      const order = async () =>
        (await platform.as(boss).userGroups({ pageNumber: 1, pageSize: 9 })).list.map(
          ({ groupCode }) => groupCode,
        )
      await platform.as(boss).moveUserGroup({
        groupIdentityType: 'USER_GROUP_CODE',
        value: 'a',
        parentGroupId: '-1',
        frontGroupId: 'c',
      })
      expect(await order()).toEqual(['b', 'c', 'a'])
      await platform.apply(changed(workspace, { metrics: [], grants: [] }))
      expect(await order()).toEqual(['b', 'c', 'a'])
      await platform.apply(changed(workspace, { groups: groups.toReversed() }))
      expect(await order()).toEqual(['c', 'b', 'a'])
    })

    test('stores each tenant separately, and the tenant must be named when there are several', async () => {
      const platform = await opened({ ...at(await place()) })
      const workspace = await shop()
      await platform.apply(workspace)
      expect((await platform.definitions()).tenant).toBe('shop')
      await platform.apply({ ...workspace, tenant: 'other' })
      await expect(platform.definitions()).rejects.toThrow('other, shop')
      expect((await platform.definitions('other')).tenant).toBe('other')
      await expect(platform.definitions('none')).rejects.toThrow('"none"')
      const secret = await platform.createCredential({
        tenant: 'other',
        account: 'boss',
        kind: 'TOKEN',
      })
      const credentials = { authType: 'TOKEN', authValue: secret }
      const caller = await platform.authenticate({ ...credentials, tenantId: 'other' })
      expect(caller.tenant).toBe('other')
      await expect(
        platform.authenticate({ ...credentials, tenantId: 'shop' }),
      ).rejects.toMatchObject({ code: 'ACCESS_UNAUTHENTICATED' })
    })

    test('a credential is listed without its secret, and revoked at once', async () => {
      const workspace = await shop()
      const platform = await opened({ ...at(await place()), workspace })
      const authValue = await platform.createCredential({ account: 'clerk', kind: 'APIKEY' })
      await platform.createCredential({ account: 'boss', kind: 'TOKEN' })
      const listed = await platform.credentials()
      expect(listed.map(({ account, kind }) => [account, kind])).toEqual([
        ['boss', 'TOKEN'],
        ['clerk', 'APIKEY'],
      ])
      expect(JSON.stringify(listed)).not.toContain(authValue)
      const credentials = { tenantId: 'shop', authType: 'APIKEY', authValue }
      expect((await platform.authenticate(credentials)).account).toBe('clerk')
      await platform.revokeCredential({ id: listed[1]!.id })
      await expect(platform.authenticate(credentials)).rejects.toMatchObject({
        code: 'ACCESS_UNAUTHENTICATED',
      })
      await expect(platform.revokeCredential({ id: listed[1]!.id })).rejects.toMatchObject({
        code: 'PLATFORM_INVALID_REQUEST',
      })
    })
  })
})
