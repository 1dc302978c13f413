import type { AggregateRequest, Measure } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import type { TypedExpr } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  compileMaterialisation,
  type MomentRange,
  materialisedColumns,
} from '../../src/compile/compile-materialisation.ts'
import { duckdbText } from '../../src/dialects/duckdb/statements.ts'
import { SqlError } from '../../src/errors.ts'
import { keyText } from '../../src/results/key-text.ts'
import type { SqlResult } from '../../src/results/sql-result.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import { createFacts } from '../support/create-facts.ts'
import { naiveGroups, type Row } from '../support/naive-source.ts'
import { facts, request, things } from '../support/random-request.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column, compare, constant, logical } from '../support/trees.ts'

const DAY = 86_400_000_000n
const time = column('f', 'at', 'TIMESTAMP')
const truncated: TypedExpr = {
  kind: 'call',
  type: 'TIMESTAMP',
  function: 'DateTrunc',
  args: [time, constant({ type: 'STRING', value: 'DAY' })],
}
const day: TypedExpr = {
  kind: 'call',
  type: 'DATE',
  function: 'Cast',
  args: [truncated, constant({ type: 'STRING', value: 'Date' })],
}

/** Some days of those that the rows lie in. */
const range: fc.Arbitrary<MomentRange> = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 6 }))
  .map(([from, length]) => {
    return { from: BigInt(11_323 + from) * DAY, to: BigInt(11_323 + from + length) * DAY }
  })

/** A table of the parts of a random request, by day or not. */
function tableOf(
  form: Materialisation['form'],
  asked: AggregateRequest,
  isPartitioned: boolean,
): Materialisation {
  const keys = asked.groupings.flat().slice(0, 3)
  const measures = asked.measures.map(
    ({ nested: _, otherWindow: __, ...measure }): Measure => measure,
  )
  return {
    table: ['kept'],
    form,
    rows: asked.rows,
    filter: asked.filter,
    dimensions: keys.map(({ value }, i) => ({ column: `dim ${i}`, value })),
    partition: isPartitioned ? { column: 'day', grain: 'DAY', time, value: day } : null,
    measures: measures.map((measure, i) =>
      form === 'DETAIL'
        ? {
            measure,
            column: null,
            argument: measure.argument && `argument_${i}`,
            filter: measure.filter && `filter_${i}`,
          }
        : { measure, column: `leaf_${i}`, argument: null, filter: null },
    ),
    rowCount: form === 'DETAIL' ? null : 'row "count"',
  }
}

/** The rows that a table is made of, grouped by plain loops. */
function expectedGroups(
  table: Materialisation,
  span: MomentRange | null,
  rows: { readonly facts: readonly Row[]; readonly things: readonly Row[] },
): ReturnType<typeof naiveGroups>[number] {
  const always = compare(
    constant({ type: 'INT', value: 1n }),
    '=',
    constant({ type: 'INT', value: 1n }),
  )
  const moment = (value: bigint) => constant({ type: 'TIMESTAMP', value })
  const inSpan =
    span === null
      ? always
      : logical('AND', compare(time, '>=', moment(span.from)), compare(time, '<', moment(span.to)))
  const values = [
    ...table.dimensions.map(({ value }) => value),
    ...(table.partition === null ? [] : [day]),
    ...table.measures.flatMap(({ measure, argument, filter }) => [
      ...(argument === null ? [] : [measure.argument!]),
      ...(filter === null ? [] : [measure.filter!]),
    ]),
  ]
  return naiveGroups(
    {
      rows: table.rows,
      filter: table.filter,
      windows: { current: inSpan, compare: { kind: 'not', type: 'BOOLEAN', operand: always } },
      measures: table.form === 'DETAIL' ? [] : table.measures.map(({ measure }) => measure),
      groupings: [values.map((value, i) => ({ name: `k${i}`, value }))],
      time: null,
    },
    rows,
  )[0]!
}

/** A result's rows by the text of their first columns, the others as numbers. */
function groupsIn(result: SqlResult, keyCount: number): Record<string, (number | null)[]> {
  const keys = result.columns.slice(0, keyCount).map(keyText)
  const values = result.columns.slice(keyCount).map(numbersOf)
  return Object.fromEntries(
    Array.from({ length: result.rowCount }, (_, row) => [
      JSON.stringify(keys.map((one) => one[row])),
      values.map((one) => rounded(one[row]!)),
    ]),
  )
}

