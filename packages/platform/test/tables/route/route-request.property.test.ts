import {
  type AggregateAnswer,
  type AggregateSource,
  createColumnarSource,
  type NumberColumn,
} from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { routeRequest, routeTable, type TableContents } from '@tributary/catalog/internal'
import {
  createDuckDb,
  createSqlSource,
  type DuckDb,
  duckdbDialect,
  type SqlText,
  toStatement,
} from '@tributary/sql'
import { compileMaterialisation, sqlText } from '@tributary/sql/internal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMaterialisedTable } from '../../../src/tables/route/load-materialised-table.ts'
import { HOURS, materialisationOf, plans, requestOf, requests } from './route-cases.ts'
import { mayAnswer } from './route-rule.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 5_000 : 100

let engine: DuckDb
let frontier: AggregateAnswer['frontier']

beforeAll(async () => {
  engine = await createDuckDb({ threads: 1 })
  await run(
    `CREATE TABLE shops AS SELECT * FROM (VALUES ('p', 'a'), ('q', 'b'), ('r', NULL)) AS t(code, region)`,
  )
  // Rows without a time, a text, a number; a day and a week without rows.
  await run(`CREATE TABLE facts AS
    SELECT
      CASE WHEN i % 41 <> 0 THEN TIMESTAMP '2001-01-01' + to_hours(CAST(i * 37 % ${HOURS} AS BIGINT)) + to_seconds(i % 7) END AS "at",
      ['a', 'b', 'c', NULL][1 + i % 4] AS s,
      CASE WHEN i % 5 <> 0 THEN CAST(i % 7 - 2 AS BIGINT) END AS n,
      CASE WHEN i % 6 <> 0 THEN (i % 11) / 10.0::DOUBLE END AS x,
      CASE WHEN i % 9 <> 0 THEN CAST((i % 13) / 4 AS DECIMAL(10, 2)) END AS p,
      ['p', 'q', 'r', 'unknown', NULL][1 + i % 5] AS shop
    FROM range(700) AS t(i)`)
  await run(
    `DELETE FROM facts WHERE CAST("at" AS DATE) = '2001-01-09' OR date_trunc('week', "at") = '2001-02-12'`,
  )
  const { columns } = await run('SELECT MIN("at"), MAX("at") FROM facts')
  const [first, last] = columns.map((one) => (one.kind === 'timestamp' ? one.values[0]! : 0n))
  frontier = { first: first!, last: last! }
})

afterAll(() => engine.close())

const run = (text: string) => engine.run({ text, parameters: [] })

test('a routed request has the answer of the base, and every request that the rule allows is routed', async () => {
  const source = createSqlSource({ driver: engine, dialect: duckdbDialect })
  const any = plans.chain((plan) => fc.tuple(fc.constant(plan), requests(plan)))
  // A sixth of them are routed. With these, chance leaves no run with few.
  const allowed = any.filter(([plan, asked]) => mayAnswer(plan, asked))
  const cases = fc.oneof({ arbitrary: any, weight: 4 }, { arbitrary: allowed, weight: 1 })
  let routed = 0
  let number = 0
  await fc.assert(
    fc.asyncProperty(cases, async ([plan, asked]) => {
      const table = materialisationOf(plan, ['memory', 'main', `made_${number++}`])
      const request = requestOf(asked)
      const contents = everything(plan.grain)
      const route = routeRequest(request, [{ table: routeTable('made', table), contents }])
      expect(route.chosen !== null, JSON.stringify(route.rejected[0]?.reasons)).toBe(
        mayAnswer(plan, asked),
      )
      if (route.chosen === null) return
      routed++
      await write(table)
      const expected = await source.aggregate(request)
      const answer = route.chosen.restore(await source.aggregate(route.chosen.request))
      expectSame(answer, expected)
      const inMemory = await (await memoryOf(table)).aggregate(route.chosen.request)
      expectSame(route.chosen.restore(inMemory), expected)
      await run(`DROP TABLE ${nameOf(table)}`)
    }),
    { numRuns },
  )
  expect(routed).toBeGreaterThan(numRuns / 12)
})

/** Every partition that there may be, fresh; the frontier of the rows. */
function everything(grain: 'DAY' | 'WEEK' | 'MONTH'): TableContents {
  const days = Array.from({ length: 100 }, (_, day) =>
    new Date(Date.UTC(2000, 11, 25 + day)).toISOString().slice(0, 10),
  )
  const starts = days.filter((day, index) => {
    if (grain === 'MONTH') return day.endsWith('-01')
    return grain === 'DAY' || index % 7 === 0
  })
  const partitions = new Map(starts.map((start) => [start, { isFresh: true, rows: 1 }]))
  return { partitions, frontier }
}

function nameOf({ table }: Materialisation): string {
  return table.join('.')
}

/** Makes the table of a materialisation. */
async function write(table: Materialisation): Promise<void> {
  const name: SqlText = { chunks: [nameOf(table)] }
  const rows = compileMaterialisation(table, null, duckdbDialect)
  await engine.run(toStatement(sqlText`CREATE TABLE ${name} AS ${rows}`, duckdbDialect))
}

/** The table of a materialisation brought into memory. */
async function memoryOf(table: Materialisation): Promise<AggregateSource> {
  const read = (_: unknown, columns: readonly string[]) =>
    run(`SELECT ${columns.join(', ')} FROM ${nameOf(table)}`)
  const loaded = await loadMaterialisedTable(table, { tables: { read }, maxBytes: 2 ** 30 })
  return createColumnarSource(loaded, { name: nameOf(table) })
}

/** Two answers are the same: exact numbers to the digit, doubles but for what the order of adding them does. */
function expectSame(answer: AggregateAnswer, expected: AggregateAnswer): void {
  const [found, wanted] = [sorted(answer), sorted(expected)]
  expect(found.exact).toEqual(wanted.exact)
  expect(found.doubles.length).toBe(wanted.doubles.length)
  for (const [index, value] of wanted.doubles.entries()) {
    const distance = Math.abs(found.doubles[index]! - value)
    expect(distance, `${found.doubles[index]} for ${value}`).toBeLessThanOrEqual(
      1e-12 * Math.max(1, Math.abs(value)),
    )
  }
}

/** An answer in one order of its groups, doubles apart. */
function sorted({ frames, frontier }: AggregateAnswer): {
  readonly exact: unknown
  readonly doubles: readonly number[]
} {
  const doubles: number[] = []
  const groups = frames.map((frame) => {
    const order = Array.from({ length: frame.rowCount }, (_, row) => ({
      row,
      keys: JSON.stringify(frame.keys.map((key) => key[row])),
    })).sort((a, b) => (a.keys < b.keys ? -1 : 1))
    return order.map(({ row, keys }) => {
      const columns = frame.measures.flatMap(({ current, compare }) => [current, compare])
      const numbers = columns.map((column) => numberIn(column, row, doubles))
      return [keys, frame.present.current[row], frame.present.compare[row], numbers]
    })
  })
  const reach = frontier && [String(frontier.first), String(frontier.last)]
  return { exact: { groups, reach }, doubles }
}

function numberIn(column: NumberColumn, row: number, doubles: number[]): string {
  const value = column.kind === 'double' ? column.values[row]! : column.units[row]
  if (value == null || Number.isNaN(value)) return 'none'
  if (column.kind !== 'double') return `${value}e-${column.scale}`
  doubles.push(Number(value))
  return 'a double'
}
