import {
  type AggregateFrame,
  type AggregateRequest,
  createTableSource,
  type NumberColumn,
} from '@tributary/attribution'
import { toText, type Value } from '@tributary/expression'
import { table } from 'arquero'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSqlSource } from '../src/create-sql-source.ts'
import { duckdbDialect } from '../src/dialects/duckdb.ts'
import { createDuckDb, type DuckDb } from '../src/drivers/duckdb.ts'
import { type Groups, naiveGroups, type Row } from './support/naive-source.ts'
import { facts, request, things } from './support/random-request.ts'

const FACTS = {
  at: 'TIMESTAMP',
  s: 'VARCHAR',
  n: 'TINYINT',
  x: 'FLOAT',
  p: 'DECIMAL(6,2)',
  d: 'DATE',
}
const THINGS = { code: 'VARCHAR', region: 'VARCHAR', size: 'BIGINT' }

let duckdb: DuckDb
beforeAll(async () => {
  duckdb = await createDuckDb({ threads: 2 })
})
afterAll(() => duckdb.close())

test('equals plain loops over the rows, for any request', async () => {
  await fc.assert(
    fc.asyncProperty(request, facts, things, async (asked, factRows, thingRows) => {
      const expected = naiveGroups(asked, { facts: factRows, things: thingRows })
      expect(await askDuckDb(asked, factRows, thingRows)).toEqual(rounded(expected))
    }),
    { numRuns: 150 },
  )
})

test('equals the source over tables in memory, for any request', async () => {
  await fc.assert(
    fc.asyncProperty(request, facts, things, async (asked, factRows, thingRows) => {
      const memory = createTableSource({
        facts: columnTable(factRows, Object.keys(FACTS)),
        things: columnTable(thingRows, Object.keys(THINGS)),
      })
      const { frames } = await memory.aggregate(asked)
      expect(await askDuckDb(asked, factRows, thingRows)).toEqual(rounded(frames.map(groupsOf)))
    }),
    { numRuns: 100 },
  )
})

async function askDuckDb(
  asked: AggregateRequest,
  factRows: readonly Row[],
  thingRows: readonly Row[],
): Promise<Groups[]> {
  await createTable('facts', FACTS, factRows)
  await createTable('things', THINGS, thingRows)
  const source = createSqlSource({ driver: duckdb, dialect: duckdbDialect })
  const { frames } = await source.aggregate(asked)
  return rounded(frames.map(groupsOf))
}

async function createTable(name: string, types: Record<string, string>, rows: readonly Row[]) {
  const run = (text: string) => duckdb.run({ text, parameters: [] })
  await run(
    `CREATE OR REPLACE TABLE ${name} (${Object.entries(types).map(([one, type]) => `"${one}" ${type}`)})`,
  )
  if (rows.length === 0) return
  const cells = (row: Row) =>
    Object.entries(types).map(([one, type]) => literal(row[one] ?? null, type))
  await run(`INSERT INTO ${name} VALUES ${rows.map((row) => `(${cells(row)})`)}`)
}

function literal(value: Value, type: string): string {
  if (value === null) return 'NULL'
  if (type === 'TIMESTAMP') return `'${toText(value, 'TIMESTAMP')}'`
  if (type === 'DATE') return `'${toText(value, 'DATE')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** Times as the source over tables takes them: text. */
function columnTable(rows: readonly Row[], names: readonly string[]) {
  const cell = (row: Row, name: string) => {
    const value = row[name] ?? null
    if (name === 'at') return toText(value, 'TIMESTAMP')
    return name === 'd' ? toText(value, 'DATE') : value
  }
  return table(Object.fromEntries(names.map((name) => [name, rows.map((row) => cell(row, name))])))
}

function groupsOf(frame: AggregateFrame): Groups {
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row)
  return Object.fromEntries(
    rows.map((row) => [
      JSON.stringify(frame.keys.map((key) => key[row])),
      {
        present: [frame.present.current[row]!, frame.present.compare[row]!],
        leaves: frame.leaves.flatMap((one) => [
          numberAt(one.current, row),
          numberAt(one.compare, row),
        ]),
      },
    ]),
  )
}

function numberAt(column: NumberColumn, row: number): number | null {
  if (column.kind === 'exact') {
    const units = column.units[row] ?? null
    return units === null ? null : Number(units) / 10 ** column.scale
  }
  const value = column.values[row]!
  return Number.isNaN(value) ? null : value
}

/** Sums of doubles depend on their order in the last digits; `+ 0` makes -0 zero. */
function rounded(groups: readonly Groups[]): Groups[] {
  const round = (value: number | null) =>
    value === null ? null : Number(value.toPrecision(12)) + 0
  return groups.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([key, { present, leaves }]) => [
        key,
        { present, leaves: leaves.map(round) },
      ]),
    ),
  )
}
