import {
  type AggregateAnswer,
  type AggregateRequest,
  type AggregateSource,
  createColumnarSource,
} from '@tributary/attribution'
import { compile, type Scope, type TypedExpr, type ValueType } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOCK_CHANGES, wallClock } from '../../../test/support/clock-changes.ts'
import { compileMaterialisation } from '../src/compile/compile-materialisation.ts'
import { duckdbDialect } from '../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../src/drivers/duckdb/duckdb.ts'
import { readColumns } from '../src/drivers/duckdb/read-columns.ts'
import { keyText } from '../src/results/key-text.ts'
import { createSqlSource } from '../src/source/create-sql-source.ts'
import { toStatement } from '../src/text/sql-statement.ts'
import { insertTexts } from './support/replace-table.ts'
import { PATIENCE, runs } from './support/runs.ts'
import { STANDARD_ENGINES, type TestDatabase, type TestDriver } from './support/test-databases.ts'

const SECOND = 1_000_000n
const MINUTE = 60n * SECOND
const HOUR = 60n * MINUTE
const DAY = 24n * HOUR

/** A row: an instant, a time without a zone, a day. All in microseconds, the last two of the wall clock. */
interface Row {
  readonly tz: bigint | null
  readonly ts: bigint | null
  readonly d: bigint | null
}

type Read = (row: Row) => bigint | null
type Holds = (row: Row) => boolean | null

/** A condition as text, and what it means by plain code. */
interface Condition {
  readonly text: string
  readonly holds: Holds
}

/** A time in the language, and what it is by plain code. */
interface Time {
  readonly text: string
  readonly type: 'DATE' | 'TIMESTAMP'
  readonly read: Read
  /** A constant beside it: truncated like the time. */
  readonly aligned: (time: bigint) => bigint
}

const TYPES: Readonly<Record<keyof Row, 'DATE' | 'TIMESTAMP'>> = {
  tz: 'TIMESTAMP',
  ts: 'TIMESTAMP',
  d: 'DATE',
}

function columnsIn(zone: string): readonly Time[] {
  const read: Readonly<Record<keyof Row, Read>> = {
    tz: ({ tz }) => (tz === null ? null : wallClock(zone, tz)),
    ts: ({ ts }) => ts,
    d: ({ d }) => d,
  }
  return (['tz', 'ts', 'd'] as const).map((name) => ({
    text: `[${name}]`,
    type: TYPES[name],
    read: read[name],
    aligned: (value) => value,
  }))
}

/** The beginning of the period of a grain, by the calendar of Date. */
const STARTS: Readonly<Record<string, (time: bigint) => bigint>> = {
  SECOND: (time) => time - modulo(time, SECOND),
  MINUTE: (time) => time - modulo(time, MINUTE),
  HOUR: (time) => time - modulo(time, HOUR),
  DAY: (time) => time - modulo(time, DAY),
  WEEK: (time) => {
    const day = time - modulo(time, DAY)
    return day - BigInt((dateOf(day).getUTCDay() + 6) % 7) * DAY
  },
  MONTH: (time) => monthOf(time, 1),
  QUARTER: (time) => monthOf(time, 3),
  YEAR: (time) => monthOf(time, 12),
}

function modulo(time: bigint, length: bigint): bigint {
  return ((time % length) + length) % length
}

function dateOf(time: bigint): Date {
  return new Date(Number((time - modulo(time, 1000n)) / 1000n))
}

function monthOf(time: bigint, months: number): bigint {
  const date = dateOf(time)
  const month = date.getUTCMonth() - (date.getUTCMonth() % months)
  return BigInt(Date.UTC(date.getUTCFullYear(), month, 1)) * 1000n
}

const PARTS: Readonly<Record<string, (time: bigint) => number>> = {
  Hour: (time) => dateOf(time).getUTCHours(),
  Minute: (time) => dateOf(time).getUTCMinutes(),
  Day: (time) => dateOf(time).getUTCDate(),
  DayOfWeek: (time) => ((dateOf(time).getUTCDay() + 6) % 7) + 1,
}

