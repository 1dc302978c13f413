import { describe, expect, test } from 'vitest'
import { dataOf, expectRefusal, NOT_TEXT, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const SERIES = 'metrics/series'
const VALUES = 'dimension/values'
const EXTENT = 'dataset/extent'
const BY_MONTH = { metric: 'revenue', grain: 'MONTH' }

onEachStore((shop) => {
  const ask = async (path: string, body?: object, account?: string) =>
    dataOf(await shop.ask(path, body, account))

  describe('metrics/series', () => {
    test('has every period, says which are partial, and knows nothing beyond the data', async () => {
      const answer = await ask(SERIES, { ...BY_MONTH, metric: 'M1', range: '2024-04..2024-07' })
      expect(answer).toEqual({
        columns: [
          { name: 'period', role: 'DIMENSION', dataType: 'DATE' },
          { name: 'value', role: 'METRIC', dataType: 'BIGINT' },
        ],
        table: {
          period: ['2024-04-01', '2024-05-01', '2024-06-01', '2024-07-01'],
          value: [null, 30, 55, null],
        },
        periods: [
          { period: '2024-04-01', partial: true },
          { period: '2024-05-01', partial: false },
          { period: '2024-06-01', partial: true },
          { period: '2024-07-01', partial: true },
        ],
        warnings: [{ code: 'PARTIAL_RANGE', metrics: ['M1'], details: { periods: 33, of: 122 } }],
      })
    })

    test('is 0 or null in periods without rows, depending on the metric', async () => {
      const days = { grain: 'day', range: '2024-05-02..2024-05-03' }
      expect((await ask(SERIES, { metric: 'revenue', ...days })).table.value).toEqual([20, 0])
      expect((await ask(SERIES, { metric: 'basket', ...days })).table.value).toEqual([20, null])
    })

    test('marks a period that the time range has in part', async () => {
      const timeConstraint = '[metric_time] >= "2024-05-02" AND [metric_time] < "2024-06-01"'
      const { periods, table } = await ask(SERIES, { ...BY_MONTH, timeConstraint })
      expect(periods).toEqual([{ period: '2024-05-01', partial: true }])
      expect(table).toEqual({ period: ['2024-05-01'], value: [20] })
    })

    test('splits by the largest groups, or by those that are named', async () => {
      const split = (more: object) =>
        ask(SERIES, { ...BY_MONTH, range: '2024-05', split: { dimension: 'city', ...more } })
      expect((await split({ top: 1 })).table).toEqual({
        period: ['2024-05-01'],
        group: ['Bruges'],
        value: [20],
      })
      expect((await split({})).table.group).toEqual(['Bruges', 'Ghent'])
      expect((await split({ values: ['Paris', null, 'Ghent'] })).table).toEqual({
        period: ['2024-05-01', '2024-05-01', '2024-05-01'],
        group: ['Paris', null, 'Ghent'],
        value: [0, 0, 10],
      })
    })

    test('names whatever is wrong', async () => {
      const wrong: readonly (readonly [object, string, number?])[] = [
        [{ grain: 'MONTH' }, 'metric'],
        [{ metric: 'revenue' }, 'grain'],
        ...NOT_TEXT.map((metric) => [{ ...BY_MONTH, metric }, 'metric'] as const),
        ...NOT_TEXT.map((grain) => [{ ...BY_MONTH, grain }, 'grain'] as const),
        [{ ...BY_MONTH, metric: 'none' }, 'metric', 404],
        [{ ...BY_MONTH, metric: 'stock' }, 'grain'],
        [{ ...BY_MONTH, grain: 'DECADE' }, 'grain'],
        [{ ...BY_MONTH, grain: 'SECOND', range: '2024' }, 'grain'],
        [{ ...BY_MONTH, grain: 'FISCAL_YEAR' }, 'grain'],
        [{ ...BY_MONTH, range: 'FY2024' }, 'range'],
        [{ ...BY_MONTH, range: 'spring' }, 'range'],
        [{ ...BY_MONTH, range: '2024', timeConstraint: '[metric_time] > "2024"' }, 'range'],
        [{ ...BY_MONTH, timeConstraint: '[shop] = "a"' }, 'timeConstraint'],
        ...NOT_TEXTS.map((filters) => [{ ...BY_MONTH, filters }, 'filters'] as const),
        [{ ...BY_MONTH, split: 'city' }, 'split'],
        [{ ...BY_MONTH, split: {} }, 'split.dimension'],
        [{ ...BY_MONTH, split: { dimension: 'none' } }, 'split.dimension', 404],
        [{ ...BY_MONTH, split: { dimension: 'city', top: 21 } }, 'split.top'],
        [{ ...BY_MONTH, split: { dimension: 'city', top: 0 } }, 'split.top'],
        [{ ...BY_MONTH, split: { dimension: 'city', values: [] } }, 'split.values'],
        [{ ...BY_MONTH, split: { dimension: 'city', values: ['a', 'a'] } }, 'split.values[1]'],
        [{ ...BY_MONTH, split: { dimension: 'city', values: ['a'], top: 1 } }, 'split.top'],
        [{ ...BY_MONTH, split: { dimension: 'city', values: [5] } }, 'split.values'],
        [
          {
            ...BY_MONTH,
            metric: 't',
            range: '2024',
            metricDefinitions: {
              t: { refMetric: 'revenue', indirections: ['sameperiod__yoy__value'] },
            },
          },
          'grain',
        ],
      ]
      for (const [body, path, status = 400] of wrong) {
        expectRefusal(await shop.ask(SERIES, body), { status, path })
      }
      expectRefusal(await shop.ask(SERIES, { ...BY_MONTH, metric: 'basket' }, 'eve'), {
        status: 404,
      })
    })
  })

  describe('dimension/values', () => {
    test('lists values with their names, the most frequent first', async () => {
      expect(await ask(VALUES, { dimension: 'D1', limit: 1 })).toEqual({
        values: [{ value: 'a', label: 'First', rows: 2 }],
        hasMissing: false,
        more: true,
      })
      expect((await ask(VALUES, { dimension: 'shop', prefix: 'SEC' })).values).toEqual([
        { value: 'b', label: 'Second', rows: 2 },
      ])
      const may = { dimension: 'band', metric: 'revenue', range: '2024-05' }
      expect((await ask(VALUES, may)).values.map(({ value }: { value: string }) => value)).toEqual([
        'high',
        'low',
      ])
      const months = await ask(VALUES, { dimension: 'metric_time__month', metric: 'revenue' })
      expect(months.values).toHaveLength(2)
    })

    test('tells nobody how many rows a dataset has who may not use it', async () => {
      expect((await ask(VALUES, { dimension: 'city' }, 'eve')).values).toEqual([
        { value: 'Bruges', label: 'Bruges', rows: null },
        { value: 'Ghent', label: 'Ghent', rows: null },
      ])
    })

    test('names whatever is wrong', async () => {
      const wrong: readonly (readonly [object, string, number?])[] = [
        ...NOT_TEXT.map((dimension) => [{ dimension }, 'dimension'] as const),
        [{ dimension: 'none' }, 'dimension', 404],
        [{ dimension: 'city__month' }, 'dimension'],
        [{ dimension: 'metric_time' }, 'metric'],
        [{ dimension: 'city', metric: 'none' }, 'metric', 404],
        [{ dimension: 'city', metric: 'stock' }, 'dimension'],
        [{ dimension: 'city', metric: ' ' }, 'metric', 404],
        [{ dimension: 'metric_time', metric: ' ' }, 'metric', 404],
        [{ dimension: 'city', prefix: 5 }, 'prefix'],
        [{ dimension: 'city', filters: ['[none] = 1'] }, 'filters[0]'],
        [{ dimension: 'shelf', range: '2024' }, 'range'],
        [{ dimension: 'city', limit: 0 }, 'limit'],
        [{ dimension: 'city', limit: 1_001 }, 'limit'],
      ]
      for (const [body, path, status = 400] of wrong) {
        expectRefusal(await shop.ask(VALUES, body), { status, path })
      }
      expectRefusal(await shop.ask(VALUES, { dimension: 'shop' }, 'eve'), { status: 404 })
    })
  })

  describe('dataset/extent', () => {
    test('says how far the data reaches', async () => {
      const orders = await ask(`${EXTENT}?datasetName=orders`)
      expect(orders).toEqual({
        min: '2024-05-01',
        max: '2024-06-02',
        grain: 'DAY',
        timeZone: 'UTC',
        calendar: { weekStart: 'MONDAY', fiscalYearStart: null, fiscalYearName: 'END' },
        refreshedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        rows: 4,
        comparison: { current: '2024-06-02', compare: '2024-06-01', grain: 'DAY' },
      })
      expect(await ask(`${EXTENT}?metric=M1`)).toEqual(orders)
      expect(await ask(`${EXTENT}?metric=revenue`, undefined, 'eve')).toEqual({
        ...orders,
        rows: null,
      })
      expect(await ask(`${EXTENT}?datasetName=shelves`)).toMatchObject({
        min: null,
        max: null,
        grain: null,
        rows: 2,
      })
    })

    test('names whatever is wrong', async () => {
      for (const [query, path, status = 400] of [
        ['', 'datasetName'],
        ['?datasetName=orders&metric=revenue', 'datasetName'],
        ['?datasetName=', 'datasetName'],
        ['?datasetName=none', 'datasetName', 404],
        ['?metric=none', 'metric', 404],
        ['?metric=%20', 'metric', 404],
      ] as const) {
        expectRefusal(await shop.ask(`${EXTENT}${query}`), { status, path })
      }
      expectRefusal(await shop.ask(`${EXTENT}?datasetName=orders`, undefined, 'eve'), {
        status: 404,
      })
    })
  })
})
