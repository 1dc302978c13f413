import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { Caller } from '../../../src/model/rights.ts'
import type { Platform } from '../../../src/platform.ts'
import { RIGHTS_SHOP } from '../../support/rights-shop.ts'
import { folderOf, SHOP_FILES } from '../../support/shop.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function shop(): Promise<string> {
  const { folder, remove } = await folderOf(SHOP_FILES)
  cleanups.push(remove)
  return folder
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-data-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A clock that is one day later at each call to `next`. */
function calendar() {
  let day = 1
  return {
    now: () => new Date(Date.UTC(2026, 0, day)),
    next: () => {
      day += 1
    },
  }
}

async function open(workspace: string, more: { data?: string; clock?: { now(): Date } } = {}) {
  const platform = await createPlatform({ workspace, trustIdentityHeaders: true, ...more })
  cleanups.push(() => platform.close())
  const caller = await platform.authenticate({
    tenantId: 'shop',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
  return { platform, caller }
}

async function edgesOf(platform: Platform, caller: Caller) {
  const { edgeList } = await platform.as(caller).allLineage()
  return Array.from(
    edgeList,
    ({ srcVertex, dstVertex }) => `${srcVertex.vertexId} > ${dstVertex.vertexId}`,
  )
}

const CSV = `src_type,src_id,dst_type,dst_id,sources
METRIC,basket,ANALYSIS_VIEW,board,excel
METRIC,basket,METRIC,basket_index,excel
`

describe('imported lineage', () => {
  test('joins what the definitions give, and is there after a restart', async () => {
    const [workspace, data] = [await shop(), await emptyFolder()]
    const first = await open(workspace, { data })
    const taken = await first.platform
      .as(first.caller)
      .importLineage({ text: CSV, file: 'edges.csv' })
    expect(taken).toMatchObject({
      status: 'SUCCESS',
      format: 'csv',
      vertices: 3,
      edges: 2,
      newVertices: 2,
      newEdges: 2,
    })
    const before = await edgesOf(first.platform, first.caller)
    expect(before).toContain('basket > board')
    await first.platform.close()
    const second = await open(workspace, { data })
    expect((await edgesOf(second.platform, second.caller)).sort()).toEqual([...before].sort())
  })

  test('with the source of the definitions does not change what they state, and its other edges are kept as manual after a restart', async () => {
    const [workspace, data] = [await shop(), await emptyFolder()]
    const first = await open(workspace, { data })
    const written = () =>
      [...first.platform.lineagePieces(first.caller, { format: 'json' })].join('')
    // An import may give another order.
    const linesOf = (text: string) => text.replaceAll(/,$/gm, '').split('\n').sort()
    const before = written()
    await first.platform.as(first.caller).importLineage({
      text: before.replaceAll(/"displayName":"[^"]*"/g, '"displayName":"Another"'),
      file: 'export.json',
    })
    expect(linesOf(written())).toEqual(linesOf(before))
    const text = CSV.replaceAll('excel', 'catalog')
    await first.platform.as(first.caller).importLineage({ text, file: 'edges.csv' })
    const after = await edgesOf(first.platform, first.caller)
    expect(after).toContain('basket > board')
    await first.platform.close()
    const second = await open(workspace, { data })
    expect((await edgesOf(second.platform, second.caller)).sort()).toEqual([...after].sort())
  })

  test('of a large file lets others have their turn, shows no part of itself and loses no other change', async () => {
    const { platform, caller } = await open(await shop())
    const lineage = platform.as(caller)
    const rows = Array.from(
      { length: 10_000 },
      (_, i) => `METRIC,basket,METRIC,made_of_baskets_${i}`,
    )
    const text = ['src_type,src_id,dst_type,dst_id', ...rows].join('\n')
    const totals = async () => {
      const metric = {
        vertex_type: 'METRIC' as const,
        vertex_id: 'basket',
        input_step: 0,
        output_step: 1,
      }
      const { extras } = await platform.as(caller).vertexLineage({ ...metric, limit: 0 })
      return extras!.totals.edges
    }
    const seen = new Map<number, number>()
    const before = await totals()
    let next = setImmediate(async function look() {
      next = setImmediate(look)
      const edges = await totals()
      seen.set(edges, (seen.get(edges) ?? 0) + 1)
    })
    await Promise.all([
      lineage.importLineage({ text, file: 'large.csv' }),
      lineage.importLineage({ text: CSV, file: 'small.csv' }),
    ])
    clearImmediate(next)
    const [small, both] = [before + 2, before + 2 + 10_000]
    expect(await totals()).toBe(both)
    // The small one is there while the large one is read; of neither was ever a part there.
    expect([...seen.keys()].filter((edges) => ![before, small, both].includes(edges))).toEqual([])
    expect(seen.get(small)).toBeGreaterThan(30)
    const again = await lineage.importLineage({ text, file: 'large.csv' })
    expect(again).toMatchObject({ vertices: 10_001, edges: 10_000, newVertices: 0, newEdges: 0 })
  })

  test('of more assets or hops than the service lists is asked for by pages', async () => {
    const workspace = await shop()
    const questionLimits = { vertices: 20, hops: 30 }
    const platform = await createPlatform({ workspace, trustIdentityHeaders: true, questionLimits })
    cleanups.push(() => platform.close())
    const caller = await platform.authenticate({
      tenantId: 'shop',
      authType: 'ACCOUNT',
      authValue: 'ann',
    })
    const rows = Array.from({ length: 40 }, (_, i) => `METRIC,c${i},METRIC,c${i + 1}`)
    const text = ['src_type,src_id,dst_type,dst_id', ...rows].join('\n')
    await platform.as(caller).importLineage({ text, file: 'chain.csv' })
    const asked = (vertexId: string, outputStep: number, limit?: number) =>
      platform.as(caller).vertexLineage({
        vertex_id: vertexId,
        vertex_type: 'METRIC',
        input_step: 0,
        output_step: outputStep,
        ...(limit !== undefined && { limit }),
      })
    expect((await asked('c0', 19)).vertexList).toHaveLength(20)
    await expect(asked('c0', 20)).rejects.toMatchObject({
      code: 'PLATFORM_QUESTION_TOO_LARGE',
      details: { found: 21, limit: 20 },
    })
    expect((await asked('c0', 30, 20)).vertexList).toHaveLength(20)
    await expect(asked('c0', 31, 20)).rejects.toMatchObject({ details: { found: 31, limit: 30 } })
    expect((await asked('c30', 1e9)).vertexList).toHaveLength(11)
  })

  test('with a mistake in it changes nothing', async () => {
    const { platform, caller } = await open(await shop())
    const before = await edgesOf(platform, caller)
    const text = CSV.replace('METRIC,basket,METRIC', 'METRIC,basket,NOTHING')
    await expect(
      platform.as(caller).importLineage({ text, file: 'edges.csv' }),
    ).rejects.toMatchObject({
      code: 'LINEAGE_INVALID_IMPORT',
      message: 'edges.csv: line 3 has "NOTHING" where a type of vertex must be.',
    })
    expect(await edgesOf(platform, caller)).toEqual(before)
  })

  test('in a format that does not exist is refused by name', async () => {
    const { platform, caller } = await open(await shop())
    const { importLineage, exportLineage } = platform.as(caller)
    const wrong = { text: CSV, file: 'x', format: 'xls' as never }
    await expect(importLineage(wrong)).rejects.toMatchObject({ code: 'PLATFORM_INVALID_REQUEST' })
    const refusal = 'it must be one of json, csv,'
    await expect(exportLineage({ format: 'dbt' as never })).rejects.toThrow(refusal)
    expect(() => platform.lineagePieces(caller, { format: 'dbt' as never })).toThrow(refusal)
  })

  test('of an export changes nothing', async () => {
    const one = await open(await shop())
    const text = [...one.platform.lineagePieces(one.caller, { format: 'csv' })].join('')
    const other = await open(await shop())
    const taken = await other.platform.as(other.caller).importLineage({ text, file: 'x.csv' })
    expect(taken).toMatchObject({ format: 'csv', newVertices: 0, newEdges: 0 })
  })
})

describe('what a caller may not see', () => {
  test('is counted as hidden, for now and for past times, and in no other count', async () => {
    const { folder, remove } = await folderOf(RIGHTS_SHOP)
    cleanups.push(remove)
    const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
    cleanups.push(() => platform.close())
    const asked = {
      vertex_id: 'order_count',
      vertex_type: 'METRIC' as const,
      input_step: 1,
      output_step: 1,
    }
    const answers = async (authValue: string) => {
      const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue } as const
      const caller = await platform.authenticate(credentials)
      const query = { ...asked, extras: true }
      const now = await platform.as(caller).vertexLineage(query)
      const then = await platform.as(caller).vertexLineage({ ...query, as_of: '2999-01-01' })
      // Who states what, and how, is told of now alone.
      expect(then).toEqual({
        ...now,
        vertexList: now.vertexList.map((one) => ({
          ...one,
          extras: { ...one.extras, sources: null },
        })),
        edgeList: now.edgeList.map((one) => ({
          ...one,
          extras: { sources: null, expression: null },
        })),
      })
      const { hidden, totals } = now.extras!
      return { hidden, listed: now.vertexList.length, vertices: totals.vertices }
    }
    expect(await answers('boss')).toEqual({ hidden: 0, listed: 3, vertices: 3 })
    const { hidden, listed, vertices } = await answers('clerk')
    expect([hidden + listed, vertices]).toEqual([3, listed])
    expect(hidden).toBeGreaterThan(0)
  })
})

describe('the past', () => {
  test('is what was there: a definition that changes changes only its own edges', async () => {
    const [workspace, data, clock] = [await shop(), await emptyFolder(), calendar()]
    const first = await open(workspace, { data, clock })
    await first.platform.close()
    clock.next()
    const yaml = SHOP_FILES['workspace.yaml']!
    const without = yaml.replace(
      / {2}- \{ name: basket.*\n/,
      '  - { name: items, type: ATOMIC, dataset: orders, aggregate: COUNT }\n',
    )
    await writeFile(join(workspace, 'workspace.yaml'), without)
    const { platform, caller } = await open(workspace, { data, clock })
    const lineage = platform.as(caller)
    const changed = await lineage.lineageDifference({ from: '2026-01-01' })
    expect(changed.vertices.added.map(({ vertexId }) => vertexId)).toEqual(['items'])
    expect(changed.vertices.removed.map(({ vertexId }) => vertexId)).toEqual(['basket'])
    expect(changed.edges.added.map(({ srcVertex }) => srcVertex.vertexId)).toEqual(['orders'])
    expect(changed.edges.removed.map(({ srcVertex }) => srcVertex.vertexId).sort()).toEqual([
      'order_count',
      'revenue',
    ])
    const basket = {
      vertex_id: 'basket',
      vertex_type: 'METRIC' as const,
      input_step: 1,
      output_step: 0,
    }
    const then = await lineage.vertexLineage({
      ...basket,
      as_of: '2026-01-01T12:00:00+00:00',
    })
    expect(then.vertexList.map(({ vertexId }) => vertexId)).toEqual([
      'basket',
      'order_count',
      'revenue',
    ])
    await expect(platform.as(caller).vertexLineage(basket)).rejects.toThrow('METRIC "basket"')
    await expect(lineage.vertexLineage({ ...basket, as_of: '2025-12-31' })).rejects.toMatchObject({
      code: 'LINEAGE_UNKNOWN_VERTEX',
    })
    const around = { ...basket, input_step: 0 }
    expect(
      (await lineage.lineageDifference({ from: '2026-01-01', ...around })).edges.removed,
    ).toEqual([])
    const nothing = await lineage.lineageDifference({ from: '2026-01-02', to: '2026-01-03 10:00' })
    expect(nothing.vertices).toEqual({ added: [], removed: [], changed: [] })
  })

  test.each(['yesterday', '2026-13-01', '2026-01-01T25:00', '', '01/02/2026'])(
    'of %j is refused by name',
    async (moment) => {
      const { platform, caller } = await open(await shop())
      await expect(platform.as(caller).lineageDifference({ from: moment })).rejects.toMatchObject({
        code: 'PLATFORM_INVALID_REQUEST',
        details: { path: 'from' },
      })
    },
  )
})