function numbersOf(one: SqlResult['columns'][number]): readonly (number | null)[] {
  if (one.kind === 'double') return Array.from(one.values, (n) => (Number.isNaN(n) ? null : n))
  if (one.kind !== 'exact') throw new TypeError(`Expected numbers, found ${one.kind}`)
  return one.units.map((units) => (units === null ? null : Number(units) / 10 ** one.scale))
}

/** Sums of doubles depend on their order in the last digits; `+ 0` makes -0 zero. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(12)) + 0
}

describe.each(TEST_ENGINES)('the query of a materialised table on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** The table's rows; with a count of equal ones, where rows are kept as they are. */
  async function read(table: Materialisation, span: MomentRange | null): Promise<SqlResult> {
    const { dialect, driver } = database
    try {
      const compiled = compileMaterialisation(table, span, dialect)
      const { text, parameters } = toStatement(compiled, dialect)
      const names = materialisedColumns(table).map((name) => dialect.identifier(name))
      const counted = `SELECT ${[...names, 'COUNT(*)']} FROM (${text}) AS made GROUP BY ${names}`
      return await driver.run({ text: table.form === 'DETAIL' ? counted : text, parameters })
    } catch (error) {
      // PostgreSQL has no remainder of doubles, and says so.
      fc.pre(!(error instanceof SqlError && error.code === 'SQL_UNSUPPORTED_EXPRESSION'))
      throw error
    }
  }

  test(
    'gives the groups of plain loops over the rows',
    () =>
      fc.assert(
        fc.asyncProperty(
          request,
          facts,
          things,
          fc.option(range, { nil: null }),
          async (asked, factRows, thingRows, span) => {
            const table = tableOf('AGGREGATED', asked, span !== null)
            fc.pre(table.dimensions.length > 0 || table.partition !== null)
            await createFacts(engine.name, database.driver, { facts: factRows, things: thingRows })
            const keyCount = table.dimensions.length + (span === null ? 0 : 1)
            const found = groupsIn(await read(table, span), keyCount)
            const expected = expectedGroups(table, span, { facts: factRows, things: thingRows })
            const wanted = Object.entries(expected).map(([key, { present, measures }]) => [
              key,
              [present[0]!, ...measures.filter((_, i) => i % 2 === 0).map(rounded)],
            ])
            expect(found).toEqual(Object.fromEntries(wanted))
          },
        ),
        runsOn(engine, 40, 3_000),
      ),
    patienceOn(engine),
  )

  test(
    'gives every row as often as it is there',
    () =>
      fc.assert(
        fc.asyncProperty(
          request,
          facts,
          things,
          fc.option(range, { nil: null }),
          async (asked, factRows, thingRows, span) => {
            const table = tableOf('DETAIL', asked, span !== null)
            const names = materialisedColumns(table)
            fc.pre(names.length > 0)
            // A double has many texts; their sums are looked at above.
            fc.pre(table.measures.every(({ measure }) => measure.argument?.type !== 'DOUBLE'))
            await createFacts(engine.name, database.driver, { facts: factRows, things: thingRows })
            const found = groupsIn(await read(table, span), names.length)
            const expected = expectedGroups(table, span, { facts: factRows, things: thingRows })
            const wanted = Object.entries(expected).map(([key, { present }]) => [
              key,
              [present[0]!],
            ])
            expect(found).toEqual(Object.fromEntries(wanted))
          },
        ),
        runsOn(engine, 25, 2_000),
      ),
    patienceOn(engine),
  )

  test.runIf(engine.name === 'DuckDB')('means the same with its values written into it', () =>
    fc.assert(
      fc.asyncProperty(request, facts, things, range, async (asked, factRows, thingRows, span) => {
        const table = tableOf('DETAIL', asked, true)
        await createFacts(engine.name, database.driver, { facts: factRows, things: thingRows })
        const text = duckdbText(compileMaterialisation(table, span, database.dialect))
        const compiled = compileMaterialisation(table, span, database.dialect)
        const plain = await database.driver.run({ text, parameters: [] })
        expect(plain).toEqual(await database.driver.run(toStatement(compiled, database.dialect)))
      }),
      runsOn(engine, 20, 1_000),
    ),
  )
})
