import {
  type AggregateRequest,
  createColumnarSource,
  type Lookup,
  type VisibleRows,
} from '@tributary/attribution'
import { evaluate, type TypedExpr } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqlError } from '../../src/errors.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { createFacts, FACT_COLUMNS, THING_COLUMNS } from '../support/create-facts.ts'
import { columnTable, groupsOf, rounded } from '../support/groups-of.ts'
import { naiveGroups, type Row } from '../support/naive-source.ts'
import { condition, facts, request, things } from '../support/random-request.ts'
import { replaceTable } from '../support/replace-table.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'
import { arithmetic, column, compare, int, logical, TRUE, text } from '../support/trees.ts'

const [region, size] = [column('t', 'region', 'STRING'), column('t', 'size', 'INT')]
const at = column('f', 'at', 'TIMESTAMP')

const isNull = (typed: TypedExpr): TypedExpr => {
  return { kind: 'call', function: 'IsNull', type: 'BOOLEAN', args: [typed] }
}

/** The rows of `things` that exist; those that only the tables of a limited request have are never among them. */
const visibleThings: fc.Arbitrary<TypedExpr> = fc
  .constantFrom<readonly TypedExpr[]>(
    [],
    [compare(size, '>', int(-2))],
    [compare(region, '!=', text('a'))],
    [isNull(region)],
  )
  .map((others) => logical('AND', logical('OR', isNull(region), isShown), ...others))
const isShown = compare(region, '!=', text('hidden'))

/** More rows of `things`, whose keys are those of others too. */
const hiddenThings: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    code: fc.constantFrom('a', 'b', "o'x", null),
    region: fc.constant('hidden'),
    size: fc.constantFrom(4n, 9_223_372_036_854_775_807n),
  }),
  { maxLength: 5 },
)

const limits = fc.record({ base: condition, things: visibleThings })

/** The request over the rows that exist, and the tables that have no others. */
function limited(
  asked: AggregateRequest,
  limit: { readonly base: TypedExpr; readonly things: TypedExpr },
  tables: { readonly facts: readonly Row[]; readonly things: readonly Row[] },
) {
  const [lookup] = asked.rows.lookups as readonly [Lookup]
  const ofThings: VisibleRows = { condition: limit.things, lookups: [] }
  const lookups = [{ ...lookup, visible: ofThings }]
  const { base } = asked.rows
  const rows = { base: { ...base, visible: { condition: limit.base, lookups } }, lookups }
  const isTrue = (typed: TypedExpr, f: Row | null, t: Row | null) =>
    evaluate(typed, ({ table, name }) => (table === 'f' ? f : t)?.[name] ?? null) === true
  const shownThings = tables.things.filter((thing) => isTrue(limit.things, null, thing))
  const shownFacts = tables.facts.filter((fact) => {
    const thing = shownThings.find((one) => one.code !== null && one.code === fact.s)
    return isTrue(limit.base, fact, thing ?? null)
  })
  return {
    request: { ...asked, rows, time: at },
    plain: { ...asked, time: at },
    tables: { facts: shownFacts, things: shownThings },
  }
}

const inMemory = (tables: { readonly facts: readonly Row[]; readonly things: readonly Row[] }) =>
  createColumnarSource(columnTable(tables.facts, FACT_COLUMNS), {
    name: 'facts',
    time: 'at',
    types: { at: 'TIMESTAMP', s: 'STRING', n: 'INT', x: 'DOUBLE', p: 'DECIMAL', d: 'DATE' },
    related: {
      things: {
        data: columnTable(tables.things, THING_COLUMNS),
        types: { code: 'STRING', region: 'STRING', size: 'INT' },
      },
    },
  })

function frontierOf(rows: readonly Row[]) {
  const times = rows.flatMap(({ at }) => (typeof at === 'bigint' ? [at] : []))
  const [first, ...others] = times.toSorted((a, b) => (a < b ? -1 : 1))
  return first === undefined ? null : { first, last: others.at(-1) ?? first }
}

