import type { Materialisation } from '@tributary/attribution/internal'
import { toText } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MomentRange } from '../../src/compile/compile-materialisation.ts'
import { tableStatements } from '../../src/compile/table-statements.ts'
import { plain, type SqlStatement } from '../../src/text/sql-statement.ts'
import { linesOf } from '../support/lines-of.ts'
import { PATIENCE, runs } from '../support/runs.ts'
import { STORING_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column } from '../support/trees.ts'

const DAY = 86_400_000_000n
const FIRST = 11_323

const partition: Materialisation['partition'] = {
  column: 'its "day"',
  grain: 'DAY',
  time: column('f', 'at', 'TIMESTAMP'),
  value: column('f', 'at', 'DATE'),
}

/** Days of rows; null for a row without a time. */
const days = fc.array(fc.option(fc.integer({ min: FIRST, max: FIRST + 6 }), { nil: null }), {
  maxLength: 20,
})
const range: fc.Arbitrary<MomentRange> = fc
  .tuple(fc.integer({ min: FIRST - 1, max: FIRST + 7 }), fc.integer({ min: 0, max: 5 }))
  .map(([from, length]) => ({ from: BigInt(from) * DAY, to: BigInt(from + length) * DAY }))

const isWithin = (day: number | null, { from, to }: MomentRange): boolean =>
  day !== null && BigInt(day) * DAY >= from && BigInt(day) * DAY < to

/** The lines that a count of rows by day gives, counted one by one. */
function countOf(rows: readonly (number | null)[]): readonly (readonly [string, string])[] {
  const known = rows.filter((day) => day !== null)
  return [...new Set(known)]
    .sort((a, b) => a - b)
    .map((day) => [toText(day, 'DATE')!, String(known.filter((one) => one === day).length)])
}

describe.each(STORING_ENGINES)('statements about a table in $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await run(say().createSchema(['a "schema"']))
    await run(say().createSchema(['a "schema"']))
  })
  afterAll(() => database.close())
  const say = () => tableStatements(database.dialect)
  const run = (statement: SqlStatement) => database.driver.run(statement)
  const table = ['a "schema"', 'ta.ble']
  const fill = async (rows: readonly (number | null)[]): Promise<void> => {
    await run(say().drop(table))
    await run(
      say().create(table, [
        { name: partition.column, type: engine.types.DATE },
        { name: 'n', type: engine.types.INT },
      ]),
    )
    const values = rows.map((day, i) => {
      return `(${day === null ? 'NULL' : `DATE '${toText(day, 'DATE')}'`}, ${i})`
    })
    if (values.length === 0) return
    await run(plain(`INSERT INTO "a ""schema"""."ta.ble" VALUES ${values.join()}`))
  }

  test(
    'count and delete exactly the rows of the partitions named',
    () =>
      fc.assert(
        fc.asyncProperty(days, range, async (rows, some) => {
          await fill(rows)
          const counted = (choice: MomentRange | null) =>
            run(say().countPartitions(table, { partition, range: choice }))
          expect(linesOf(await counted(null))).toEqual(countOf(rows))
          const inside = rows.filter((day) => isWithin(day, some))
          expect(linesOf(await counted(some))).toEqual(countOf(inside))

          await run(say().deletePartitions(table, { partition, range: some }))
          const left = rows.flatMap((day, i) => (isWithin(day, some) ? [] : [String(i)]))
          const kept = linesOf(await run(say().select(table, ['n']))).map(([n]) => n!)
          expect(kept.sort()).toEqual(left.sort())

          await run(say().deletePartitions(table, { partition, range: null }))
          const whole = say().countPartitions(table, { partition: null, range: null })
          expect(linesOf(await run(whole))).toEqual([['0']])
        }),
        runs(6, 300),
      ),
    PATIENCE,
  )

  test('makes a table of a query without its rows, and fills it with them', async () => {
    const materialisation: Materialisation = {
      table,
      form: 'AGGREGATED',
      rows: { base: { table: ['f'], alias: 'f' }, lookups: [] },
      filter: null,
      dimensions: [],
      partition,
      measures: [],
      rowCount: 'the rows',
    }
    const select = `SELECT DATE '2001-01-01' AS "its ""day""", 3 AS "the rows"`
    await run(say().drop(table))
    await run(say().createAs(table, select))
    const read = () => run(say().select(table, ['the rows', 'its "day"']))
    expect(linesOf(await read())).toEqual([])
    await run(say().insert(table, materialisation, select))
    expect(linesOf(await read())).toEqual([['3', '2001-01-01']])
    await run(say().drop(table))
    await run(say().drop(table))
    await expect(read()).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
  })
})
