import { describe, expect, test } from 'vitest'
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const VERTEX = 'lineage/queryVertexLineage'

onEachStore((shop) => {
  const ask = async (path: string, account = 'ann') =>
    dataOf(await shop.ask(path, undefined, account))

  describe('lineage/search', () => {
    const SEARCH = 'lineage/search'
    const idsOf = ({ vertexList }: { vertexList: { vertexType: string; vertexId: string }[] }) =>
      vertexList.map(({ vertexType, vertexId }) => `${vertexType} ${vertexId}`)

    test('finds whole names first, then beginnings, words and parts of words', async () => {
      const found = await ask(`${SEARCH}?q=ORDER`)
      expect(idsOf(found).slice(0, 2)).toEqual(['DATASET orders', 'DATASET_COLUMN orders.amount'])
      expect(found.total).toBe(found.vertexList.length)
      const [first] = (await ask(`${SEARCH}?q=orders`)).vertexList
      expect(first).toMatchObject({
        vertexId: 'orders',
        vertexType: 'DATASET',
        matched: { field: 'vertexId', from: 0, to: 6 },
      })
    })

    test('finds display names, several words, and parts of ids', async () => {
      const { vertexList } = await ask(`${SEARCH}?q=of%20day&types=DATASET_COLUMN`)
      expect(vertexList.map(({ vertexId }: { vertexId: string }) => vertexId)).toEqual([
        'orders.day',
      ])
      expect(vertexList[0].matched).toEqual({ field: 'displayName', from: 4, to: 6 })
      expect(idsOf(await ask(`${SEARCH}?q=evenu`))).toEqual(['METRIC revenue'])
      expect(await ask(`${SEARCH}?q=nothing-like-it`)).toEqual({ vertexList: [], total: 0 })
    })

    test('has one page, and says how many there are', async () => {
      const { vertexList, total } = await ask(`${SEARCH}?q=o&limit=2`)
      expect(vertexList).toHaveLength(2)
      expect(total).toBeGreaterThan(2)
    })

    test('finds only what the caller may use', async () => {
      expect(idsOf(await ask(`${SEARCH}?q=order`, 'eve'))).toEqual([])
      expect(idsOf(await ask(`${SEARCH}?q=revenue`, 'eve'))).toEqual(['METRIC revenue'])
    })

    test.each(['q=', 'limit=0', 'limit=201', 'types=TABLE'])('refuses %s', async (query) => {
      const path = query.split('=', 1)[0]!
      const q = path === 'q' ? '' : 'q=a&'
      expectRefusal(await shop.ask(`${SEARCH}?${q}${query}`), { status: 400, path })
    })
  })

  describe('lineage/moments', () => {
    const MOMENTS = 'lineage/moments'
    const createView = async (viewName: string) => {
      const view = { viewName, displayName: viewName, metrics: ['revenue'] }
      expect((await shop.ask('analysisview/create', view)).status).toBe(200)
    }

    test('has who changed what, and when, the newest first', async () => {
      await createView('first')
      const { moments, cursor } = await ask(MOMENTS)
      expect(cursor).toBeNull()
      expect(moments).toHaveLength(2)
      const [view, start] = moments
      expect(view).toMatchObject({
        by: 'ann',
        added: { vertices: 1 },
        removed: { vertices: 0, edges: 0 },
        changed: 0,
      })
      expect(start.by).toBe('catalog')
      expect(start.added.vertices).toBeGreaterThan(20)
      expect(view.time > start.time).toBe(true)
      const between = await ask(`lineage/queryDifference?from=${start.time}&to=${view.time}`)
      expect(between.vertices.added).toHaveLength(view.added.vertices)
      expect(between.edges.added).toHaveLength(view.added.edges)
    })

    test('of an asset has its own and those of its edges', async () => {
      const of = (id: string, type: string) => `${MOMENTS}?vertex_id=${id}&vertex_type=${type}`
      const { moments } = await ask(of('first', 'ANALYSIS_VIEW'))
      expect(moments, JSON.stringify(moments)).toHaveLength(1)
      expect(moments[0].added).toEqual({ vertices: 1, edges: 1 })
      dataOf(await shop.ask('analysisview/delete', { viewName: 'first' }))
      const [gone] = (await ask(of('first', 'ANALYSIS_VIEW'))).moments
      expect(gone.removed.vertices).toBe(1)
      const later = `&from=${new Date(Date.parse(gone.time) + 1).toISOString()}`
      expect((await ask(`${of('first', 'ANALYSIS_VIEW')}${later}`)).moments).toEqual([])
      const never = await shop.ask(of('never', 'METRIC'))
      expectRefusal(never, { status: 404, code: 'LINEAGE_UNKNOWN_VERTEX' })
      const hidden = await shop.ask(of('basket', 'METRIC'), undefined, 'eve')
      expectRefusal(hidden, { status: 404, code: 'LINEAGE_UNKNOWN_VERTEX' })
    })

    test('comes page by page and in a range of time', async () => {
      const all = (await ask(MOMENTS)).moments
      const first = await ask(`${MOMENTS}?limit=1`)
      const second = await ask(`${MOMENTS}?limit=1&cursor=${first.cursor}`)
      expect([...first.moments, ...second.moments]).toEqual(all.slice(0, 2))
      expect((await ask(`${MOMENTS}?to=2020-01-01`)).moments).toEqual([])
      expect((await ask(`${MOMENTS}?from=2020-01-01`)).moments).toEqual(all)
    })

    test('counts only what the caller may see', async () => {
      const { moments } = await ask(MOMENTS, 'eve')
      const whole = (await ask(MOMENTS)).moments.at(-1)
      expect(moments.at(-1).added.vertices).toBeLessThan(whole.added.vertices)
    })

    test.each(['from=soon', 'to=2024-02-30', 'limit=0', 'cursor=x', 'vertex_id=a'])(
      'refuses %s',
      async (query) => {
        const name = query.split('=', 1)[0]!
        const path = name === 'vertex_id' ? 'vertex_type' : name
        expectRefusal(await shop.ask(`${MOMENTS}?${query}`), { status: 400, path })
      },
    )
  })

  describe('vertexLineage with extras', () => {
    const QUERY = `${VERTEX}?vertex_id=basket&vertex_type=METRIC&input_step=9&output_step=0&extras=true`
    // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
    const find = ({ vertexList }: any, id: string) =>
      vertexList.find((one: { vertexId: string }) => one.vertexId === id)

    test('says who states an asset, where a column is, and how many neighbours there are', async () => {
      const data = await ask(QUERY)
      expect(find(data, 'basket').extras).toEqual({
        sources: ['catalog'],
        parent: null,
        upstream: 2,
        downstream: 0,
      })
      expect(find(data, 'orders.amount').extras.parent).toEqual({
        vertexId: 'orders',
        vertexType: 'DATASET',
      })
      const formulas = data.edgeList
        .filter((edge: { dstVertex: { vertexType: string } }) => {
          return edge.dstVertex.vertexType === 'METRIC'
        })
        .map((edge: { extras: { expression: string } }) => edge.extras.expression)
      expect(new Set(formulas)).toEqual(
        new Set(['[revenue] / [order_count]', 'SUM([amount])', 'COUNT()']),
      )
    })

    test('hides sources and neighbour counts that the caller may not see', async () => {
      const query = QUERY.replace('basket', 'revenue')
      const data = await ask(query, 'eve')
      expect(find(data, 'revenue').extras).toMatchObject({ sources: null, upstream: 0 })
    })

    test('has no sources and expressions for past times', async () => {
      const data = await ask(`${QUERY}&as_of=2999-01-01`)
      expect(find(data, 'basket').extras).toMatchObject({ sources: null, upstream: 2 })
      expect(data.edgeList[0].extras).toEqual({ sources: null, expression: null })
    })

    test('adds nothing where it is not asked for', async () => {
      const data = await ask(QUERY.replace('extras=true', 'limit=5'))
      expect(find(data, 'basket').extras).toBeUndefined()
    })
  })
})
