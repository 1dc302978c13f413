import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AggregateAnswer, AggregateRequest, AggregateSource } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { routeTable } from '@tributary/catalog/internal'
import { compile, type Scope, type TypedExpr } from '@tributary/expression'
import { createDuckDb, createSqlSource, type DuckDb, duckdbDialect } from '@tributary/sql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDataMemory } from '../../../src/memory/data-memory.ts'
import { readSourceVersion } from '../../../src/sources/source-version.ts'
import type { TableState } from '../../../src/tables/material-tables.ts'
import {
  createRoutedSource,
  type RoutedSourceOptions,
} from '../../../src/tables/route/routed-source.ts'

const FACTS = ['c', 'files', 'facts']
const TABLE = ['memory', 'main', 'by_day']
const CSV = `at,s,n
2001-01-01 10:00:00,a,1
2001-01-01 11:00:00,b,2
2001-01-02 10:00:00,a,4
2001-01-02 23:00:00,a,8
`

let folder: string
let path: string
let engine: DuckDb
let base: AggregateSource

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-routed-'))
  path = join(folder, 'facts.csv')
  await writeFile(path, CSV)
  engine = await createDuckDb({ threads: 1 })
  await engine.registerFile({ catalog: 'c', schema: 'files', table: 'facts', path })
  await engine.run({
    text: `CREATE TABLE by_day AS SELECT CAST("at" AS DATE) AS "day", s, SUM(n) AS leaf_1, COUNT(*) AS row_count FROM c.files.facts GROUP BY ALL`,
    parameters: [],
  })
  base = createSqlSource({ driver: engine, dialect: duckdbDialect })
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const scope: Scope = {
  resolve: ({ ...name }) => {
    const column = name.kind === 'field' ? name.name : name.column
    const type = column === 'at' ? 'TIMESTAMP' : column === 'n' ? 'INT' : 'STRING'
    return { found: { kind: 'reference', type, table: 'f', name: column } }
  },
  names: () => ['at', 's', 'n'],
}
const read = (text: string): TypedExpr => compile(text, scope, { path: text })
const rows = { base: { table: FACTS, alias: 'f' }, lookups: [] }
const day = read('Cast(DateTrunc([at], "DAY"), "Date")')

function byDay(changed: Partial<Materialisation> = {}): Materialisation {
  return {
    table: TABLE,
    form: 'AGGREGATED',
    rows,
    filter: null,
    dimensions: [
      { column: 'day', value: day },
      { column: 's', value: read('[s]') },
    ],
    partition: { column: 'day', grain: 'DAY', time: read('[at]'), value: day },
    measures: [
      {
        measure: { name: 'sum', aggregate: 'SUM', argument: read('[n]'), filter: null },
        column: 'leaf_1',
        argument: null,
        filter: null,
      },
    ],
    rowCount: 'row_count',
    ...changed,
  }
}

const request: AggregateRequest = {
  rows,
  filter: null,
  windows: {
    current: read('[at] >= "2001-01-02" AND [at] < "2001-01-03"'),
    compare: read('[at] >= "2001-01-01" AND [at] < "2001-01-02"'),
  },
  measures: [{ name: 'sum', aggregate: 'SUM', argument: read('[n]'), filter: null }],
  groupings: [[], [{ name: 's', value: read('[s]') }]],
  time: read('[at]'),
}

interface Home extends RoutedSourceOptions {
  /** How often a state was asked for. */
  asked: number
  /** Something is recorded: what it gives counts from now on. */
  record(next: TableState | null): void
}