test('columns in memory answer as if the rows that do not exist had not been loaded', async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      limits,
      facts,
      things,
      hiddenThings,
      async (asked, limit, factRows, thingRows, hidden) => {
        const tables = { facts: factRows, things: [...hidden, ...thingRows] }
        const { request, plain, tables: shown } = limited(asked, limit, tables)
        const source = inMemory(tables)
        const expected = await inMemory(shown).aggregate(plain)
        for (let turn = 1; turn <= 2; turn++) {
          const { frames, frontier } = await source.aggregate(request)
          expect(rounded(frames.map(groupsOf))).toEqual(rounded(expected.frames.map(groupsOf)))
          expect(frontier).toEqual(expected.frontier)
        }
      },
    ),
    runsOn({ isQuick: true }, 100, 10_000),
  )
})

describe.each(TEST_ENGINES)('rows that do not exist for a request on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test(
    'change no answer',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          request,
          limits,
          facts,
          things,
          hiddenThings,
          async (asked, limit, factRows, thingRows, hidden) => {
            const tables = { facts: factRows, things: [...hidden, ...thingRows] }
            const { request, plain, tables: shown } = limited(asked, limit, tables)
            await createFacts(engine.name, database.driver, tables)
            const answer = createSqlSource(database).aggregate(request)
            const { frames, frontier } = await answer.catch((error: unknown) => {
              // PostgreSQL has no remainder of doubles, and says so.
              fc.pre(!(error instanceof SqlError && error.code === 'SQL_UNSUPPORTED_EXPRESSION'))
              throw error
            })
            expect(rounded(frames.map(groupsOf))).toEqual(rounded(naiveGroups(plain, shown)))
            expect(frontier).toEqual(frontierOf(shown.facts))
          },
        ),
        runsOn(engine, 30, 3_000),
      )
    },
    patienceOn(engine),
  )

  const [id, amount, name] = [
    column('f', 'id', 'INT'),
    column('f', 'amount', 'INT'),
    column('f', 'name', 'STRING'),
  ]
  const doubled = arithmetic(amount, '*', int(1_000_000_000), 'INT')
  const fails = compare(doubled, '>', int(0))
  const fine = compare(arithmetic(amount, '*', id, 'INT'), '>', int(0))

  test.each<[string, TypedExpr, readonly Lookup[]]>([
    ['a text', compare(name, '=', text('mine')), []],
    ['a number', compare(id, '=', int(1)), []],
    ['an IN', { kind: 'call', function: 'IN', type: 'BOOLEAN', args: [id, int(1), int(7)] }, []],
    [
      'what is looked up',
      compare(column('l', 'owner', 'STRING'), '=', text('me')),
      [
        {
          table: ['owners'],
          alias: 'l',
          on: [{ left: name, right: column('l', 'name', 'STRING') }],
        },
      ],
    ],
  ])('are not evaluated where %s excludes them', async (_, condition, lookups) => {
    const { driver } = database
    const { INT, STRING } = engine.types
    const types = { id: INT, amount: INT, name: STRING }
    const rows = [
      { id: '1', amount: '5', name: 'mine' },
      ...Array.from({ length: 50 }, () => ({ id: '2', amount: '123456789012', name: 'hidden' })),
    ]
    await replaceTable(driver, 'owned', types, rows)
    await replaceTable(driver, 'owners', { name: STRING, owner: STRING }, [
      { name: 'mine', owner: 'me' },
      { name: 'hidden', owner: 'you' },
    ])
    const source = createSqlSource(database)
    const base = { table: ['owned'], alias: 'f', visible: { condition, lookups } }
    const counted = { name: 'rows', aggregate: 'COUNT', argument: null, filter: null } as const
    const asked: AggregateRequest = {
      rows: { base, lookups: [] },
      filter: null,
      windows: { current: TRUE, compare: TRUE },
      measures: [counted],
      groupings: [[]],
      time: null,
    }
    const requests: readonly AggregateRequest[] = [
      { ...asked, filter: fails },
      { ...asked, filter: logical('AND', fails, fine) },
      { ...asked, windows: { current: fails, compare: TRUE } },
      { ...asked, measures: [{ ...counted, filter: fails }] },
      { ...asked, measures: [{ ...counted, aggregate: 'SUM', argument: doubled }] },
      { ...asked, groupings: [[{ name: 'key', value: doubled }]] },
    ]
    for (const request of requests) {
      const { frames } = await source.aggregate(request)
      expect(frames[0]!.present.compare).toEqual(Float64Array.of(1))
    }
  })
})
