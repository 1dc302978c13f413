import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AggregateRequest,
  type AggregateSource,
  createColumnarSource,
  openSnapshot,
} from '@tributary/attribution'
import { compile, type Scope, toText } from '@tributary/expression'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duckdbDialect } from '../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../src/drivers/duckdb/duckdb.ts'
import { readColumns } from '../src/drivers/duckdb/read-columns.ts'
import { createSqlSource } from '../src/source/create-sql-source.ts'
import { STANDARD_ENGINES } from './support/test-databases.ts'

const ROWS = `VALUES
  (TIMESTAMP '9999-12-31 23:59:59', DATE '9999-12-31'),
  (TIMESTAMP '9999-12-31 23:59:59.999999', DATE '2024-06-01'),
  (TIMESTAMP '0001-01-01 00:00:00', DATE '0001-01-01'),
  (TIMESTAMP '294246-12-31 00:00:00', DATE '294246-12-31'),
  (TIMESTAMP 'infinity', DATE 'infinity'),
  (TIMESTAMP '-infinity', DATE '-infinity'),
  (TIMESTAMP '2024-06-01 12:00:00', DATE '2024-06-01'),
  (NULL, NULL)`
/** Trino has no infinities, and times as far. */
function withoutInfinities(rows: string): string {
  return rows
    .replaceAll("'-infinity'", "'-290000-01-01'")
    .replaceAll("'infinity'", "'290000-01-01'")
    .replaceAll(/DATE '(-?29)/g, "DATE '$1")
}
const CREATE = 'CREATE TABLE far (began TIMESTAMP, d DATE)'

const scope: Scope = {
  resolve: (node) =>
    node.kind === 'field'
      ? {
          found: {
            kind: 'reference',
            table: 'f',
            name: node.name,
            type: node.name === 'd' ? 'DATE' : 'TIMESTAMP',
          },
        }
      : { problem: { kind: 'unknown' } },
  names: () => ['began', 'd'],
}
const typed = (text: string) => compile(text, scope, { path: 'test' })

function request(table: string[], condition: string, key: string): AggregateRequest {
  return {
    rows: { base: { table, alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: typed(condition), compare: typed(`NOT (${condition})`) },
    measures: [{ name: 'n', aggregate: 'COUNT', argument: null, filter: null }],
    groupings: [[{ name: 'key', value: typed(key) }]],
    time: typed('[began]'),
  }
}

const FACTS = ['memory', 'main', 'far']
const sources = new Map<string, { readonly source: AggregateSource; readonly table: string[] }>()
const opened: { close(): Promise<void> }[] = []
let folder: string
beforeAll(async () => {
  const duckdb: DuckDb = await createDuckDb({ threads: 1 })
  for (const text of [CREATE, `INSERT INTO far ${ROWS}`]) await duckdb.run({ text, parameters: [] })
  sources.set('DuckDB', {
    source: createSqlSource({ driver: duckdb, dialect: duckdbDialect }),
    table: ['far'],
  })
  const memory = createColumnarSource(await readColumns(duckdb, FACTS), {
    name: FACTS.join('.'),
    time: 'began',
  })
  sources.set('memory', { source: memory, table: FACTS })
  folder = await mkdtemp(join(tmpdir(), 'far-times-'))
  await memory.write(join(folder, 'far.arrow'))
  const snapshot = await openSnapshot(join(folder, 'far.arrow'), { name: FACTS.join('.') })
  sources.set('snapshot', { source: snapshot, table: FACTS })
  opened.push(snapshot)
  for (const engine of STANDARD_ENGINES) {
    if (engine.name === 'DuckDB') continue
    const database = await engine.open()
    opened.push(database)
    const { driver, dialect } = database
    const isTrino = engine.name === 'Trino'
    const create = isTrino ? CREATE.replace('TIMESTAMP', 'timestamp(6)') : CREATE
    const rows = isTrino ? withoutInfinities(ROWS) : ROWS
    for (const text of [create, `INSERT INTO far ${rows}`]) {
      await driver.run({ text, parameters: [] })
    }
    sources.set(engine.name, { source: createSqlSource({ driver, dialect }), table: ['far'] })
  }
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['[began] > "2024-01-01"', '[began]'],
  ['[began] = "9999-12-31 23:59:59"', 'Year([began])'],
  ['[began] = "9999-12-31 23:59:59.999999"', 'DateTrunc([began], "MONTH")'],
  ['[began] > "9999-12-31 23:59:59.999999"', '[d]'],
  ['[began] <= "0001-01-01"', 'Cast([began], "Date")'],
  ['IN([began], "9999-12-31 23:59:59.999999", "0001-01-01")', 'DateTrunc([d], "YEAR")'],
  ['[d] = "9999-12-31"', 'DateAdd([d], -1, "DAY")'],
  ['[d] > "2024-06-01"', 'DateDiff("2024-01-01", [began], "YEAR")'],
  ['DateTrunc([began], "YEAR") = "9999"', 'Cast([began], "String")'],
  ['[began] BETWEEN "2024-01-01" AND "9999-12-31 23:59:59"', 'LastDay([d], "MONTH")'],
])('%s by %s means the same in every engine and in memory', async (condition, key) => {
  const said: Record<string, unknown> = {}
  for (const [name, { source, table }] of sources) {
    const { frames, frontier } = await source.aggregate(request(table, condition, key))
    const [{ keys, present, rowCount }] = frames as [(typeof frames)[number]]
    said[name] = {
      groups: Array.from(
        { length: rowCount },
        (_, row) => `${keys[0]![row]}: ${present.current[row]} ${present.compare[row]}`,
      ).toSorted(),
      frontier: [frontier!.first, frontier!.last].map((time) => toText(time, 'TIMESTAMP')),
    }
  }
  const { memory, ...others } = said
  expect(memory).toMatchObject({ frontier: ['0001-01-01 00:00:00', '9999-12-31 23:59:59.999999'] })
  for (const [name, answer] of Object.entries(others))
    expect([name, answer]).toEqual([name, memory])
})

test('an open end is later than every other time', async () => {
  for (const { source, table } of sources.values()) {
    const asked = request(table, '[began] > "2024-01-01"', 'Year([began])')
    const { frames } = await source.aggregate(asked)
    const [{ keys, present }] = frames as [(typeof frames)[number]]
    const counts = keys[0]!.map((year, row) => `${year}: ${present.current[row]}`)
    expect(counts.toSorted()).toEqual(['1: 0', '2024: 1', '9999: 4'])
  }
})