/** A home with one table, recorded as made from the file as it is. */
async function homeOf(materialisation: Materialisation, source = base): Promise<Home> {
  const findFile: RoutedSourceOptions['findFile'] = (table) =>
    table === FACTS
      ? { file: { catalog: 'c', schema: 'files', table: 'facts', path }, columns: [] }
      : null
  const sourceVersion = (await readSourceVersion(materialisation, { findFile, timeZone: 'UTC' }))!
  const partition = (value: string) => ({ value, sourceVersion, refreshedAt: new Date(0), rows: 2 })
  let state: TableState | null = {
    partitions: [partition('2001-01-01'), partition('2001-01-02')],
    frontier: { sourceVersion, first: 978_343_200_000_000n, last: 978_476_400_000_000n },
  }
  let change = 0
  const table = routeTable('by_day', materialisation)
  const home: Home = {
    asked: 0,
    record(next) {
      state = next
      change++
    },
    findFile,
    timeZone: 'UTC',
    plans: () => [table],
    memory: null,
    owner: 'acme',
    tables: {
      read: (_table, columns) =>
        engine.run({ text: `SELECT ${columns.join(', ')} FROM by_day`, parameters: [] }),
      source,
      changes: async () => String(change),
      state: async () => {
        home.asked++
        return state
      },
    },
  }
  return home
}

const FROM_TABLE = '-- from memory.main.by_day, the table of the plan "by_day"'

async function expectBase(source: AggregateSource, note: string): Promise<void> {
  // From the second time on the base knows how far the data reaches.
  await base.aggregate(request)
  const answer = await source.aggregate(request)
  const expected = await base.aggregate(request)
  expect(answer).toEqual({ ...expected, executed: `${expected.executed}\n${note}` })
}

test('answers from a fresh table what the base answers', async () => {
  const answer = await createRoutedSource(base, await homeOf(byDay())).aggregate(request)
  const expected = await base.aggregate(request)
  expect(answer.executed).toContain(FROM_TABLE)
  expect(answer.executed).not.toContain('facts')
  const groups = ({ frames }: typeof answer) =>
    frames.map(({ keys, measures, present }) => ({ keys, measures, present }))
  expect(answer.frontier).toEqual(expected.frontier)
  expect(groups(answer)[0]).toEqual(groups(expected)[0])
  expect(answer.frames[1]!.rowCount).toBe(2)
})

test('asks for the state once as long as nothing changes', async () => {
  const home = await homeOf(byDay())
  const source = createRoutedSource(base, home)
  await source.aggregate(request)
  await source.aggregate(request)
  expect(home.asked).toBe(1)
  home.record(null)
  await expectBase(
    source,
    '-- not from the table of the plan "by_day": nothing was written to it yet: backfill the plan',
  )
  expect(home.asked).toBe(2)
})

test('reads repeated requests from memory until the table is written again', async () => {
  const memory = createDataMemory(2 ** 28)
  const home = { ...(await homeOf(byDay())), memory }
  const source = createRoutedSource(base, home)
  const first = await source.aggregate(request)
  await source.aggregate(request)
  const again = await until(() => source.aggregate(request), isInMemory)
  expect(again.executed).toContain(FROM_TABLE)
  expect(rowsOf(again)).toEqual(rowsOf(first))
  const state = (await home.tables.state(TABLE))!
  const refreshed = state.partitions.map((one) => ({ ...one, refreshedAt: new Date(1) }))
  home.record({ ...state, partitions: refreshed })
  expect(isInMemory(await source.aggregate(request))).toBe(false)
  await memory.close()
})

const isInMemory = ({ executed }: AggregateAnswer) => executed.startsWith('in memory: ')

/** What a promise gives as soon as it is as it should be. */
async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isRight(answer)) return answer
    await setTimeout(5)
  }
}

/** The values of each group, in one order. */
function rowsOf({ frames }: AggregateAnswer): unknown {
  return frames.map(({ rowCount, keys, measures, present }) =>
    Array.from({ length: rowCount }, (_, row) => [
      keys.map((key) => key[row]),
      [present.current[row], present.compare[row]],
      measures.flatMap(({ current, compare }) =>
        [current, compare].map((one) =>
          Number((one.kind === 'double' ? one.values : one.units)[row] ?? Number.NaN),
        ),
      ),
    ]).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  )
}

