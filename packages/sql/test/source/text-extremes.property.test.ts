import {
  type AggregateSource,
  attribute,
  createColumnarSource,
  questionRequest,
  toWireTable,
} from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { replaceTable } from '../support/replace-table.ts'
import { patienceOn, runs, runsOn } from '../support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'

interface Line {
  readonly name: string | null
  readonly day: string | null
  readonly at: string | null
  readonly shop: string
  readonly month: number
}

const DAY = 86_400_000
const day = fc
  .integer({ min: -10_000, max: 100_000 })
  .map((days) => new Date(days * DAY).toISOString().slice(0, 10))
const at = fc
  .tuple(day, fc.integer({ min: 0, max: 86_399 }))
  .map(([date, second]) => `${date} ${new Date(second * 1000).toISOString().slice(11, 19)}`)
const name = fc.constantFrom('', 'a', 'B', 'ä', '\uffee', '😀', 'Z', '10', '9', '(null)')
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4, nil: null })
const lines: fc.Arbitrary<readonly Line[]> = fc.array(
  fc.record({
    name: nullable(name),
    day: nullable(day),
    at: nullable(fc.oneof(at, fc.constant('9999-12-31 23:59:59'))),
    shop: fc.constantFrom('x', 'y'),
    month: fc.constantFrom(5, 6),
  }),
  { minLength: 1, maxLength: 25 },
)

const COLUMNS = ['name', 'day', 'at'] as const
const QUESTIONS = COLUMNS.flatMap((column) =>
  (['min', 'max'] as const).map((aggregate) => ({ column, aggregate })),
)

function memoryOf(rows: readonly Line[]) {
  const names = [...COLUMNS, 'shop', 'month'] as const
  const data = Object.fromEntries(names.map((one) => [one, rows.map((row) => row[one])]))
  return createColumnarSource(data, {
    name: 'lines',
    types: { name: 'STRING', day: 'DATE', at: 'TIMESTAMP', shop: 'STRING', month: 'INT' },
  })
}

/** Texts compared by code point, which is the order of their characters. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (one) => one.codePointAt(0)!))
  for (const [i, point] of left!.entries()) {
    if (point !== right![i]) return point - (right![i] ?? -1)
  }
  return left!.length - right!.length
}

function extreme(rows: readonly Line[], { column, aggregate }: (typeof QUESTIONS)[number]) {
  const sorted = rows.flatMap((row) => row[column] ?? []).toSorted(byCodePoint)
  return (aggregate === 'min' ? sorted[0] : sorted.at(-1)) ?? null
}

async function expectExtremes(source: AggregateSource, rows: readonly Line[]): Promise<void> {
  const windows = [5, 6].map((month) => rows.filter((row) => row.month === month))
  for (const question of QUESTIONS) {
    const request = questionRequest(memoryOf(rows), {
      metric:
        question.aggregate === 'min'
          ? { min: `[${question.column}]` }
          : { max: `[${question.column}]` },
      dimensions: ['shop'],
      current: '[month] = 6',
      compare: '[month] = 5',
    })
    const { tables } = await attribute(source, request)
    const shops = [...new Set(rows.map(({ shop }) => shop))].toSorted()
    for (const [i, groups] of [[null], shops].entries()) {
      const wire = toWireTable(tables[i]!.table)
      const of = (window: readonly Line[]) =>
        groups.map((shop) =>
          extreme(
            window.filter((row) => shop === null || row.shop === shop),
            question,
          ),
        )
      const none = groups.map(() => null)
      expect(wire).toEqual({
        ...(i === 1 && { shop: shops }),
        '@currentValue': of(windows[1]!),
        '@compareValue': of(windows[0]!),
        '@growth': none,
        '@growthRate': none,
        '@overallContributionRate': none,
        '@relativeContributionRate': none,
      })
      expect(tables[i]!.warning).toContain('NOT_ATTRIBUTABLE')
    }
  }
}

/** A question whose windows both have rows. */
const both = lines.filter((rows) => new Set(rows.map(({ month }) => month)).size === 2)

describe.each(TEST_ENGINES)('$name', (engine) => {
  const { open, types } = engine
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'gives the first and the last of texts, dates and times',
    async () => {
      await fc.assert(
        fc.asyncProperty(both, async (rows) => {
          const { STRING, DATE, TIMESTAMP, INT } = types
          const columns = { name: STRING, day: DATE, at: TIMESTAMP, shop: STRING, month: INT }
          await replaceTable(database.driver, 'lines', columns, rows)
          await expectExtremes(createSqlSource(database), rows)
        }),
        runsOn(engine, 8, 1_000),
      )
    },
    patienceOn(engine),
  )
})

test('memory gives the first and the last of texts, dates and times', async () => {
  await fc.assert(
    fc.asyncProperty(both, async (rows) => {
      await expectExtremes(memoryOf(rows), rows)
    }),
    runs(20, 5_000),
  )
})
