import { describe, expect, test } from 'vitest'
import { dataOf, expectRefusal, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const QUERY = 'metrics/query'
const MAY = '[metric_time__month] = "2024-05"'
const BY_SHOP = { metrics: ['revenue'], dimensions: ['shop'] }

onEachStore((shop) => {
  const query = async (body: object, account?: string) =>
    dataOf(await shop.ask(QUERY, body, account))

  describe('metrics/query', () => {
    test('answers columns, a table, the number of groups and warnings', async () => {
      expect(
        await query({ metrics: ['M1', 'basket'], dimensions: ['city', 'metric_time__month'] }),
      ).toEqual({
        columns: [
          { name: 'city', role: 'DIMENSION', dataType: 'VARCHAR' },
          { name: 'metric_time__month', role: 'DIMENSION', dataType: 'DATE' },
          { name: 'M1', role: 'METRIC', dataType: 'BIGINT' },
          { name: 'basket', role: 'METRIC', dataType: 'DOUBLE' },
        ],
        table: {
          city: ['Bruges', 'Bruges', 'Ghent', 'Ghent'],
          metric_time__month: ['2024-05-01', '2024-06-01', '2024-05-01', '2024-06-01'],
          M1: [20, 25, 10, 30],
          basket: [20, 25, 10, 30],
        },
        total: 4,
        warnings: [],
      })
    })

    test('without dimensions has one row, over no rows too', async () => {
      expect((await query({ metrics: ['revenue'] })).table).toEqual({ revenue: [85] })
      const none = await query({
        metrics: ['revenue', 'basket'],
        timeConstraint: '[metric_time__month] = "2031-01"',
      })
      expect(none).toMatchObject({
        table: { revenue: [0], basket: [null] },
        total: 1,
        warnings: [
          {
            code: 'NO_DATA',
            metrics: ['revenue', 'basket'],
            details: { first: '2024-05-01', last: '2024-06-02' },
          },
        ],
      })
    })

    test('filters rows and results, orders, and answers a page', async () => {
      const { table, total } = await query({
        ...BY_SHOP,
        dimensions: ['metric_time__day'],
        filters: ['[shop] = "a" OR [shop] = "b"'],
        resultFilters: ['[Revenue] > 10'],
        orders: [{ Revenue: 'desc' }],
        limit: 1,
        offset: 1,
      })
      expect(total).toBe(3)
      expect(table).toEqual({ metric_time__day: ['2024-06-02'], revenue: [25] })
    })

    test('computes temporary metrics', async () => {
      const { table } = await query({
        metrics: ['dear', 'revenue'],
        timeConstraint: MAY,
        metricDefinitions: { dear: { refMetric: 'revenue', filters: ['[amount] > 15'] } },
      })
      expect(table).toEqual({ dear: [20], revenue: [30] })
    })

    test('computes what looks at another period', async () => {
      const { table } = await query({
        metrics: ['before'],
        timeConstraint: '[metric_time__month] = "2024-06"',
        metricDefinitions: {
          before: { refMetric: 'revenue', indirections: ['sameperiod__mom__value'] },
        },
      })
      expect(table).toEqual({ before: [30] })
    })

    test('answers a saved view, in which fields of the request come first', async () => {
      const view = { ...BY_SHOP, resultFilters: ['[revenue] > 40'], orders: [{ revenue: 'DESC' }] }
      const made = { viewName: 'kept', displayName: 'Kept', ...view }
      expect((await shop.ask('analysisview/create', made)).status).toBe(200)
      const { table } = await query({ viewName: 'kept' })
      expect(table).toEqual({ shop: ['b'], revenue: [45] })
      const other = await query({ viewName: 'kept', resultFilters: [], timeConstraint: MAY })
      expect(other.table).toEqual({ shop: ['b', 'a'], revenue: [20, 10] })
      const refused = await shop.ask(QUERY, { viewName: 'kept' }, 'eve')
      expectRefusal(refused, { status: 404, code: 'PLATFORM_UNKNOWN_RESOURCE', path: 'viewName' })
    })

    test('joins metrics of several datasets where their dimensions allow it', async () => {
      const { table } = await query({ metrics: ['revenue', 'stock'] })
      expect(table).toEqual({ revenue: [85], stock: [7] })
      const body = { metrics: ['revenue', 'stock'], dimensions: ['shelf'] }
      const refused = await shop.ask(QUERY, body)
      expectRefusal(refused, { status: 400, code: 'CATALOG_DIMENSION_UNAVAILABLE' })
      expect(refused.body.errorMsg).toContain('"revenue" cannot be analysed by "shelf"')
    })

    test('names whatever is wrong', async () => {
      const wrong: readonly (readonly [object, string, number?])[] = [
        [{}, 'metrics'],
        [{ metrics: [] }, 'metrics'],
        ...NOT_TEXTS.map((metrics) => [{ metrics }, 'metrics'] as const),
        [{ metrics: ['revenue', 'M1'] }, 'metrics[1]'],
        [{ metrics: ['none'] }, 'metrics[0]', 404],
        [{ ...BY_SHOP, dimensions: ['none'] }, 'dimensions[0]', 404],
        [{ ...BY_SHOP, dimensions: ['shop', 'D1'] }, 'dimensions[1]'],
        [{ ...BY_SHOP, dimensions: ['shop__month'] }, 'dimensions[0]'],
        [{ ...BY_SHOP, timeConstraint: '[shop] = "a"' }, 'timeConstraint'],
        [{ ...BY_SHOP, timeConstraint: 5 }, 'timeConstraint'],
        [{ ...BY_SHOP, filters: ['[revenue] > 5'] }, 'filters[0]'],
        [{ ...BY_SHOP, filters: ['[amount] >'] }, 'filters[0]'],
        [{ ...BY_SHOP, filters: 'x' }, 'filters'],
        [{ ...BY_SHOP, resultFilters: ['[basket] > 5'] }, 'resultFilters[0]'],
        [{ ...BY_SHOP, resultFilters: ['[revenue] + 5'] }, 'resultFilters[0]'],
        [{ ...BY_SHOP, orders: [{ basket: 'ASC' }] }, 'orders[0]'],
        [{ ...BY_SHOP, orders: [{ revenue: 'up' }] }, 'orders[0]'],
        [{ ...BY_SHOP, orders: [{}] }, 'orders[0]'],
        [{ ...BY_SHOP, orders: [{ revenue: 'ASC' }, { M1: 'ASC' }] }, 'orders[1]'],
        [{ ...BY_SHOP, limit: 0 }, 'limit'],
        [{ ...BY_SHOP, limit: 10_001 }, 'limit'],
        [{ ...BY_SHOP, limit: 1.5 }, 'limit'],
        [{ ...BY_SHOP, limit: '5' }, 'limit'],
        [{ ...BY_SHOP, offset: -1 }, 'offset'],
        [{ ...BY_SHOP, metricDefinitions: { t: {} } }, 'metricDefinitions.t'],
        [{ metrics: ['Size'], dimensions: ['Size'] }, 'metrics[0]'],
        [{ viewName: 'none' }, 'viewName', 404],
        [{ viewName: '\u0000' }, 'viewName'],
        [{ viewName: 5 }, 'viewName'],
      ]
      for (const [body, path, status = 400] of wrong) {
        expectRefusal(await shop.ask(QUERY, body), { status, path })
      }
    })

    test('knows only what the caller may use', async () => {
      expect((await query({ metrics: ['revenue'], dimensions: ['city'] }, 'eve')).table).toEqual({
        city: ['Bruges', 'Ghent'],
        revenue: [45, 40],
      })
      for (const [body, path] of [
        [{ metrics: ['basket'] }, 'metrics[0]'],
        [{ metrics: ['revenue'], dimensions: ['shop'] }, 'dimensions[0]'],
      ] as const) {
        expectRefusal(await shop.ask(QUERY, body, 'eve'), { status: 404, path })
      }
    })

    test('refuses GET', async () => {
      expectRefusal(await shop.ask(QUERY), { status: 405 })
    })
  })
})
