import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { changed, expectRefusal, NOT_TEXT, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const CREATE = 'analysisview/create'

/** Views need names of their own. */
let count = 0
const fresh = () => `view_${++count}`

const view = (more: object = {}) => ({
  viewName: fresh(),
  displayName: 'Revenue by branch',
  metrics: ['revenue'],
  ...more,
})

/** Makes a view, which must succeed, and gives its name. */
async function made(shop: ServedShop, more: object = {}, account = 'ann'): Promise<string> {
  const body = view(more)
  const answer = await shop.ask(CREATE, body, account)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return body.viewName
}

/** What the lineage knows of a view: the asset, and what leads to it. */
async function lineageOf(shop: ServedShop, name: string) {
  const { body } = await shop.ask(
    `lineage/queryVertexLineage?vertex_id=${name}&vertex_type=ANALYSIS_VIEW&input_step=1&output_step=0`,
  )
  if (body.data === null) return null
  const { vertexList, edgeList } = body.data
  return {
    view: vertexList.find((one: { vertexId: string }) => one.vertexId === name),
    from: edgeList
      .map(({ srcVertex }: { srcVertex: { vertexType: string; vertexId: string } }) => {
        return `${srcVertex.vertexType} ${srcVertex.vertexId}`
      })
      .toSorted(),
  }
}

const refused = async (shop: ServedShop, more: object, path: string, status = 400) =>
  expectRefusal(await shop.ask(CREATE, view(more)), { status, path })

onEachStore((shop) => {
  describe('createMetricView', () => {
    test('answers true, without errorMsg and detailErrorMsg', async () => {
      const { status, body } = await shop.ask(CREATE, view())
      expect(status).toBe(200)
      expectFields(body, { data: 'boolean', success: 'boolean', code: 'string', traceId: 'string' })
      expect(body).toMatchObject({ data: true, success: true, code: '200' })
    })

    test('has errorMsg and detailErrorMsg on failure', async () => {
      expectRefusal(await shop.ask(CREATE, view({ metrics: ['none'] })), {
        status: 404,
        code: 'CATALOG_UNKNOWN_METRIC',
      })
    })

    describe('viewName', () => {
      test('has letters, digits and underscores, at most 50', async () => {
        await made(shop, { viewName: 'x' })
        await made(shop, { viewName: `A_9${'z'.repeat(47)}` })
        const wrong = ['', 'a b', 'a-b', 'a.b', 'é', '名', 'a\n', 'a\0', "a'; drop table x", '../a']
        for (const viewName of wrong) await refused(shop, { viewName }, 'viewName')
        await refused(shop, { viewName: 'z'.repeat(51) }, 'viewName')
      })

      test('is unique within the tenant', async () => {
        const viewName = await made(shop)
        expectRefusal(await shop.ask(CREATE, view({ viewName, metrics: ['order_count'] })), {
          status: 409,
          code: 'PLATFORM_VIEW_EXISTS',
          path: 'viewName',
        })
        expect((await lineageOf(shop, viewName))?.from).toEqual(['METRIC revenue'])
        await made(shop, { viewName: viewName.toUpperCase() })
      })

      test('is taken by only a single request of several simultaneous requests', async () => {
        const body = view()
        const answers = await Promise.all(Array.from({ length: 8 }, () => shop.ask(CREATE, body)))
        const statuses = answers.map(({ status }) => status).toSorted()
        expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
      })
    })

    test('displayName has any characters, at most 128', async () => {
      const displayName = `Ümsatz "je" Filiale 😀\n${'x'.repeat(50)}`
      const name = await made(shop, { displayName })
      expect((await lineageOf(shop, name))?.view.displayName).toBe(displayName)
      await made(shop, { displayName: 'x'.repeat(128) })
      await made(shop, { displayName: '😀'.repeat(128) })
      await refused(shop, { displayName: '😀'.repeat(129) }, 'displayName')
      await refused(shop, { displayName: 'x'.repeat(129) }, 'displayName')
      await refused(shop, { displayName: 'a\0' }, 'displayName')
    })

    test('description may be left out, null or long', async () => {
      const told = await made(shop, { description: 'd'.repeat(5_000) })
      expect((await lineageOf(shop, told))?.view.description).toHaveLength(5_000)
      const untold = await made(shop, { description: null })
      expect((await lineageOf(shop, untold))?.view.description).toBeNull()
    })

    describe('metrics', () => {
      test.each(['revenue', 'M1', 'Revenue'])('takes %s for the metric revenue', async (metric) => {
        const name = await made(shop, { metrics: [metric, 'order_count'] })
        const expected = ['METRIC order_count', 'METRIC revenue']
        expect((await lineageOf(shop, name))?.from).toEqual(expected)
      })

      test('takes temporary metrics by their key, which is never mapped', async () => {
        const name = await made(shop, {
          metrics: ['order_count'],
          metricDefinitions: { order_count: { refMetric: 'Revenue' } },
        })
        expect((await lineageOf(shop, name))?.from).toEqual(['METRIC revenue'])
      })

      test('refuses one that is unknown, and suggests a near one', async () => {
        const answer = await shop.ask(CREATE, view({ metrics: ['revenue', 'revenu'] }))
        expectRefusal(answer, { status: 404, path: 'metrics[1]' })
        expect(answer.body.errorMsg).toContain('"revenue"')
      })

      test('refuses one that is listed twice, whatever it is called', async () => {
        await refused(shop, { metrics: ['revenue', 'Revenue'] }, 'metrics[1]')
      })

      test('refuses a dimension', async () => {
        await refused(shop, { metrics: ['shop'] }, 'metrics[0]', 404)
      })
    })

    describe('dimensions', () => {
      test.each(['shop', 'D1', 'Branch'])('takes %s for the dimension shop', async (dimension) => {
        const name = await made(shop, { dimensions: [dimension] })
        expect((await lineageOf(shop, name))?.from).toEqual(['DIMENSION shop', 'METRIC revenue'])
      })

      test('takes a grain on a time', async () => {
        await made(shop, { dimensions: ['metric_time__month', 'metric_time', 'metric_time__DAY'] })
        await refused(shop, { dimensions: ['shop__month'] }, 'dimensions[0]')
      })

      test('refuses one that is unknown, a metric, or listed twice', async () => {
        await refused(shop, { dimensions: ['shop', 'shp'] }, 'dimensions[1]', 404)
        await refused(shop, { dimensions: ['revenue'] }, 'dimensions[0]', 404)
        await refused(shop, { dimensions: ['shop', 'Branch'] }, 'dimensions[1]')
        const twice = ['metric_time__day', 'metric_time__DAY']
        await refused(shop, { dimensions: twice }, 'dimensions[1]')
      })

      test('refuses one that a metric of the view does not have', async () => {
        await made(shop, { metrics: ['stock'], dimensions: ['shelf'] })
        await refused(
          shop,
          { metrics: ['stock', 'revenue'], dimensions: ['shelf'] },
          'dimensions[0]',
        )
        await refused(shop, { metrics: ['stock'], dimensions: ['metric_time'] }, 'dimensions[0]')
      })
    })

    describe('timeConstraint', () => {
      test('is a condition on metric_time', async () => {
        const timeConstraint = 'DateTrunc([metric_time], "MONTH") = DateTrunc(Now(), "MONTH")'
        await made(shop, { timeConstraint })
        await made(shop, { timeConstraint: '[metric_time__month] = "2024-05"' })
      })

      test.each([
        ['names something else', '[shop] = "a"'],
        ['is no condition', '[metric_time]'],
        ['is no expression', '[metric_time] >'],
        ['compares a time with a number', '[metric_time] > 5'],
      ])('is refused when it %s', async (_what, timeConstraint) => {
        await refused(shop, { timeConstraint }, 'timeConstraint')
      })

      test('is refused for a metric without a time', async () => {
        const timeConstraint = '[metric_time] > "2024-05-01"'
        await refused(shop, { metrics: ['stock'], timeConstraint }, 'timeConstraint')
      })

      test.each([null, '', ' '])('may be %j', async (timeConstraint) => {
        await made(shop, { timeConstraint })
      })
    })

    describe('filters', () => {
      test('map names, codes and display names of dimensions', async () => {
        const filters = ['[shop] = "a"', 'IN([Branch], "a", "b")', "['orders'/'amount'] > 1"]
        const name = await made(shop, { filters })
        expect((await lineageOf(shop, name))?.from).toEqual(['DIMENSION shop', 'METRIC revenue'])
      })

      test.each([
        ['a metric', '[revenue] > 1'],
        ['a temporary metric', '[temporary] > 1'],
        ['an unknown name', '[shp] = "a"'],
        ['a dimension that the metric has not', '[shelf] = "a"'],
        ['a text against a number', '[amount] = "x"'],
        ['no condition', '[amount] + 1'],
        ['no expression', 'IN([shop], "a"'],
        ['nothing', ' '],
      ])('refuse %s', async (_what, filter) => {
        const metricDefinitions = { temporary: { refMetric: 'revenue' } }
        await refused(shop, { filters: ['[shop] = "a"', filter], metricDefinitions }, 'filters[1]')
      })
    })

    describe('resultFilters', () => {
      const more = {
        metrics: ['Revenue', 'temporary'],
        metricDefinitions: {
          temporary: { refMetric: 'revenue', filters: ['[shop] = "a"'] },
          unlisted: { refMetric: 'revenue' },
        },
      }

      test('look at metrics and temporary metrics that metrics lists', async () => {
        const resultFilters = ['[revenue] > 10 AND [M1] < 1e9', '[temporary] / [Revenue] > 0.5']
        await made(shop, { ...more, resultFilters })
      })

      test.each([
        ['a metric that is not listed', '[order_count] > 1'],
        ['a temporary metric that is not listed', '[unlisted] > 1'],
        ['a dimension', '[shop] = "a"'],
        ['metric_time', '[metric_time] > "2024-05-01"'],
        ['a column', "['orders'/'amount'] > 1"],
        ['an unknown name', '[revenu] > 1'],
        ['no condition', '[revenue] + 1'],
        ['a text', '[revenue] = "a"'],
      ])('refuse %s', async (_what, filter) => {
        await refused(shop, { ...more, resultFilters: [filter] }, 'resultFilters[0]')
      })

      test('take a name for the temporary metric of that key', async () => {
        const hidden = {
          metrics: ['revenue'],
          metricDefinitions: { order_count: { refMetric: 'revenue' } },
          resultFilters: ['[order_count] > 1'],
        }
        await refused(shop, hidden, 'resultFilters[0]')
        await made(shop, { ...hidden, metrics: ['order_count'] })
      })
    })

    describe('orders', () => {
      test('have one key each: a metric, a temporary metric or a dimension', async () => {
        const orders = [{ Revenue: 'ASC' }, { temporary: 'DESC' }, { Branch: 'ASC' }]
        await made(shop, {
          metrics: ['revenue', 'temporary'],
          dimensions: ['shop', 'metric_time__month'],
          orders: [...orders, { metric_time__month: 'DESC' }],
          metricDefinitions: { temporary: { refMetric: 'M1' } },
        })
        await refused(shop, { orders: [{ revenue: 'ASC' }, {}] }, 'orders[1]')
        await refused(shop, { orders: [{ revenue: 'ASC', shop: 'ASC' }] }, 'orders[0]')
      })

      test.each(['ASC', 'asc', 'Asc', 'DESC', 'desc', 'dEsC'])('take %s', async (direction) => {
        await made(shop, { orders: [{ revenue: direction }] })
      })

      test.each(['', 'UP', 'ASC ', 'ascending', 'aßc'])('refuse %j', async (direction) => {
        await refused(shop, { orders: [{ revenue: direction }] }, 'orders[0].revenue')
      })

      test('refuse an unknown name, and the same thing twice', async () => {
        await refused(shop, { orders: [{ revenu: 'ASC' }] }, 'orders[0]', 404)
        await refused(shop, { orders: [{ revenue: 'ASC' }, { M1: 'DESC' }] }, 'orders[1]')
      })

      test('take a name that fits both for the one that the view lists', async () => {
        const asMetric = await made(shop, { metrics: ['stock'], orders: [{ Size: 'ASC' }] })
        expect((await lineageOf(shop, asMetric))?.from).toEqual(['METRIC stock'])
        const sized = { metrics: ['shelf_count'], dimensions: ['size'], orders: [{ Size: 'ASC' }] }
        const asDimension = await made(shop, sized)
        expect((await lineageOf(shop, asDimension))?.from).not.toContain('METRIC stock')
        await refused(shop, { ...sized, dimensions: [] }, 'orders[0]')
        await refused(shop, { ...sized, metrics: ['stock'] }, 'orders[0]')
      })
    })

    describe('metricDefinitions', () => {
      const STEP = { granularity: 'DAY', calculateType: 'SUM' }
      const YEAR = 'sameperiod__yoy__value'
      const defined = (temporary: object, more: object = {}) => ({
        metrics: ['t'],
        metricDefinitions: { t: { refMetric: 'revenue', ...temporary } },
        ...more,
      })

      test('take every field of a temporary metric', async () => {
        await made(
          shop,
          defined({
            id: 't',
            refMetric: 'Revenue',
            period: 'to_date -6 day of 0 day',
            metricGrain: 'DAY',
            filters: ['[Branch] = "a"'],
            indirections: ['sameperiod__yoy__growth'],
            specifyDimension: { type: 'INCLUDE', dimensions: 'shop, metric_time' },
          }),
        )
        await made(shop, defined({ expr: '[Revenue] / [order_count]' }))
        await made(shop, defined({ preAggs: [{ granularity: 'DAY', calculateType: 'SUM' }] }))
      })

      test.each<[string, object]>([
        ['two second steps of aggregation', { preAggs: [STEP, { ...STEP, granularity: 'MONTH' }] }],
        ['two derived calculations', { indirections: ['sameperiod__yoy__growth', YEAR] }],
        ['a time that no dataset has', { time: 'nowhere' }],
        ['a rank, which has no change', { indirections: ['Revenue__rank__Branch'] }],
        ['a proportion, which has no change', { indirections: ['revenue__proportion__shop'] }],
      ])('refuse %s as a query does', async (_what, temporary) => {
        const body = defined(temporary)
        const created = await shop.ask(CREATE, view(body))
        const asked = await shop.ask('metrics/query', body)
        expect(created.status).toBe(400)
        const { errorMsg, detailErrorMsg } = asked.body
        expect(created.body).toMatchObject({ errorMsg, detailErrorMsg })
      })

      test('map the names of refMetric, filters and formula into the lineage', async () => {
        const name = await made(
          shop,
          defined({ refMetric: 'M1', filters: ['[D1] = "a"'], expr: '[Revenue] / [Orders]' }),
        )
        expect((await lineageOf(shop, name))?.from).toEqual([
          'DIMENSION shop',
          'METRIC order_count',
          'METRIC revenue',
        ])
      })

      test.each([
        'sameperiod__mom__value',
        'sameperiod__wow__growthvalue',
        'sameperiod__dod__growth',
        'multi_level_agg__AVG,Branch',
      ])('take the indirection %s', async (indirection) => {
        await made(shop, defined({ indirections: [indirection] }))
      })

      test('take a temporary metric on another, and refuse a circle', async () => {
        const metricDefinitions = { t: { refMetric: 'u' }, u: { refMetric: 'revenue' } }
        const name = await made(shop, { metrics: ['t'], metricDefinitions })
        expect((await lineageOf(shop, name))?.from).toEqual(['METRIC revenue'])
        const circle = { t: { refMetric: 'u' }, u: { refMetric: 't' } }
        await refused(shop, { metrics: ['t'], metricDefinitions: circle }, 'metricDefinitions.')
        await refused(shop, defined({ refMetric: 't' }), 'metricDefinitions.t.refMetric')
        await refused(shop, defined({ expr: '[t] + 1' }), 'metricDefinitions.t.expr')
      })

      test('are validated even when they are not used', async () => {
        const metricDefinitions = { t: { refMetric: 'none' } }
        await refused(shop, { metricDefinitions }, 'metricDefinitions.t.refMetric', 404)
      })

      test.each<[string, object, string, number?]>([
        ['an unknown metric', { refMetric: 'none' }, 'refMetric', 404],
        ['a dimension as metric', { refMetric: 'shop' }, 'refMetric', 404],
        ['an unknown period', { period: 'NEVER' }, 'period'],
        ['an unknown grain', { metricGrain: 'FORTNIGHT' }, 'metricGrain'],
        ['an unknown date tag', { onlyContainsDateTag: 'none' }, 'onlyContainsDateTag'],
        ['a wrong filter', { filters: ['[revenue] > 1'] }, 'filters[0]'],
        ['an unknown indirection', { indirections: ['sameperiod__xox__value'] }, 'indirections[0]'],
        ['an unknown method', { indirections: ['sameperiod__yoy__twice'] }, 'indirections[0]'],
        ['a rank within nothing known', { indirections: ['rank__none'] }, 'indirections[0]'],
        [
          'an unknown dimension',
          { specifyDimension: { type: 'EXCLUDE', dimensions: 'shop,none' } },
          'specifyDimension.dimensions',
          404,
        ],
        [
          'no dimension',
          { specifyDimension: { type: 'EXCLUDE', dimensions: 'shop,' } },
          'specifyDimension.dimensions',
        ],
        ['a formula of dimensions', { expr: '[shop]' }, 'expr'],
        ['a formula that is no number', { expr: '[revenue] > 1' }, 'expr'],
      ])('refuse %s', async (_what, temporary, path, status = 400) => {
        await refused(shop, defined(temporary), `metricDefinitions.t.${path}`, status)
      })

      test.each<[string, readonly (string | number)[], readonly unknown[]]>([
        ['id', ['id'], NOT_TEXT.slice(1)],
        ['refMetric', ['refMetric'], [...NOT_TEXT, '']],
        ['period', ['period'], NOT_TEXT.slice(1)],
        ['metricGrain', ['metricGrain'], NOT_TEXT.slice(1)],
        ['onlyContainsDateTag', ['onlyContainsDateTag'], NOT_TEXT.slice(1)],
        ['filters', ['filters'], [...NOT_TEXTS, ['']]],
        ['indirections', ['indirections'], [...NOT_TEXTS, ['']]],
        ['specifyDimension', ['specifyDimension'], ['shop', 5, [], {}]],
        ['specifyDimension.type', ['specifyDimension', 'type'], [...NOT_TEXT, '', 'include']],
        ['specifyDimension.dimensions', ['specifyDimension', 'dimensions'], [...NOT_TEXT, '']],
        ['expr', ['expr'], NOT_TEXT.slice(1)],
        ['time', ['time'], NOT_TEXT.slice(1)],
        ['preAggs', ['preAggs'], ['DAY', 5, {}, [null], ['DAY'], [{}]]],
        ['granularity', ['preAggs', 0, 'granularity'], [...NOT_TEXT, '', 'DECADE']],
        ['calculateType', ['preAggs', 0, 'calculateType'], [...NOT_TEXT, '', 'MEDIAN']],
      ])('refuse a wrong %s', async (_what, path, values) => {
        const good = {
          refMetric: 'revenue',
          specifyDimension: { type: 'INCLUDE', dimensions: 'shop' },
          preAggs: [{ granularity: 'DAY', calculateType: 'SUM' }],
        }
        for (const value of values) {
          await refused(shop, defined(changed(good, path, value) as object), String(path[0]))
        }
      })

      const temporaries = fc.record(
        {
          refMetric: fc.constantFrom('revenue', 'Orders', 'stock', 'average'),
          filters: fc.constantFrom<readonly string[]>([], ['[shop] = "a"'], ['[amount] > 1']),
          period: fc.constantFrom('to_date -6 day of 0 day', 'none'),
          time: fc.constantFrom('day', 'nowhere'),
          metricGrain: fc.constantFrom('DAY', 'MONTH', 'HOUR', 'DECADE'),
          indirections: fc.array(
            fc.constantFrom(
              YEAR,
              'sameperiod__mom__growth',
              'multi_level_agg__AVG,shop',
              'rank__shop',
            ),
            { maxLength: 2 },
          ),
          preAggs: fc.array(
            fc.record({
              granularity: fc.constantFrom('DAY', 'MONTH', 'HOUR'),
              calculateType: fc.constantFrom('SUM', 'COUNTDISTINCT'),
            }),
            { maxLength: 2 },
          ),
          specifyDimension: fc.record({
            type: fc.constantFrom('INCLUDE', 'EXCLUDE'),
            dimensions: fc.constantFrom('shop', 'shop, metric_time', 'none'),
          }),
          expr: fc.constantFrom('[revenue] / [order_count]', '[revenue] + 1', '[stock] * 2'),
        },
        { requiredKeys: ['refMetric'] },
      )

      test('can be queried when the view was created', async () => {
        const dimensions = fc.subarray(['shop', 'metric_time__month', 'shelf'])
        const property = fc.asyncProperty(temporaries, dimensions, async (temporary, names) => {
          const body = view(defined(temporary, { dimensions: names }))
          const created = await shop.ask(CREATE, body)
          if (created.status !== 200) return
          const range = { timeConstraint: '[metric_time__month] = "2024-05"' }
          const asked = await shop.ask('metrics/query', { viewName: body.viewName, ...range })
          if (asked.status === 200) return
          const plain = await shop.ask('metrics/query', { viewName: body.viewName })
          expect(plain.status, JSON.stringify([temporary, names, plain.body])).toBe(200)
        })
        await fc.assert(property, { numRuns: 100 })
      })

      test('are at most 100', async () => {
        const many = (size: number) =>
          Object.fromEntries(Array.from({ length: size }, (_, i) => [`t${i}`, good]))
        const good = { refMetric: 'revenue' }
        await made(shop, { metricDefinitions: many(100) })
        await refused(shop, { metricDefinitions: many(101) }, 'metricDefinitions')
      })
    })

    const LISTS = ['metrics', 'dimensions', 'filters', 'resultFilters', 'orders']
    test.each(LISTS)('refuses %s that are no list, or ten thousand', async (name) => {
      const wrong = name === 'orders' ? ['a', 5, {}, [null], ['a'], [{ revenue: 5 }]] : NOT_TEXTS
      for (const value of wrong) await refused(shop, { [name]: value }, name)
      const entry = name === 'orders' ? { revenue: 'ASC' } : '[revenue] > 1'
      await refused(shop, { [name]: Array.from({ length: 10_000 }, () => entry) }, name)
    })

    test.each(['viewName', 'displayName'])('refuses a wrong or missing %s', async (name) => {
      for (const value of [...NOT_TEXT, '']) await refused(shop, { [name]: value }, name)
      expectRefusal(await shop.ask(CREATE, changed(view(), [name])), { status: 400, path: name })
    })

    test('refuses missing, null and empty metrics, and takes null for every field that may be absent', async () => {
      expectRefusal(await shop.ask(CREATE, changed(view(), ['metrics'])), {
        status: 400,
        path: 'metrics',
      })
      for (const metrics of [null, [], ['']]) await refused(shop, { metrics }, 'metrics')
      await made(shop, {
        description: null,
        dimensions: null,
        timeConstraint: null,
        filters: null,
        resultFilters: null,
        orders: null,
        metricDefinitions: null,
      })
    })

    test('makes nothing when it refuses', async () => {
      const viewName = fresh()
      await refused(shop, { viewName, filters: ['[none] = 1'] }, 'filters[0]')
      expect(await lineageOf(shop, viewName)).toBeNull()
      await made(shop, { viewName })
    })

    test('is in the lineage at once, and after a restart, and so is its name taken', async () => {
      const viewName = await made(shop, { metrics: ['basket'], dimensions: ['shop'] })
      const before = await lineageOf(shop, viewName)
      expect(before?.from).toEqual(['DIMENSION shop', 'METRIC basket'])
      await shop.restart()
      expect(await lineageOf(shop, viewName)).toEqual(before)
      await refused(shop, { viewName }, 'viewName', 409)
    })

    test('keeps all of many that are made at once', async () => {
      const names = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          made(shop, { metrics: [i % 2 ? 'basket' : 'revenue'] }),
        ),
      )
      const found = await Promise.all(names.map((name) => lineageOf(shop, name)))
      expect(found.map((one) => one?.from)).toEqual(
        names.map((_, i) => [i % 2 ? 'METRIC basket' : 'METRIC revenue']),
      )
      await shop.restart()
      expect(await Promise.all(names.map((name) => lineageOf(shop, name)))).toEqual(found)
    })

    test('needs the right to use what the view names', async () => {
      const unknown = (status: number, code: string) => ({ status, code })
      const metric = unknown(404, 'CATALOG_UNKNOWN_METRIC')
      const dimension = unknown(404, 'CATALOG_UNKNOWN_DIMENSION')
      const field = unknown(400, 'EXPRESSION_UNKNOWN_FIELD')
      const asEve = async (more: object) => shop.ask(CREATE, view(more), 'eve')
      expect((await asEve({ metrics: ['revenue'] })).status).toBe(200)
      expectRefusal(await asEve({ metrics: ['order_count'] }), metric)
      expectRefusal(await asEve({ dimensions: ['shop'] }), dimension)
      expectRefusal(await asEve({ filters: ['[shop] = "a"'] }), field)
      expectRefusal(await asEve({ filters: ["['orders'/'amount'] > 1"] }), field)
      const metricDefinitions = { t: { refMetric: 'order_count' } }
      expectRefusal(await asEve({ metricDefinitions }), metric)
    })
  })
})
