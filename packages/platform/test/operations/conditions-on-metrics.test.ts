import { appendFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const LONG_AGO = new Date('2025-03-01T00:00:00Z')

/** Shops with more than one order, and the revenue of these. */
const DEFINITIONS = SHOP_FILES['workspace.yaml']!.replace(
  'metrics:\n',
  `  - { name: busy, dataset: orders, per: shop, having: "[order_count] > 1" }
  - { name: visited, dataset: orders, per: shop, having: "[visits] > 0" }
metrics:
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
  - { name: busy_revenue, type: DERIVED, metric: revenue, filters: ["[busy]"] }
  - { name: visited_revenue, type: DERIVED, metric: revenue, filters: ["[visited]"] }
`,
).replace(
  '  - name: shops\n',
  `  - name: visits
    source: { datasource: local, file: visits.csv }
    columns: [{ name: shop, type: VARCHAR }, { name: kind, type: VARCHAR }]
    relations: [{ name: visited_shop, to: shops, on: { shop: id } }]
  - name: shops
`,
)
const WITH_KEYS = DEFINITIONS.replace(
  '  - { name: busy,',
  '  - { name: visits_shop, dataset: visits, expr: "Trim([shop])", sameAs: shop }\n  - { name: busy,',
)

describe('a condition on metrics', () => {
  let platform: Platform
  let folder: string
  let remove: () => Promise<void>

  async function open(definitions: string): Promise<void> {
    const visits = 'shop,kind\na,web\nb,shop\n'
    const made = await folderOf({
      ...SHOP_FILES,
      'visits.csv': visits,
      'workspace.yaml': definitions,
    })
    ;({ folder, remove } = made)
    for (const file of ['orders.csv', 'shops.csv', 'visits.csv']) {
      await utimes(join(folder, file), LONG_AGO, LONG_AGO)
    }
    platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true, workers: 1 })
  }
  afterEach(async () => {
    await platform.close()
    await remove()
  })
  const callerOf = (authValue: string) =>
    platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })
  const totalOf = async (metric: string, account = 'ann', revalidation?: Tagging) => {
    const options = revalidation === undefined ? {} : { revalidation }
    const { table } = await platform
      .as(await callerOf(account))
      .queryMetrics({ metrics: [metric] }, options)
    return table[metric]![0]
  }
  interface Tagging {
    readonly known: readonly string[]
    tagged(tag: string): void
  }

  describe('over the rows of an account', () => {
    beforeEach(() =>
      open(
        WITH_KEYS.replace(
          '  - name: visits\n',
          '  - name: visits\n    rows: "[kind] = [user.kind]"\n',
        ),
      ),
    )
    const give = async (account: string, value: string) =>
      platform.as(await callerOf('ann')).saveUserAttributes({
        identityType: 'USER_ACCOUNT',
        userPropertyRequests: [{ identityValue: account, properties: [{ name: 'kind', value }] }],
      })

    test('counts the rows that the account may see, and no others', async () => {
      await expect(totalOf('visited_revenue')).rejects.toMatchObject({
        code: 'CATALOG_USER_ATTRIBUTE_MISSING',
      })
      await give('ann', 'web')
      await give('joe', 'shop')
      expect(await totalOf('visited_revenue')).toBe(40)
      expect(await totalOf('visited_revenue', 'joe')).toBe(45)
      await give('joe', 'none')
      expect(await totalOf('visited_revenue', 'joe')).toBe(0)
      expect(await totalOf('busy_revenue', 'joe')).toBe(85)
    })

    test('hides its SQL in explanations when the rows are limited', async () => {
      await give('ann', 'web')
      const explain = async (metric: string) => {
        const month = (text: string) => `[metric_time__month] = "${text}"`
        const { explanation } = await platform.as(await callerOf('ann')).compareTimes({
          ...{ metric, dimensions: ['shop'], explain: true },
          attribution: {
            attributionCalculateType: 'ALL',
            currentTimeConstraint: month('2024-06'),
            compareTimeConstraint: month('2024-05'),
          },
        })
        return explanation!.executed.join('\n')
      }
      expect(await explain('busy_revenue')).toMatch(/^[^;]*COUNT[^;]*; /i)
      expect(await explain('visited_revenue')).not.toMatch(/visits/)
    })
  })

  describe('of data that changes', () => {
    beforeEach(() => open(WITH_KEYS))

    test('is answered by what is there now', async () => {
      expect(await totalOf('busy_revenue')).toBe(85)
      await appendFile(join(folder, 'orders.csv'), '2024-06-04,c,1\n')
      expect(await totalOf('busy_revenue')).toBe(91)
    })

    test('has another tag when the rows of the metrics change', async () => {
      const tags: string[] = []
      const tagged = (tag: string) => void tags.push(tag)
      await totalOf('visited_revenue', 'ann', { known: [], tagged })
      await expect(
        totalOf('visited_revenue', 'ann', { known: tags, tagged }),
      ).rejects.toMatchObject({
        code: 'PLATFORM_NOT_MODIFIED',
      })
      await writeFile(join(folder, 'visits.csv'), 'shop,kind\na,web\n')
      const later = new Date('2025-03-02T00:00:00Z')
      await utimes(join(folder, 'visits.csv'), later, later)
      expect(await totalOf('visited_revenue', 'ann', { known: tags, tagged })).toBe(40)
      expect(new Set(tags).size).toBe(2)
    })

    test('is in the lineage of what it filters', async () => {
      const operations = platform.as(await callerOf('ann'))
      const evidence = await operations.lineageEvidence({
        from_id: 'visits',
        from_type: 'METRIC',
        to_id: 'visited_revenue',
        to_type: 'METRIC',
      })
      expect(JSON.stringify(evidence)).toContain('"visited"')
    })
  })

  test('is refused for more values than a list may have', async () => {
    await open(WITH_KEYS.replace('[visits] > 0', '[visits] < 1'))
    const many = Array.from({ length: 10_001 }, (_, i) => `shop ${i},web\n`).join('')
    await writeFile(join(folder, 'visits.csv'), `shop,kind\n${many}`)
    await expect(totalOf('visited_revenue')).rejects.toMatchObject({
      code: 'PLATFORM_QUESTION_TOO_LARGE',
      message: expect.stringContaining('the dimension "visited"'),
      details: { dimension: 'visited', limit: 10_000 },
    })
    await writeFile(join(folder, 'visits.csv'), `shop,kind\n${many.slice(many.indexOf('\n') + 1)}`)
    expect(await totalOf('visited_revenue')).toBe(90)
  })

  test('tells what it is in the detail of the dimension', async () => {
    await open(WITH_KEYS)
    const operations = platform.as(await callerOf('ann'))
    expect(await operations.dimensionDetail({ dimName: 'busy' })).toMatchObject({
      originDataType: 'BOOLEAN',
      config: { type: 'HAVING', value: '[order_count] > 1', per: 'shop' },
    })
  })
})
