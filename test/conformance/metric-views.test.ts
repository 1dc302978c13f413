import { describe, expect, test } from 'vitest'
import { dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const LIST = 'analysisview/list'
const DELETE = 'analysisview/delete'
const detail = (viewName: string) => `analysisview/detail?${new URLSearchParams({ viewName })}`

const VIEW = {
  viewName: 'by_city',
  displayName: 'By city',
  description: 'Which cities sell.',
  metrics: ['Revenue', 'last'],
  dimensions: ['city', 'metric_time__month'],
  timeConstraint: '[metric_time] >= "2024-05-01"',
  filters: ['[Branch] <> "c"'],
  resultFilters: ['[revenue] > 1'],
  orders: [{ Revenue: 'desc' }],
  metricDefinitions: {
    last: { refMetric: 'M1', preAggs: [{ granularity: 'DAY', calculateType: 'SUM' }] },
  },
}

onEachStore((shop) => {
  const make = async (view: object, account = 'ann'): Promise<void> => {
    const { status, body } = await shop.ask('analysisview/create', view, account)
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const names = async (account = 'ann', more = ''): Promise<readonly string[]> =>
    dataOf(await shop.ask(`${LIST}${more}`, undefined, account)).items.map(
      (one: { readonly viewName: string }) => one.viewName,
    )

  describe('metric views', () => {
    test('are an empty list at first', async () => {
      expect(dataOf(await shop.ask(LIST))).toEqual({ items: [], cursor: null })
    })

    test('are listed by name, page by page', async () => {
      await make(VIEW)
      for (const viewName of ['a_view', 'c_view']) {
        await make({ viewName, displayName: viewName, metrics: ['revenue'] }, 'max')
      }
      const data = dataOf(await shop.ask(`${LIST}?limit=2`))
      expect(data.items).toEqual([
        expect.objectContaining({ viewName: 'a_view', createdBy: 'max', description: null }),
        {
          viewName: 'by_city',
          displayName: 'By city',
          description: 'Which cities sell.',
          createdBy: 'ann',
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
      ])
      expect(await names('ann', `?cursor=${data.cursor}`)).toEqual(['c_view'])
    })

    test('have a detail with names as the catalog has them', async () => {
      const data = dataOf(await shop.ask(detail('by_city')))
      expect(data).toMatchObject({
        viewName: 'by_city',
        metrics: ['revenue', 'last'],
        dimensions: ['city', 'metric_time__month'],
        orders: [{ revenue: 'DESC' }],
        metricDefinitions: {
          last: { refMetric: 'revenue', preAggs: [{ granularity: 'DAY', calculateType: 'SUM' }] },
        },
      })
      const { createdAt: _at, createdBy: _by, ...asked } = data
      const again = { ...asked, viewName: 'copy' }
      await make(again)
      const copy = dataOf(await shop.ask(detail('copy')))
      expect(copy).toEqual({ ...data, viewName: 'copy', createdAt: copy.createdAt })
    })

    test('are not there for who may not use them', async () => {
      expect(await names('eve')).toEqual([])
      const unknown = { status: 404, code: 'PLATFORM_UNKNOWN_RESOURCE', path: 'viewName' }
      expectRefusal(await shop.ask(detail('by_city'), undefined, 'eve'), unknown)
      expectRefusal(await shop.ask(DELETE, { viewName: 'by_city' }, 'eve'), unknown)
      const forbidden = await shop.ask(DELETE, { viewName: 'by_city' }, 'joe')
      expectRefusal(forbidden, { status: 403, code: 'ACCESS_FORBIDDEN' })
      expect(await names()).toContain('by_city')
    })

    test('belong to who made them, until they are deleted', async () => {
      await make({ viewName: 'own', displayName: 'Own', metrics: ['revenue'] }, 'eve')
      expect(await names('eve')).toEqual(['own'])
      expect(dataOf(await shop.ask(DELETE, { viewName: 'own' }, 'eve'))).toBe(true)
      expect(await names('eve')).toEqual([])
      expectRefusal(await shop.ask(detail('own'), undefined, 'ann'), { status: 404 })
      const gone = await shop.ask(
        'lineage/queryVertexLineage?vertex_type=ANALYSIS_VIEW&vertex_id=own&input_step=1&output_step=0',
      )
      expectRefusal(gone, { status: 404, code: 'LINEAGE_UNKNOWN_VERTEX' })
      expectRefusal(await shop.ask(DELETE, { viewName: 'own' }, 'eve'), { status: 404 })
      await shop.restart()
      expect(await names()).not.toContain('own')
      await make({ viewName: 'own', displayName: 'Own', metrics: ['revenue'] }, 'ann')
      expect(await names('eve')).toEqual([])
    })

    test.each([
      [`${LIST}?limit=0`, 'limit'],
      [`${LIST}?limit=1001`, 'limit'],
      [`${LIST}?cursor=nonsense`, 'cursor'],
      ['analysisview/detail', 'viewName'],
      [detail(''), 'viewName'],
      [detail('x'.repeat(51)), 'viewName'],
    ])('refuses %s', async (path, named) => {
      expectRefusal(await shop.ask(path), { status: 400, path: named })
    })

    test('need the name of a view to be deleted', async () => {
      for (const body of [{}, { viewName: '' }, ...NOT_TEXT.map((viewName) => ({ viewName }))]) {
        expectRefusal(await shop.ask(DELETE, body), { status: 400, path: 'viewName' })
      }
      expectRefusal(await shop.ask(DELETE, { viewName: 'a\u0000' }), { status: 400 })
    })
  })

  describe('the caller', () => {
    test('is told who it is and what it may do', async () => {
      const data = dataOf(await shop.ask('caller'))
      expect(data).toEqual({
        tenant: 'shop',
        account: 'ann',
        displayName: 'Ann',
        roles: ['OWNER'],
        timeZone: 'UTC',
        weekStart: 'MONDAY',
        can: { operate: true, manageUsers: true, importLineage: true },
        limits: { maxRows: 10_000, dimensions: 100, filters: 1_000 },
        workers: 0,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        health: {
          store: true,
          engine: true,
          datasources: [{ name: expect.any(String), answers: true }],
        },
      })
    })

    test.each(['joe', 'eve'])(
      '%s may manage nothing and is not told of health',
      async (account) => {
        const data = dataOf(await shop.ask('caller', undefined, account))
        expect(data).toMatchObject({
          account,
          roles: account === 'joe' ? ['USAGER'] : [],
          can: { operate: false, manageUsers: false, importLineage: false },
          health: null,
        })
      },
    )
  })
})
