import { setTimeout } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { AttributionData, MetricQueryData } from '@tributary/contract'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'
import { type Question, questions, sqlOf, tablesOf } from './questions.ts'
import { shopFiles } from './shops.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined
const PLAN = '7f1d8a52-6c0e-4b3a-9a51-000000000001'

let folder: string
let platform: Platform
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = await folderOf(shopFiles(LONG ? Date.now() % 2 ** 31 : 7))
  folder = made.folder
  cleanups.push(made.remove)
  platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true, workers: 1 })
  cleanups.push(() => platform.close())
  ann = await platform.authenticate({ tenantId: 'shops', authType: 'ACCOUNT', authValue: 'ann' })
  // The plan has only some of the days, so that questions are answered by it and by the file.
  const days = { startTime: '2024-04-01', endTime: '2024-04-30', dateIntervalOfLot: 30 }
  const dagName = await platform.as(ann).createBackfill({ planId: PLAN, ...days })
  for (;;) {
    const { progress } = await platform.as(ann).taskInstances({ dagName, progress: true })
    if (progress !== undefined && progress.waiting + progress.running === 0) break
    await setTimeout(20)
  }
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

type Cell = string | number | null

/** The rows of an answer, without the names of the columns. */
function rowsOf({ columns, table }: Pick<MetricQueryData, 'columns' | 'table'>): readonly Cell[][] {
  const lists = columns.map(({ name }) => table[name]!)
  return (lists[0] ?? []).map((_, row) => lists.map((list) => list[row]!))
}

describe('a query', () => {
  test('has the values that SQL over the same files has', { timeout: 600_000 }, async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const statement of tablesOf(folder)) await connection.run(statement)
    const judge = async (question: Question): Promise<{ rows: Cell[][]; total: number }> => {
      const reader = await connection.runAndReadAll(sqlOf(question))
      const rows = reader.getRowsJS() as (Cell | bigint)[][]
      const total = Number(rows[0]?.at(-1) ?? 0)
      return { rows: rows.map((row) => row.slice(0, -1) as Cell[]), total }
    }
    try {
      await fc.assert(
        fc.asyncProperty(questions(), async (question) => {
          const answer = await platform.as(ann).queryMetrics(question.request)
          const { rows, total } = await judge(question)
          expectRows(rowsOf(answer), rows)
          if (rows.length > 0) expect(answer.total).toBe(total)
        }),
        { numRuns: LONG ? 1_000 : 100 },
      )
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })

  test('has the values that an attribution of the same window has', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(questions(true), fc.boolean(), async (question, peers) => {
        const { request, dimensions } = question
        const [metric] = request.metrics
        const filters = request.filters ?? []
        const timeConstraint = request.timeConstraint!
        const asked = {
          metric: metric!,
          dimensions: [
            dimensions.length === 0 ? 'branch' : dimensions.map(({ name }) => name).join(),
          ],
        }
        const { tables } = peers
          ? await platform.as(ann).comparePeers({
              ...asked,
              attribution: {
                attributionCalculateType: 'ALL',
                compareDimension: 'branch',
                filters,
                timeConstraint,
                currentObject: { filters: ['[branch] = "a"'] },
                compareObject: { filters: ['[branch] = "b"'] },
              },
            })
          : await platform.as(ann).compareTimes({
              ...asked,
              attribution: {
                attributionCalculateType: 'ALL',
                filters,
                currentTimeConstraint: timeConstraint,
                compareTimeConstraint: '[metric_time__month] = "2024-03"',
              },
            })
        const answer = await platform.as(ann).queryMetrics({
          metrics: [metric!],
          dimensions: dimensions.map(({ name }) => name),
          timeConstraint,
          filters: peers ? [...filters, '[branch] = "a"'] : filters,
        })
        const table = tables[dimensions.length === 0 ? 0 : 1]!
        expectSameValues(rowsOf(answer), table, dimensions.length)
      }),
      { numRuns: LONG ? 1_000 : 40 },
    )
  })
})

/** Values by the texts of the dimensions. */
function byKeys(rows: readonly Cell[][]): ReadonlyMap<string, Cell> {
  return new Map(rows.map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1)!]))
}

describe('a series', () => {
  test('has the values of a query by its periods', { timeout: 600_000 }, async () => {
    const grain = fc.constantFrom('DAY', 'WEEK', 'MONTH')
    const split = fc.constantFrom(null, 'branch', 'region')
    await fc.assert(
      fc.asyncProperty(questions(true), grain, split, async ({ request }, by, dimension) => {
        const [metric] = request.metrics
        const rest = { timeConstraint: request.timeConstraint!, filters: request.filters ?? [] }
        const series = await platform.as(ann).metricSeries({
          metric: metric!,
          grain: by,
          ...rest,
          ...(dimension !== null && { split: { dimension, top: 20 } }),
        })
        const dimensions = [`metric_time__${by}`, ...(dimension === null ? [] : [dimension])]
        const query = await platform
          .as(ann)
          .queryMetrics({ metrics: [metric!], dimensions, ...rest })
        const found = byKeys(rowsOf(series))
        const expected = byKeys(rowsOf(query))
        for (const [key, value] of expected) expect(found.get(key), key).toBe(value)
        for (const [key, value] of found) {
          if (!expected.has(key)) expect([0, null], key).toContain(value)
        }
        const starts = series.periods.map(({ period }) => period)
        expect(starts).toEqual([...new Set(starts)].toSorted())
      }),
      { numRuns: LONG ? 500 : 30 },
    )
  })
})

/** Sums of doubles may differ in their last digits. */
function expectRows(found: readonly Cell[][], expected: readonly Cell[][]): void {
  expect(found.length).toBe(expected.length)
  for (const [index, row] of found.entries()) {
    for (const [column, value] of row.entries()) {
      const wanted = expected[index]![column]!
      if (typeof value === 'number' && typeof wanted === 'number') {
        const distance = Math.abs(value - wanted)
        if (distance <= 1e-12 * Math.max(Math.abs(value), Math.abs(wanted))) continue
      }
      expect(value, JSON.stringify({ row, wanted: expected[index] })).toBe(wanted)
    }
  }
}

/** Every group of the query is one of the attribution, with the same value; the groups that it does not have are empty there. */
function expectSameValues(
  rows: readonly Cell[][],
  { table }: AttributionData['tables'][number],
  keys: number,
): void {
  const columns = Object.values(table)
  const values = table['@currentValue']!
  const known = new Map(
    values.map((value, row) => [
      JSON.stringify(columns.slice(0, keys).map((column) => column[row])),
      value,
    ]),
  )
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, keys).map((value) => value ?? '(null)'))
    // Without any rows an attribution has no tables.
    if (values.length > 0) expect(known.get(key), key).toBe(row[keys])
    known.delete(key)
  }
  for (const [key, value] of known) expect([0, null], key).toContain(value)
}
