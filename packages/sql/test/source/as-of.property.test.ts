import { type AggregateRequest, createColumnarSource } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileRows } from '../../src/compile/compile-rows.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import { joinSql, raw } from '../../src/text/sql-text.ts'
import { createFacts, FACT_COLUMNS } from '../support/create-facts.ts'
import { columnTable, groupsOf, rounded } from '../support/groups-of.ts'
import { naiveGroups } from '../support/naive-source.ts'
import { facts } from '../support/random-request.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { DUCKDB, TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { column, compare, int, TRUE } from '../support/trees.ts'

const TYPES = {
  at: 'TIMESTAMP',
  s: 'STRING',
  n: 'INT',
  x: 'DOUBLE',
  p: 'DECIMAL',
  d: 'DATE',
} as const
const of = (alias: string) => (name: keyof typeof TYPES) => column(alias, name, TYPES[name])
const [f, l] = [of('f'), of('l')]

function daysBefore(time: TypedExpr, days: number): TypedExpr {
  const day: TypedExpr = {
    ...{ kind: 'constant', type: 'STRING' },
    constant: { type: 'STRING', value: 'DAY' },
  }
  const args = [time, int(-days), day]
  return { kind: 'call', function: 'DateAdd', type: time.type, args }
}

/** Two days later in rows with a number above 0, no end in others. */
function endOfSome(time: TypedExpr): TypedExpr {
  const never: TypedExpr = {
    kind: 'constant',
    type: 'NULL',
    constant: { type: 'NULL', value: null },
  }
  const args = [compare(l('n'), '>', int(0)), daysBefore(time, -2), never]
  return { kind: 'call', function: 'If', type: time.type, args }
}

/** The table `facts` as `f`, and as `l` the last of its rows with one text, or one text and one number, as of a time. */
const request: fc.Arbitrary<AggregateRequest> = fc
  .record({
    time: fc.constantFrom(...(['at', 'd'] as const)),
    keys: fc.constantFrom<readonly (keyof typeof TYPES)[]>(['s'], ['s', 'n']),
    within: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
    isUntil: fc.boolean(),
  })
  .map(({ time, keys, within, isUntil }): AggregateRequest => {
    const order = (['s', 'n', 'p', 'at', 'd'] as const).map(l)
    const asOf = {
      ...{ left: f(time), right: l(time), order },
      ...(within !== null && { after: daysBefore(f(time), within) }),
      ...(isUntil && { until: endOfSome(l(time)) }),
    }
    const on = keys.map((key) => ({ left: f(key), right: l(key) }))
    return {
      rows: {
        base: { table: ['facts'], alias: 'f' },
        lookups: [{ table: ['facts'], alias: 'l', on, asOf }],
      },
      filter: null,
      windows: { current: compare(l('p'), '>=', int(0)), compare: TRUE },
      measures: [
        { name: 'rows', aggregate: 'COUNT', argument: null, filter: null },
        { name: 'found', aggregate: 'COUNT', argument: l(time), filter: null },
        { name: 'sum', aggregate: 'SUM', argument: l('p'), filter: null },
      ],
      groupings: [
        [],
        [{ name: 'key', value: l('n') }],
        [{ name: 'key', value: l('at') }],
        [{ name: 'key', value: l('d') }],
      ],
      time: null,
    }
  })

describe.each(TEST_ENGINES)('a lookup as of a time on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test(
    'finds what plain loops over the rows and the columns in memory find',
    async () => {
      await fc.assert(
        fc.asyncProperty(request, facts, async (asked, rows) => {
          const expected = rounded(naiveGroups(asked, { facts: rows }))
          const memory = createColumnarSource(columnTable(rows, FACT_COLUMNS), {
            name: 'facts',
            types: TYPES,
          })
          const inMemory = await memory.aggregate(asked)
          expect(rounded(inMemory.frames.map(groupsOf))).toEqual(expected)
          await createFacts(engine.name, database.driver, { facts: rows, things: [] })
          const { frames } = await createSqlSource(database).aggregate(asked)
          expect(rounded(frames.map(groupsOf))).toEqual(expected)
        }),
        runsOn(engine, 25, 3_000),
      )
    },
    patienceOn(engine),
  )
})

test('DuckDB joins by the keys, and does not compare all rows with all others', async () => {
  const database = await DUCKDB.open()
  await createFacts('DuckDB', database.driver, { facts: [], things: [] })
  const until = endOfSome(l('d'))
  const asOf = { left: f('d'), right: l('d'), order: [l('n')], after: daysBefore(f('d'), 7), until }
  const rows = {
    base: { table: ['facts'], alias: 'f' },
    lookups: [{ table: ['facts'], alias: 'l', on: [{ left: f('s'), right: l('s') }], asOf }],
  }
  const lines = [
    raw('EXPLAIN SELECT COUNT("l"."n")'),
    ...compileRows(rows, { expressions: [] }, database.dialect),
  ]
  const plan = await database.driver.run(toStatement(joinSql(lines, '\n'), database.dialect))
  const [, text] = plan.columns
  const shown = text?.kind === 'text' ? text.values.join() : ''
  expect(shown).toContain('HASH_JOIN')
  expect(shown).not.toMatch(/NL_JOIN|NESTED_LOOP|CROSS_PRODUCT/)
  await database.close()
})
