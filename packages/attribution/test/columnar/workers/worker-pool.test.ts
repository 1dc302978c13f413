import type { TypedExpr, TypedReference } from '@tributary/expression'
import { afterAll, describe, expect, test } from 'vitest'
import { loadTable } from '../../../src/columnar/load/load-table.ts'
import { createColumnarSource, sourceOver } from '../../../src/columnar/source/columnar-source.ts'
import type { AggregateRequest } from '../../../src/request/source.ts'

const ROWS = 1_200_000
const data = {
  w: Float64Array.from({ length: ROWS }, (_, row) => row % 2),
  g: Float64Array.from({ length: ROWS }, (_, row) => row % 1000),
  v: Float64Array.from({ length: ROWS }, (_, row) => row / 3),
}
const source = createColumnarSource(data, { name: 'rows', threads: 2 })
afterAll(() => source.close())

const column = (name: string): TypedReference => ({
  kind: 'reference',
  type: name === 'v' ? 'DOUBLE' : 'INT',
  table: 'rows',
  name,
})
const isWindow = (value: bigint): TypedExpr => ({
  kind: 'comparison',
  type: 'BOOLEAN',
  op: '=',
  left: column('w'),
  right: { kind: 'constant', type: 'INT', constant: { type: 'INT', value } },
})
const request: AggregateRequest = {
  rows: { base: { table: ['rows'], alias: 'rows' }, lookups: [] },
  filter: null,
  windows: { current: isWindow(1n), compare: isWindow(0n) },
  measures: [{ name: 'v', aggregate: 'SUM', argument: column('v'), filter: null }],
  groupings: [[], [{ name: 'g', value: column('g') }]],
  time: null,
}

/** Resolves when threads have a request that was just made, and before any of their answers can be heard. */
async function started(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await null
}

describe('a source with threads', () => {
  test('answers like one without, to the last bit, where rows are divided', async () => {
    const alone = createColumnarSource(data, { name: 'rows' })
    expect(await source.aggregate(request)).toEqual(await alone.aggregate(request))
  })

  test('answers several requests at a time, and lets timers have their turns', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const answers = await Promise.all([source.aggregate(request), source.aggregate(request)])
    clearInterval(timer)
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.frames[1]!.rowCount).toBe(1000)
    expect(turns).toBeGreaterThan(0)
  })

  test('has a thread make codes, and answers like a source without threads', async () => {
    const tables = new Map([['rows', loadTable(data, { name: 'rows' })]])
    const spread = sourceOver('rows', tables, { threads: 2, threadFrom: 1_000 })
    const alone = sourceOver('rows', tables)
    const distinct = {
      ...request,
      measures: [{ ...request.measures[0]!, aggregate: 'COUNT_DISTINCT' as const }],
    }
    const controller = new AbortController()
    const reason = new Error('enough')
    const stopped = spread.aggregate(distinct, { signal: controller.signal })
    await started()
    controller.abort(reason)
    await expect(stopped).rejects.toBe(reason)
    const before = spread.stats().cachedBytes
    expect(await spread.aggregate(distinct)).toEqual(await alone.aggregate(distinct))
    expect(spread.stats().cachedBytes).toBe(alone.stats().cachedBytes)
    expect(before).toBeLessThan(spread.stats().cachedBytes)
    await spread.close()
  })

  test('rejects with the reason when aborted, and answers the next request', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const stopped = source.aggregate(request, { signal: controller.signal })
    await started()
    controller.abort(reason)
    await expect(stopped).rejects.toBe(reason)
    await expect(source.aggregate(request)).resolves.toMatchObject({ frontier: null })
  })

  test('rejects running requests when it is closed', async () => {
    const waiting = source.aggregate(request)
    await started()
    await Promise.all([
      source.close(),
      expect(waiting).rejects.toMatchObject({ code: 'ATTRIBUTION_SOURCE_CLOSED' }),
    ])
  })

  test('answers again after it was closed', async () => {
    const before = await source.aggregate(request)
    await source.close()
    expect(await source.aggregate(request)).toEqual(before)
  })
})
