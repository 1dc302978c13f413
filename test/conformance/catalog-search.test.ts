import { describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const SEARCH = 'catalog/search'
const search = (query: Readonly<Record<string, string>>) =>
  `${SEARCH}?${new URLSearchParams(query)}`

interface Item {
  readonly type: string
  readonly name: string
  readonly dataset: string | null
}
const inShort = ({ items }: { readonly items: readonly Item[] }): readonly string[] =>
  items.map(({ type, name }) => `${type} ${name}`)

onEachStore((shop) => {
  const ask = async (query: Readonly<Record<string, string>>, account = 'ann') =>
    dataOf(await shop.ask(search(query), undefined, account))

  describe('the search of the catalog', () => {
    test('answers every field', async () => {
      const data = await ask({ q: 'D1' })
      expectFields(data, { items: 'array', totals: 'object', cursor: 'null' })
      expect(data).toEqual({
        items: [
          {
            type: 'DIMENSION',
            name: 'shop',
            code: 'D1',
            displayName: 'Branch',
            description: 'Where it was sold.',
            dataset: 'orders',
            category: { id: 'sales', name: 'Sales' },
            owner: null,
            matched: { field: 'code', from: 0, to: 2 },
          },
        ],
        totals: { DIMENSION: 1 },
        cursor: null,
      })
    })

    test('lists everything without q, by type and name', async () => {
      const data = await ask({ limit: '200' })
      expect(data.totals).toEqual({ METRIC: 5, DIMENSION: 6, DATASET: 3, DATASET_COLUMN: 7 })
      expect(inShort(data).slice(0, 7)).toEqual([
        'METRIC basket',
        'METRIC order_count',
        'METRIC revenue',
        'METRIC shelf_count',
        'METRIC stock',
        'DIMENSION amount',
        'DIMENSION band',
      ])
      expect(data.items.every((one: { matched: unknown }) => one.matched === null)).toBe(true)
      expect(await ask({ q: '  ', limit: '200' })).toEqual(data)
    })

    test('finds exact names first, then beginnings, then words, then near words', async () => {
      expect(inShort(await ask({ q: 'branch' }))).toEqual(['DIMENSION shop', 'DATASET branches'])
      expect(inShort(await ask({ q: 'count' }))).toEqual([
        'METRIC order_count',
        'METRIC shelf_count',
      ])
      expect(inShort(await ask({ q: 'sold', types: 'DIMENSION' }))).toEqual(['DIMENSION shop'])
      expect(inShort(await ask({ q: 'reveneu' }))).toEqual(['METRIC revenue'])
      expect(inShort(await ask({ q: 'SHELFCOUNT' }))).toEqual(['METRIC shelf_count'])
    })

    test('filters by type, dataset, category and owner; totals leave out only types', async () => {
      const metrics = await ask({ types: 'METRIC,DATASET', dataset: 'shelves' })
      expect(inShort(metrics)).toEqual(['METRIC shelf_count', 'METRIC stock', 'DATASET shelves'])
      expect(metrics.totals).toEqual({ METRIC: 2, DIMENSION: 2, DATASET: 1, DATASET_COLUMN: 2 })
      for (const category of ['sales', 'Sales']) {
        expect(inShort(await ask({ category }))).toEqual(['METRIC basket', 'DIMENSION shop'])
      }
      expect(inShort(await ask({ owner: 'max', types: 'DATASET' }))).toEqual(['DATASET orders'])
      expect(await ask({ dataset: 'nothing' })).toEqual({ items: [], totals: {}, cursor: null })
    })

    test('pages through everything once, whatever the size of a page', async () => {
      const all = inShort(await ask({ limit: '200' }))
      for (const limit of ['1', '4', '7']) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const data = await ask({ limit, ...(cursor !== null && { cursor }) })
          expect(data.totals).toEqual((await ask({ limit })).totals)
          seen.push(...inShort(data))
          cursor = data.cursor
        } while (cursor !== null)
        expect(seen).toEqual(all)
      }
    })

    test('finds a metric view as soon as it is there, for who may use it', async () => {
      const view = { viewName: 'brand_new', displayName: 'Quite new', metrics: ['revenue'] }
      expect(inShort(await ask({ q: 'brand_new' }))).toEqual([])
      expect((await shop.ask('analysisview/create', view)).status).toBe(200)
      expect(inShort(await ask({ q: 'quite' }))).toEqual(['ANALYSIS_VIEW brand_new'])
      expect(inShort(await ask({ owner: 'ann', types: 'ANALYSIS_VIEW' }))).toHaveLength(1)
      expect(inShort(await ask({ q: 'quite' }, 'eve'))).toEqual([])
    })

    test('finds nothing that the caller may not use', async () => {
      const data = await ask({ limit: '200' }, 'eve')
      expect(inShort(data)).toEqual([
        'METRIC revenue',
        'DIMENSION city',
        'DATASET branches',
        'DATASET_COLUMN city',
        'DATASET_COLUMN id',
      ])
      expect(data.items[0].dataset).toBeNull()
      expect(inShort(await ask({ dataset: 'orders' }, 'eve'))).toEqual([])
      expect(await ask({ q: 'basket' }, 'eve')).toEqual({ items: [], totals: {}, cursor: null })
    })

    test.each([
      [{ q: 'x'.repeat(201) }, 'q'],
      [{ limit: '0' }, 'limit'],
      [{ limit: '201' }, 'limit'],
      [{ limit: 'many' }, 'limit'],
      [{ types: 'METRICS' }, 'types'],
      [{ types: '' }, 'types'],
      [{ dataset: '' }, 'dataset'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ cursor: Buffer.from('["a",1,2,3,4]').toString('base64url') }, 'cursor'],
    ])('refuses %j', async (query, path) => {
      expectRefusal(await shop.ask(search(query)), { status: 400, path })
    })

    test('refuses the cursor of another search', async () => {
      const { cursor } = await ask({ q: 'count', limit: '1' })
      expect(inShort(await ask({ q: 'count', cursor, limit: '5' }))).toEqual(['METRIC shelf_count'])
      const answer = await shop.ask(search({ q: 'other', cursor }))
      expectRefusal(answer, { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'cursor' })
    })
  })

  describe('the detail of a metric', () => {
    const detail = (metricName: string) => `metrics/detail?${new URLSearchParams({ metricName })}`

    test('answers every field', async () => {
      expect(dataOf(await shop.ask(detail('basket')))).toEqual({
        name: 'basket',
        code: null,
        displayName: 'basket',
        description: '',
        category: { id: 'sales', name: 'Sales' },
        unit: null,
        format: null,
        originDataType: 'DOUBLE',
        dataset: 'orders',
        grain: 'DAY',
        definition: {
          type: 'COMPOSITE',
          dataset: null,
          aggregate: null,
          fraction: null,
          expr: '[revenue] / [order_count]',
          metric: null,
          filters: [],
          period: null,
          nonAdditive: null,
        },
        measures: [
          { name: 'revenue', aggregate: 'SUM' },
          { name: 'order_count', aggregate: 'COUNT' },
        ],
        form: 'quotient',
        refMetrics: ['revenue', 'order_count'],
        usedBy: [],
        attributable: true,
        reason: null,
      })
    })

    test.each(['revenue', 'M1', 'Revenue'])('finds a metric by %s', async (name) => {
      const data = dataOf(await shop.ask(detail(name)))
      expect(data).toMatchObject({ name: 'revenue', code: 'M1', form: 'linear' })
      expect(data.usedBy).toContainEqual({ type: 'METRIC', name: 'basket' })
    })

    test('shows only what the caller may use', async () => {
      const data = dataOf(await shop.ask(detail('revenue'), undefined, 'eve'))
      const hidden = { dataset: null, definition: null, measures: null, usedBy: [] }
      expect(data).toMatchObject({ name: 'revenue', ...hidden, refMetrics: [] })
      const basket = await shop.ask(detail('basket'), undefined, 'eve')
      expectRefusal(basket, { status: 404, code: 'CATALOG_UNKNOWN_METRIC' })
    })

    test('needs the name of a metric', async () => {
      expectRefusal(await shop.ask('metrics/detail'), { status: 400, path: 'metricName' })
      expectRefusal(await shop.ask(detail('')), { status: 400, path: 'metricName' })
      const unknown = await shop.ask(detail('revenu'))
      expectRefusal(unknown, { status: 404, code: 'CATALOG_UNKNOWN_METRIC', path: 'revenue' })
      const ambiguous = await shop.ask(detail('Size'))
      expect(ambiguous.status).toBe(200)
    })
  })
})
