import { describe, expect, test } from 'vitest'
import { DIMENSION, expectFields } from './support/fields.ts'
import { dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const DETAIL = 'dimension/detail'
const ALL = 'metrics/dimensionAll'

const detail = (dimName: string) => `${DETAIL}?dimName=${encodeURIComponent(dimName)}`

onEachStore((shop) => {
  describe('dimensionDetail', () => {
    test('answers every field of a dimension', async () => {
      const data = dataOf(await shop.ask(detail('shop')))
      expectFields(data, DIMENSION)
      expectFields(data.config, { type: 'string', value: 'string' })
      for (const value of data.valueList) {
        expectFields(value, { value: 'string', name: 'string', description: 'string' })
      }
      expect(data).toEqual({
        name: 'shop',
        dimName: 'shop',
        dimCode: 'D1',
        dimDisplayName: 'Branch',
        dimCategoryId: 'sales',
        dimDescription: 'Where it was sold.',
        datasetName: 'orders',
        originDataType: 'VARCHAR',
        config: { type: 'COLUMN_BIND', value: 'shop' },
        valueList: [
          { value: 'a', name: 'First', description: 'The oldest.' },
          { value: 'b', name: 'Second', description: '' },
        ],
        basicAttributes: { since: '2019' },
        businessAttributes: { steward: 'Ann' },
        technicalAttributes: { source: 'till' },
        managementAttributes: { review: 'yearly' },
        displayStatus: 'PUBLISHED',
      })
    })

    test('answers a calculated dimension with its expression', async () => {
      expect(dataOf(await shop.ask(detail('band')))).toMatchObject({
        dimCode: expect.stringMatching(UUID),
        dimCategoryId: '-1',
        dimDescription: '',
        originDataType: 'VARCHAR',
        config: { type: 'CUSTOM', value: 'If([amount] < 20, "low", "high")' },
        valueList: [],
        basicAttributes: {},
      })
    })

    test('every dimension has a code that finds it, the same after a restart', async () => {
      const codes = async (): Promise<readonly string[]> => {
        const names = ['shop', 'band', 'city', 'amount', 'shelf', 'size', 'metric_time']
        return Promise.all(
          names.map(async (name) => dataOf(await shop.ask(detail(name))).dimCode as string),
        )
      }
      const before = await codes()
      expect(new Set(before).size).toBe(7)
      for (const [i, code] of before.entries()) {
        const headers = { queryBy: 'UUID' }
        const found = dataOf(await shop.ask(detail(code), undefined, 'ann', { headers }))
        expect(found.dimCode).toBe(code)
        if (i > 0) expect(code).toMatch(UUID)
      }
      await shop.restart()
      expect(await codes()).toEqual(before)
    })

    test('answers metric_time, of type DATE and without a config', async () => {
      const data = dataOf(await shop.ask(detail('metric_time')))
      expectFields(data, DIMENSION)
      expect(data).toMatchObject({ dimName: 'metric_time', originDataType: 'DATE', config: null })
    })

    test.each(['shop', 'D1', 'Branch'])('finds a dimension by %s', async (name) => {
      expect(dataOf(await shop.ask(detail(name))).dimName).toBe('shop')
    })

    test('needs dimName, in the query or in the body', async () => {
      expectRefusal(await shop.ask(DETAIL), { status: 400, path: 'dimName' })
      expectRefusal(await shop.ask(`${DETAIL}?dimName=`), { status: 400, path: 'dimName' })
      for (const body of [{}, ...NOT_TEXT.map((dimName) => ({ dimName })), { dimName: '' }]) {
        const answer = await shop.ask(DETAIL, body, 'ann', { method: 'GET' })
        expectRefusal(answer, { status: 400, path: 'dimName' })
      }
      const inBody = await shop.ask(DETAIL, { dimName: 'band' }, 'ann', { method: 'GET' })
      expect(dataOf(inBody).dimName).toBe('band')
      const both = await shop.ask(detail('shop'), { dimName: 'band' }, 'ann', { method: 'GET' })
      expect(dataOf(both).dimName).toBe('shop')
    })

    test('looks up by code alone with the header queryBy: UUID, and takes no other value of it', async () => {
      const ask = (dimName: string, queryBy: string) =>
        shop.ask(detail(dimName), undefined, 'ann', { headers: { queryBy } })
      expect(dataOf(await ask('D1', 'UUID')).dimName).toBe('shop')
      for (const name of ['shop', 'Branch', 'metric_time']) {
        expectRefusal(await ask(name, 'UUID'), { status: 404, code: 'CATALOG_UNKNOWN_DIMENSION' })
      }
      for (const value of ['NAME', 'uuid', '']) {
        expectRefusal(await ask('D1', value), { status: 400, path: 'queryBy' })
      }
      const inBody = await shop.ask(DETAIL, { dimName: 'D1' }, 'ann', {
        method: 'GET',
        headers: { queryBy: 'UUID' },
      })
      expect(dataOf(inBody).dimName).toBe('shop')
    })

    test.each(['none', 'shp', 'revenue', "' or 1=1 --", 'x'.repeat(5_000), '%00', '名'])(
      'answers 404 for %j',
      async (name) => {
        expectRefusal(await shop.ask(detail(name)), {
          status: 404,
          code: 'CATALOG_UNKNOWN_DIMENSION',
        })
      },
    )

    test('is for those who may use the dimension', async () => {
      expect(dataOf(await shop.ask(detail('city'), undefined, 'eve')).dimName).toBe('city')
      expect((await shop.ask(detail('metric_time'), undefined, 'eve')).status).toBe(200)
      const refusal = { status: 404, code: 'CATALOG_UNKNOWN_DIMENSION' }
      expectRefusal(await shop.ask(detail('shop'), undefined, 'eve'), refusal)
      const near = await shop.ask(detail('shp'), undefined, 'eve')
      expect(near.body.errorMsg).not.toContain('shop')
    })
  })

  describe('dimensionsOfMetrics', () => {
    const names = async (query: string, account = 'ann') => {
      const data = dataOf(await shop.ask(`${ALL}?${query}`, undefined, account))
      return Object.fromEntries(
        Object.entries<readonly { readonly dimName: string }[]>(data).map(([metric, all]) => [
          metric,
          all.map(({ dimName }) => dimName),
        ]),
      )
    }
    const OF_ORDERS = ['metric_time', 'shop', 'band', 'city', 'amount']

    test('answers the dimensions of each metric separately', async () => {
      expect(await names('metricNames=basket,revenue,stock')).toEqual({
        basket: OF_ORDERS,
        revenue: OF_ORDERS,
        stock: ['shelf', 'size'],
      })
      const data = dataOf(await shop.ask(`${ALL}?metricNames=revenue`))
      for (const dimension of data.revenue) expectFields(dimension, DIMENSION)
    })

    test('has metric_time, of type DATE and without a config, where there is a time', async () => {
      const data = dataOf(await shop.ask(`${ALL}?metricNames=revenue`))
      expect(data.revenue[0]).toMatchObject({
        dimName: 'metric_time',
        originDataType: 'DATE',
        config: null,
      })
    })

    test('includes the dimensions of related datasets', async () => {
      expect((await names('metricNames=revenue')).revenue).toContain('city')
    })

    test('takes a comma-separated list, repeated parameters, or both', async () => {
      const keys = async (query: string) => Object.keys(await names(query))
      const three = ['revenue', 'stock', 'basket']
      expect(await keys('metricNames=revenue,stock,basket')).toEqual(three)
      expect(await keys('metricNames=revenue&metricNames=stock,basket')).toEqual(three)
      expect(await keys('metricNames=revenue, stock ,,basket,revenue')).toEqual(three)
    })

    test('takes names, codes and display names, and answers under them', async () => {
      expect(Object.keys(await names('metricNames=M1,Revenue,revenue'))).toEqual([
        'M1',
        'Revenue',
        'revenue',
      ])
    })

    test('needs metricNames', async () => {
      for (const query of ['', '?metricNames=', '?metricNames=,,']) {
        expectRefusal(await shop.ask(`${ALL}${query}`), { status: 400, path: 'metricNames' })
      }
    })

    test('answers 404 when one of them is unknown', async () => {
      expectRefusal(await shop.ask(`${ALL}?metricNames=revenue,revenu`), {
        status: 404,
        code: 'CATALOG_UNKNOWN_METRIC',
      })
    })

    test('lists only dimensions and metrics that the caller may use', async () => {
      expect(await names('metricNames=revenue', 'eve')).toEqual({
        revenue: ['metric_time', 'city'],
      })
      expectRefusal(await shop.ask(`${ALL}?metricNames=revenue,stock`, undefined, 'eve'), {
        status: 404,
        code: 'CATALOG_UNKNOWN_METRIC',
      })
    })
  })
})