/** As the language writes it: microseconds only where there are some. */
function written(time: bigint, type: 'DATE' | 'TIMESTAMP'): string {
  const iso = dateOf(time).toISOString()
  if (type === 'DATE') return iso.slice(0, 10)
  const micros = modulo(time, SECOND)
  const fraction = micros === 0n ? '' : `.${String(micros).padStart(6, '0')}`
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}`
}

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function both(a: bigint | null, b: bigint | null, op: (a: bigint, b: bigint) => boolean) {
  return a === null || b === null ? null : op(a, b)
}

function and(a: boolean | null, b: boolean | null): boolean | null {
  if (a === false || b === false) return false
  return a === null || b === null ? null : true
}

function not(a: boolean | null): boolean | null {
  return a === null ? null : !a
}

/** Rows and questions around one change of one clock. */
function around({ zone, at }: (typeof CLOCK_CHANGES)[number]) {
  const change = BigInt(at) * SECOND
  const center = wallClock(zone, change)
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -16, max: 16 }) },
    { weight: 1, arbitrary: fc.integer({ min: -400, max: 400 }) },
  )
  const bit = fc.constantFrom(0n, 0n, 0n, 1n, -1n, 500_000n)
  const near = (from: bigint) =>
    fc.tuple(step, bit).map(([steps, more]) => from + BigInt(steps) * 15n * MINUTE + more)
  const orNull = (times: fc.Arbitrary<bigint>) => fc.option(times, { freq: 12 })
  const day = near(center).map(STARTS.DAY!)
  const row = fc.record({
    tz: orNull(near(change)),
    ts: orNull(near(center)),
    d: orNull(day),
  })
  const [tz, ts, d] = columnsIn(zone) as [Time, Time, Time]
  const column = fc.constantFrom(tz, tz, ts, d)
  const truncated = fc
    .tuple(column, fc.constantFrom(...Object.keys(STARTS)))
    .filter(([{ type }, grain]) => type === 'TIMESTAMP' || !WITHIN_A_DAY.has(grain))
    .map(
      ([time, grain]): Time => ({
        ...time,
        text: `DateTrunc(${time.text}, "${grain}")`,
        read: (one) => {
          const value = time.read(one)
          return value === null ? null : STARTS[grain]!(value)
        },
        aligned: STARTS[grain]!,
      }),
    )
  const time = fc.oneof(column, truncated)
  const constantFor = ({ type, read }: Time, places: readonly Row[]) => {
    // Half of the constants are values that rows have.
    const known = places.flatMap((one) => read(one) ?? [])
    const drawn = type === 'DATE' ? day : near(center)
    return known.length === 0 ? drawn : fc.oneof(drawn, fc.constantFrom(...known))
  }
  const simple = (places: readonly Row[]): fc.Arbitrary<Condition> =>
    fc.oneof(
      time.chain((one) =>
        fc
          .tuple(fc.constantFrom(...Object.keys(OPERATORS)), constantFor(one, places))
          .map(([op, value]) => ({
            text: `${one.text} ${op} "${written(value, one.type)}"`,
            holds: (of: Row) => both(one.read(of), one.aligned(value), OPERATORS[op]!),
          })),
      ),
      time.chain((one) =>
        fc
          .array(constantFor(one, places), { minLength: 1, maxLength: 3 })
          .map((values): Condition => {
            const texts = values.map((value) => `"${written(value, one.type)}"`)
            return {
              text: `IN(${one.text}, ${texts.join(', ')})`,
              holds: (of) => {
                const value = one.read(of)
                return value === null ? null : values.map(one.aligned).includes(value)
              },
            }
          }),
      ),
      time.chain((one) =>
        fc.tuple(constantFor(one, places), constantFor(one, places)).map(
          ([from, to]): Condition => ({
            text: `${one.text} BETWEEN "${written(from, one.type)}" AND "${written(to, one.type)}"`,
            holds: (of) => {
              const value = one.read(of)
              return value === null ? null : value >= one.aligned(from) && value <= one.aligned(to)
            },
          }),
        ),
      ),
      fc.tuple(time, fc.constantFrom(...Object.keys(OPERATORS)), time).map(
        ([left, op, right]): Condition => ({
          text: `${left.text} ${op} ${right.text}`,
          holds: (of) => both(left.read(of), right.read(of), OPERATORS[op]!),
        }),
      ),
      fc.tuple(column, fc.constantFrom(...Object.keys(PARTS)), fc.integer({ min: 0, max: 31 })).map(
        ([one, part, value]): Condition => ({
          text: `${part}(${one.text}) = ${value}`,
          holds: (of) => {
            const read = one.read(of)
            return read === null ? null : PARTS[part]!(read) === value
          },
        }),
      ),
    )
  const condition = (places: readonly Row[]): fc.Arbitrary<Condition> =>
    fc.oneof(
      { weight: 3, arbitrary: simple(places) },
      {
        weight: 1,
        arbitrary: simple(places).map((one) => ({
          text: `NOT (${one.text})`,
          holds: (of: Row) => not(one.holds(of)),
        })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(simple(places), simple(places)).map(([a, b]) => ({
          text: `(${a.text}) AND (${b.text})`,
          holds: (of: Row) => and(a.holds(of), b.holds(of)),
        })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(simple(places), simple(places)).map(([a, b]) => ({
          text: `(${a.text}) OR (${b.text})`,
          holds: (of: Row) => not(and(not(a.holds(of)), not(b.holds(of)))),
        })),
      },
    )
  /** Two windows that are ranges of one time, which engines find by the bare column. */
  const ranges = (places: readonly Row[]) =>
    fc.constantFrom(tz, tz, ts, d).chain((one) => {
      const range = fc
        .tuple(constantFor(one, places), constantFor(one, places))
        .map(([a, b]): Condition => {
          const [from, to] = a < b ? [a, b] : [b, a]
          return {
            text: `${one.text} >= "${written(from, one.type)}" AND ${one.text} < "${written(to, one.type)}"`,
            holds: (of) => both(one.read(of), from, (value, least) => value >= least && value < to),
          }
        })
      return fc.record({ current: range, compare: range })
    })
  const question = (places: readonly Row[]): fc.Arbitrary<Question> =>
    fc
      .record({
        windows: fc.oneof(
          fc.record({ current: condition(places), compare: condition(places) }),
          ranges(places),
        ),
        filter: fc.option(condition(places)),
        key: time,
        time: column,
        lookup: fc.constantFrom(tz, ts),
      })
      .map(({ windows, ...others }) => ({ ...windows, ...others }))
  return fc.array(row, { minLength: 5, maxLength: 30 }).chain((places) =>
    fc.record({
      rows: fc.constant(places),
      questions: fc.array(question(places), { minLength: 5, maxLength: 5 }),
      partition: fc.tuple(column, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 3 })),
    }),
  )
}

const WITHIN_A_DAY: ReadonlySet<string> = new Set(['SECOND', 'MINUTE', 'HOUR'])

interface Question {
  readonly current: Condition
  readonly compare: Condition
  readonly filter: Condition | null
  readonly key: Time
  readonly time: Time
  /** By which time the table `hours` is looked up. */
  readonly lookup: Time
}

const scope: Scope = {
  resolve: (node) => {
    if (node.kind !== 'field') return { problem: { kind: 'unknown' } }
    const { name } = node
    return name === 'name'
      ? { found: { kind: 'reference', table: 'h', name, type: 'STRING' } }
      : { found: { kind: 'reference', table: 'f', name, type: TYPES[name as keyof Row] } }
  },
  names: () => ['tz', 'ts', 'd', 'name'],
}

function typed(text: string): TypedExpr {
  return compile(text, scope, { path: 'test', now: 0n })
}

const reference = (table: string, name: string, type: ValueType): TypedExpr => ({
  kind: 'reference',
  table,
  name,
  type,
})

function requestOf(table: string[], hours: string[], asked: Question): AggregateRequest {
  return {
    rows: {
      base: { table, alias: 'f' },
      lookups: [
        {
          table: hours,
          alias: 'h',
          on: [{ left: typed(asked.lookup.text), right: reference('h', 'began', 'TIMESTAMP') }],
        },
      ],
    },
    filter: asked.filter && typed(asked.filter.text),
    windows: { current: typed(asked.current.text), compare: typed(asked.compare.text) },
    measures: [{ name: 'n', aggregate: 'COUNT', argument: null, filter: null }],
    groupings: [
      [],
      [{ name: 'key', value: typed(asked.key.text) }],
      [{ name: 'name', value: typed('[name]') }],
    ],
    time: typed(asked.time.text),
  }
}

/** What an answer says, in an order of its own: counts by group, and the frontier. */
function said({ frames, frontier }: AggregateAnswer): unknown {
  const groups = frames.map(({ keys, rowCount, present }) =>
    Array.from({ length: rowCount }, (_, row) => {
      const key = keys[0] === undefined ? 'all' : (keys[0][row] ?? null)
      return `${key}: ${present.current[row]} ${present.compare[row]}`
    }).toSorted(),
  )
  const ends = frontier && [
    written(frontier.first, 'TIMESTAMP'),
    written(frontier.last, 'TIMESTAMP'),
  ]
  return { groups, frontier: ends }
}

/** The same by plain loops. */
function expected(rows: readonly Row[], hours: readonly bigint[], asked: Question): unknown {
  const kept = rows.filter((row) => asked.filter === null || asked.filter.holds(row) === true)
  const counts = (keyOf: (row: Row) => string | null, always: boolean) => {
    const groups = new Map<string | null, [number, number]>(always ? [['all', [0, 0]]] : [])
    for (const row of kept) {
      const sides = [asked.current, asked.compare].map((one) => one.holds(row) === true)
      if (!sides.includes(true)) continue
      const key = keyOf(row)
      const [current, compare] = groups.get(key) ?? [0, 0]
      groups.set(key, [current + Number(sides[0]), compare + Number(sides[1])])
    }
    return [...groups].map(([key, [a, b]]) => `${key}: ${a} ${b}`).toSorted()
  }
  const keyOf = (row: Row): string | null => {
    const value = asked.key.read(row)
    return value === null ? null : written(value, asked.key.type)
  }
  const nameOf = (row: Row): string | null => {
    const value = asked.lookup.read(row)
    return value !== null && hours.includes(value) ? `at ${written(value, 'TIMESTAMP')}` : null
  }
  const times = rows.flatMap((row) => asked.time.read(row) ?? [])
  const [first, last] = [times.toSorted(ascending)[0] ?? 0n, times.toSorted(ascending).at(-1) ?? 0n]
  return {
    groups: [counts(() => 'all', true), counts(keyOf, false), counts(nameOf, false)],
    frontier: times.length === 0 ? null : [written(first, 'TIMESTAMP'), written(last, 'TIMESTAMP')],
  }
}

function ascending(a: bigint, b: bigint): number {
  return Number(a - b)
}

const ENGINE_TYPES = { tz: 'TIMESTAMP WITH TIME ZONE', ts: 'TIMESTAMP', d: 'DATE' } as const
const TRINO_TYPES = { tz: 'timestamp(6) with time zone', ts: 'timestamp(6)', d: 'date' } as const

async function fill(driver: TestDriver, rows: readonly Row[], hours: readonly bigint[]) {
  const run = (text: string) => driver.run({ text, parameters: [] })
  const types = driver.dialect.name === 'trino' ? TRINO_TYPES : ENGINE_TYPES
  const text = (name: keyof Row, time: bigint | null) =>
    time === null ? null : `${written(time, TYPES[name])}${name === 'tz' ? '+00:00' : ''}`
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  await run('DROP TABLE IF EXISTS facts')
  await run('DROP TABLE IF EXISTS hours')
  await run(`CREATE TABLE facts (${columns.join(', ')})`)
  await run(`CREATE TABLE hours (began ${types.ts}, name VARCHAR)`)
  const tuples = rows.map(({ tz, ts, d }) => [text('tz', tz), text('ts', ts), text('d', d)])
  await insertTexts(driver, 'facts', Object.values(types), tuples)
  const named = hours.map((at) => [written(at, 'TIMESTAMP'), `at ${written(at, 'TIMESTAMP')}`])
  await insertTexts(driver, 'hours', [types.ts, 'VARCHAR'], named)
}

/** How many rows a table by day has in each partition of a range. */
async function partitionsOf(
  driver: TestDriver,
  { dialect }: Pick<TestDatabase, 'dialect'>,
  { text }: Time,
  range: { readonly from: bigint; readonly to: bigint },
): Promise<readonly string[]> {
  const time = typed(text)
  const select = compileMaterialisation(
    {
      table: ['kept'],
      form: 'AGGREGATED',
      rows: { base: { table: ['facts'], alias: 'f' }, lookups: [] },
      filter: null,
      dimensions: [],
      partition: {
        column: 'day',
        grain: 'DAY',
        time,
        value: typed(`Cast(DateTrunc(${text}, "DAY"), "Date")`),
      },
      measures: [],
      rowCount: 'rows',
    },
    range,
    dialect,
  )
  const { columns, rowCount } = await driver.run(toStatement(select, dialect))
  const [days, counts] = columns.map(keyText)
  return Array.from({ length: rowCount }, (_, row) => `${days![row]}: ${counts![row]}`).toSorted()
}

const databases: TestDatabase[] = []
beforeAll(async () => {
  for (const engine of STANDARD_ENGINES) databases.push(await engine.open())
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

describe.each(CLOCK_CHANGES)('in $zone where $what', (change) => {
  const { zone, at } = change
  let duckdb: DuckDb
  let drivers: readonly (Pick<TestDatabase, 'dialect'> & { readonly driver: TestDriver })[]
  beforeAll(async () => {
    duckdb = await createDuckDb({ threads: 1, timeZone: zone })
    const others = databases.filter(({ dialect }) => dialect !== duckdbDialect)
    drivers = [
      { driver: duckdb, dialect: duckdbDialect },
      ...(await Promise.all(
        others.map(async ({ connect, dialect }) => ({
          driver: await connect({ timeZone: zone }),
          dialect,
        })),
      )),
    ]
  })
  afterAll(async () => {
    for (const { driver } of drivers) await driver.close()
  })

  test(
    'DuckDB, PostgreSQL and memory read times as plain code does',
    async () => {
      await fc.assert(
        fc.asyncProperty(around(change), async ({ rows, questions, partition }) => {
          const [tz] = columnsIn(zone)
          const hours = [...new Set(rows.flatMap((row) => tz!.read(row) ?? []))].slice(0, 5)
          for (const { driver } of drivers) await fill(driver, rows, hours)
          const names = { facts: ['memory', 'main', 'facts'], hours: ['memory', 'main', 'hours'] }
          const memory = createColumnarSource(await readColumns(duckdb, names.facts), {
            name: names.facts.join('.'),
            time: 'tz',
            types: { tz: 'TIMESTAMP', ts: 'TIMESTAMP', d: 'DATE' },
            related: {
              [names.hours.join('.')]: {
                data: await readColumns(duckdb, names.hours),
                types: { began: 'TIMESTAMP', name: 'STRING' },
              },
            },
          })
          const ask = async (source: AggregateSource, facts: string[], of: string[]) => {
            const answers: unknown[] = []
            for (const asked of questions) {
              answers.push(said(await source.aggregate(requestOf(facts, of, asked))))
            }
            return answers
          }
          const truth = questions.map((asked) => expected(rows, hours, asked))
          expect(await ask(memory, names.facts, names.hours)).toEqual(truth)
          const [time, start, length] = partition
          const from = STARTS.DAY!(wallClock(zone, BigInt(at) * SECOND)) + BigInt(start) * DAY
          const range = { from, to: from + BigInt(length) * DAY }
          const days = new Map<string, number>()
          for (const row of rows) {
            const read = time.read(row)
            if (read === null || read < range.from || read >= range.to) continue
            const day = written(read, 'DATE')
            days.set(day, (days.get(day) ?? 0) + 1)
          }
          const kept = [...days].map(([day, count]) => `${day}: ${count}`).toSorted()
          for (const { driver, dialect } of drivers) {
            for (const timeZone of [undefined, zone]) {
              const clock = timeZone === undefined ? {} : { timeZone }
              const source = createSqlSource({ driver, dialect, ...clock })
              expect(await ask(source, ['facts'], ['hours'])).toEqual(truth)
            }
            expect(await partitionsOf(driver, { dialect }, time, range)).toEqual(kept)
          }
        }),
        runs(3, 300),
      )
    },
    STANDARD_ENGINES.every(({ isQuick }) => isQuick) ? PATIENCE : 600_000,
  )
})