test('answers from the base when the file was written since, if only its time is another', async () => {
  const source = createRoutedSource(base, await homeOf(byDay()))
  await utimes(path, new Date(), new Date(Date.now() + 60_000))
  const { executed } = await source.aggregate(request)
  expect(executed).not.toContain(FROM_TABLE)
  expect(executed).toContain('all of it was written before its source or its definition changed')
})

test('answers from the base when the table was written by another definition', async () => {
  const written = await homeOf(byDay())
  const other = byDay({ filter: read('[n] > 0') })
  const home = { ...written, plans: () => [routeTable('by_day', other)] }
  const { executed } = await createRoutedSource(base, home).aggregate({
    ...request,
    filter: read('[n] > 0'),
  })
  expect(executed).not.toContain(FROM_TABLE)
})

test('answers from the base when the table is gone by the time it is read', async () => {
  const home = await homeOf(byDay())
  await engine.run({ text: 'DROP TABLE by_day', parameters: [] })
  await expectBase(
    createRoutedSource(base, home),
    '-- not from the table of the plan "by_day": it could not be read',
  )
})

test('answers from the base when the table changes while it is read', async () => {
  const home: Home = await homeOf(byDay(), {
    async aggregate(asked, options) {
      const answer = await base.aggregate(asked, options)
      home.record(null)
      return answer
    },
  })
  await expectBase(
    createRoutedSource(base, home),
    '-- not from the table of the plan "by_day": it changed while it was read',
  )
})

test('keeps the answer when another part of the table is written while it is read', async () => {
  const home: Home = await homeOf(byDay(), {
    async aggregate(asked, options) {
      const answer = await base.aggregate(asked, options)
      const state = (await home.tables.state(TABLE))!
      const older = { value: '2000-12-31', sourceVersion: '', refreshedAt: new Date(0), rows: 1 }
      home.record({ ...state, partitions: [older, ...state.partitions] })
      return answer
    },
  })
  expect((await createRoutedSource(base, home).aggregate(request)).executed).toContain(FROM_TABLE)
})

test('answers from the base when the state of the table cannot be read', async () => {
  const home = await homeOf(byDay())
  const tables = { ...home.tables, changes: () => Promise.reject(new Error('the store is away')) }
  await expectBase(
    createRoutedSource(base, { ...home, tables }),
    '-- not from the table of the plan "by_day": its tables cannot be read from this process',
  )
})

test('an aborted request rejects with its reason and asks nobody else', async () => {
  const reason = new Error('enough')
  const signal = AbortSignal.abort(reason)
  const source = createRoutedSource(base, await homeOf(byDay()))
  await expect(source.aggregate(request, { signal })).rejects.toBe(reason)
})

test('leaves a request over another table alone', async () => {
  const home = await homeOf(byDay({ rows: { base: { table: ['x'], alias: 'f' }, lookups: [] } }))
  const { executed } = await createRoutedSource(base, home).aggregate(request)
  expect(executed).not.toContain('-- ')
  expect(home.asked).toBe(0)
})

test('shows neither name nor statement of a plan that may not be named', async () => {
  const home = await homeOf(byDay())
  const routed = createRoutedSource(base, home)
  const hidden = await routed.visibleTo(() => false).aggregate(request)
  const shown = await routed.visibleTo((plan) => plan === 'by_day').aggregate(request)
  expect(shown.executed).toContain(FROM_TABLE)
  expect(hidden).toEqual({ ...shown, executed: '-- from the table of a plan' })

  home.record(null)
  await expectBase(
    routed.visibleTo(() => false),
    '-- not from 1 more table of plans',
  )
})

test('shows no name of a plan whose table could not be read', async () => {
  const home = await homeOf(byDay())
  await engine.run({ text: 'DROP TABLE by_day', parameters: [] })
  const source = createRoutedSource(base, home).visibleTo(() => false)
  await expectBase(source, '-- not from the table of a plan: it could not be read')
})
