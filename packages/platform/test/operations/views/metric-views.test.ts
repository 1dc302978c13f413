import { readWorkspace } from '@tributary/catalog'
import type { CreateMetricViewRequest } from '@tributary/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { Platform } from '../../../src/platform.ts'
import { readViews } from '../../../src/store/definitions/metric-views.ts'
import { eachStore } from '../../support/each-store.ts'
import { folderOf, SHOP_FILES } from '../../support/shop.ts'

const VIEW: CreateMetricViewRequest = {
  viewName: 'by_city',
  displayName: 'Revenue by city',
  metrics: ['revenue', 'order_count'],
  dimensions: ['city', 'D1', 'metric_time__month'],
  orders: [{ revenue: 'desc' }],
}

const WITHOUT_CITY = SHOP_FILES['workspace.yaml']!.replace(/^ {2}- \{ name: city, dataset.*\n/m, '')

async function as(platform: Platform, account = 'ann') {
  return platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue: account })
}

/** What leads to the view; null when the lineage has no such view. */
async function leadsTo(platform: Platform, vertexId = 'by_city') {
  const vertex = { vertex_id: vertexId, vertex_type: 'ANALYSIS_VIEW' as const }
  try {
    const caller = await as(platform)
    const query = { ...vertex, input_step: 1, output_step: 0 }
    const { edgeList } = await platform.as(caller).vertexLineage(query)
    return [...edgeList].map(({ srcVertex }) => srcVertex.vertexId).toSorted()
  } catch (error) {
    expect(error).toMatchObject({ code: 'LINEAGE_UNKNOWN_VERTEX' })
    return null
  }
}

/** A platform on a store of its own; `place` opens it, or the same store once more. */
async function open(place: string, workspaceText = SHOP_FILES['workspace.yaml']!) {
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'workspace.yaml': workspaceText })
  const where = place.startsWith('postgres') ? { store: place } : { data: place }
  const options = { workspace: folder, trustIdentityHeaders: true, ...where }
  const platform = await createPlatform(options)
  const close = async (): Promise<void> => {
    await platform.close()
    await remove()
  }
  return { platform, folder, close }
}

describe('a metric view', () => {
  eachStore((opener) => {
    test('is kept with its names mapped, its maker and its source', async () => {
      const place = await opener.place()
      const { platform, close } = await open(place)
      const request = { ...VIEW, displayName: 'Größe 😀', description: "it's\nall" }
      await platform.as(await as(platform)).createMetricView(request)
      await close()
      const [view, ...others] = await readViews(await opener.open(place), 'shop')
      expect(others).toEqual([])
      expect(view).toMatchObject({
        name: 'by_city',
        displayName: 'Größe 😀',
        description: "it's\nall",
        source: 'OPENAPI',
        createdBy: 'ann',
        definition: {
          metrics: ['revenue', 'order_count'],
          dimensions: ['city', 'shop', 'metric_time__month'],
          orders: [{ name: 'revenue', direction: 'DESC' }],
        },
        names: [
          { type: 'METRIC', name: 'revenue' },
          { type: 'METRIC', name: 'order_count' },
          { type: 'DIMENSION', name: 'city' },
          { type: 'DIMENSION', name: 'shop' },
        ],
      })
    })

    test('is kept when definitions change, and its lineage has the definitions that exist', async () => {
      const place = await opener.place()
      const { platform, folder, close } = await open(place)
      await platform.as(await as(platform)).createMetricView(VIEW)
      const all = ['city', 'order_count', 'revenue', 'shop']
      expect(await leadsTo(platform)).toEqual(all)
      const without = await folderOf({ ...SHOP_FILES, 'workspace.yaml': WITHOUT_CITY })
      await platform.apply((await readWorkspace(without.folder)).workspace!)
      expect(await leadsTo(platform)).toEqual(all.filter((one) => one !== 'city'))
      await platform.apply((await readWorkspace(folder)).workspace!)
      expect(await leadsTo(platform)).toEqual(all)
      await without.remove()
      await close()
      const again = await open(place, WITHOUT_CITY)
      expect(await leadsTo(again.platform)).toEqual(all.filter((one) => one !== 'city'))
      await again.close()
    })

    test('is kept with its lineage or not at all', async () => {
      const place = await opener.place()
      const { platform, close } = await open(place)
      const store = await opener.open(place)
      const ann = await as(platform)
      await sql`alter table lineage_change rename to lineage_gone`.execute(store)
      try {
        await expect(platform.as(ann).createMetricView(VIEW)).rejects.toThrow()
      } finally {
        await sql`alter table lineage_gone rename to lineage_change`.execute(store)
      }
      expect(await readViews(store, 'shop')).toEqual([])
      const grants = await store.selectFrom('resource_grant').selectAll().execute()
      expect(grants.filter((one) => one.resource_type === 'ANALYSIS_VIEW')).toEqual([])
      expect(await leadsTo(platform)).toBeNull()
      expect(await platform.as(await as(platform)).createMetricView(VIEW)).toBe(true)
      expect(await leadsTo(platform)).toHaveLength(4)
      await close()
    })

    test('is refused where another process has taken its name', async () => {
      const place = await opener.place()
      const one = await open(place)
      const two = await open(place)
      await one.platform.as(await as(one.platform)).createMetricView(VIEW)
      const again = two.platform.as(await as(two.platform)).createMetricView(VIEW)
      await expect(again).rejects.toMatchObject({
        code: 'PLATFORM_VIEW_EXISTS',
        details: { path: 'viewName' },
      })
      const other = { ...VIEW, viewName: 'other' }
      await two.platform.as(await as(two.platform)).createMetricView(other)
      expect(await leadsTo(two.platform, 'by_city')).toHaveLength(4)
      await two.close()
      await one.close()
    })
  })
})
