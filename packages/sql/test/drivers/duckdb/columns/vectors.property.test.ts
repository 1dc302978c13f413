import {
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { ColumnData, NumberUnits, TextCodes } from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDuckDb, type DuckDb, readColumns, type SqlColumn } from '../../../../src/index.ts'

// What is copied from vectors of DuckDB, beside what its own client gives value by value.

let duckdb: DuckDb
let instance: DuckDBInstance
let client: DuckDBConnection
beforeAll(async () => {
  duckdb = await createDuckDb({ threads: 2 })
  instance = await DuckDBInstance.create(':memory:')
  client = await instance.connect()
  await client.run("SET GLOBAL TimeZone = 'UTC'")
})
afterAll(async () => {
  await duckdb.close()
  client.closeSync()
  instance.closeSync()
})

describe('vectors of DuckDB', () => {
  test('are read as its client reads them, value by value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(column, { minLength: 1, maxLength: 5 }),
        rowCount,
        async (of, n) => {
          const query = queryOf(of, n)
          const expected = await valuesOf(query, of)
          const { rowCount, columns } = await duckdb.run({ text: query, parameters: [] })
          expect(rowCount).toBe(n)
          for (const [i, { type }] of of.entries()) {
            expect(sqlValues(columns[i]!), type).toEqual(expected[i])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('are read into columns of the same values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(column, { minLength: 1, maxLength: 5 }),
        rowCount,
        async (of, n) => {
          const query = queryOf(of, n)
          const expected = await valuesOf(query, of)
          await duckdb.run({ text: `CREATE OR REPLACE TABLE made AS ${query}`, parameters: [] })
          const columns = await readColumns(duckdb, ['made'])
          for (const [i, { type }] of of.entries()) {
            const data = columns[`c${i}`]
            if (UNREAD.test(type)) expect(data, type).toBeUndefined()
            else expect(dataValues(data!), type).toEqual(expected[i])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    ['short', "'t' || i % 70000"],
    ['long', "'a text of many bytes, number ' || i % 70000"],
    // So many of one length that about ten pairs of them have the same hash.
    ['equally long', "'a text of many bytes, number ' || 1000000 + i"],
    ['short and long', "repeat('ä', (i % 12)::INT) || i % 70000"],
  ])('many %s texts keep their codes while the dictionary grows', async (_, text) => {
    const query = `SELECT CASE WHEN i % 11 = 0 THEN NULL ELSE ${text} END AS c0 FROM range(300000) t(i)`
    const [expected] = await valuesOf(query, [{ type: 'VARCHAR', values: [] }])
    await duckdb.run({ text: `CREATE OR REPLACE TABLE made AS ${query}`, parameters: [] })
    const { c0 } = await readColumns(duckdb, ['made'])
    const found = c0 as TextCodes
    expect(new Set(found.dictionary).size).toBe(found.dictionary.length)
    expect(dataValues(found)).toEqual(expected)
  })
})

interface MadeColumn {
  readonly type: string
  /** SQL of the values that it has, in no order. */
  readonly values: readonly string[]
}

/** More rows than a chunk, a block of codes, and none. */
const rowCount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 70 }),
  fc.constantFrom(2048, 2049, 6_000),
)

const pick = (...texts: string[]) => fc.constantFrom(...texts)

function whole(type: string, least: bigint, most: bigint): fc.Arbitrary<MadeColumn> {
  const value = fc.oneof(
    fc.bigInt({ min: least, max: most }),
    fc.constantFrom(least, most, 0n),
    fc.bigInt({ min: least < -5n ? -5n : least, max: 5n }),
  )
  return made(
    type,
    value.map((one) => `'${one}'::${type}`),
  )
}

function made(type: string, value: fc.Arbitrary<string>): fc.Arbitrary<MadeColumn> {
  const values = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: value },
      { weight: 1, arbitrary: fc.constant(`NULL::${type}`) },
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  return values.map((all) => ({ type, values: all }))
}

const decimal = fc.integer({ min: 1, max: 38 }).chain((width) =>
  fc.integer({ min: 0, max: width }).chain((scale) => {
    const most = 10n ** BigInt(width) - 1n
    const units = fc.oneof(
      fc.bigInt({ min: -most, max: most }),
      fc.constantFrom(most, -most, 0n, 1n),
    )
    const type = `DECIMAL(${width}, ${scale})`
    return made(
      type,
      units.map((one) => `'${decimalText(one, scale)}'::${type}`),
    )
  }),
)

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const cut = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

/** Of 0 to 40 bytes, in several scripts, with prefixes in common. */
const text = fc
  .tuple(
    pick(
      '',
      'valu',
      'value ',
      'eleven byte',
      'twelve bytes',
      'thirteen byte',
      'a prefix of many bytes ',
    ),
    fc.array(pick('a', '0', ' ', 'ß', 'Ω', '語', 'ก', '😀', '\ufeff', "'"), { maxLength: 4 }),
  )
  .map(([prefix, rest]) => prefix + rest.join(''))

const moment = fc
  .integer({ min: -3_000_000, max: 100_000_000 })
  .chain((minutes) =>
    fc
      .integer({ min: 0, max: 59_999_999 })
      .map((micros) => `make_timestamp(${BigInt(minutes) * 60_000_000n + BigInt(micros)})`),
  )

const column: fc.Arbitrary<MadeColumn> = fc.oneof(
  whole('TINYINT', -128n, 127n),
  whole('SMALLINT', -32_768n, 32_767n),
  whole('INTEGER', -(2n ** 31n), 2n ** 31n - 1n),
  whole('BIGINT', -(2n ** 63n), 2n ** 63n - 1n),
  whole('BIGINT', -(2n ** 53n) - 1n, 2n ** 53n + 1n),
  whole('HUGEINT', -(2n ** 127n), 2n ** 127n - 1n),
  whole('UTINYINT', 0n, 255n),
  whole('USMALLINT', 0n, 65_535n),
  whole('UINTEGER', 0n, 2n ** 32n - 1n),
  whole('UBIGINT', 0n, 2n ** 64n - 1n),
  whole('UHUGEINT', 0n, 2n ** 128n - 1n),
  decimal,
  decimal,
  made('BOOLEAN', pick('true', 'false')),
  made('FLOAT', pick("'nan'::FLOAT", "'inf'::FLOAT", "'-inf'::FLOAT", '0.1::FLOAT', "'-0'::FLOAT")),
  made(
    'DOUBLE',
    fc.oneof(
      pick("'nan'::DOUBLE", "'inf'::DOUBLE", "'-inf'::DOUBLE", "'-0'::DOUBLE"),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => `'${one}'::DOUBLE`),
    ),
  ),
  made(
    'DATE',
    fc.integer({ min: -700_000, max: 2_900_000 }).map((day) => `DATE '1970-01-01' + ${day}`),
  ),
  made('TIMESTAMP', moment),
  made(
    'TIMESTAMP_S',
    moment.map((one) => `${one}::TIMESTAMP_S`),
  ),
  made(
    'TIMESTAMP_MS',
    moment.map((one) => `${one}::TIMESTAMP_MS`),
  ),
  made(
    'TIMESTAMP_NS',
    moment.map((one) => `${one}::TIMESTAMP_NS`),
  ),
  made(
    'TIMESTAMPTZ',
    moment.map((one) => `${one}::TIMESTAMPTZ`),
  ),
  made(
    'VARCHAR',
    text.map((one) => `'${one.replaceAll("'", "''")}'`),
  ),
  made(
    'VARCHAR',
    text.map((one) => `'${one.replaceAll("'", "''")}' || chr(0)`),
  ),
  made("ENUM('x', 'a longer text, äöü')", pick("'x'", "'a longer text, äöü'")),
  made('INTEGER[]', pick('[1, 2]', '[]')),
)

/** Types that the language does not have. */
const UNREAD = /HUGEINT|UBIGINT|\[\]/

/** A query whose rows have the values of each column in a scrambled order. */
function queryOf(columns: readonly MadeColumn[], rows: number): string {
  const read = columns.map(({ type, values }, i) => {
    const picked = values.map((value, at) => `WHEN ${at} THEN CAST(${value} AS ${type})`)
    return `CASE hash(i * 8 + ${i}) % ${values.length} ${picked.join(' ')} END AS c${i}`
  })
  return `SELECT ${read.join(', ')} FROM range(${rows}) made(i) ORDER BY i`
}

type Plain = string | number | bigint | boolean | null

/** The values of the columns by DuckDB's client; of texts by their bytes, since it leaves out a byte order mark. */
async function valuesOf(query: string, columns: readonly MadeColumn[]): Promise<Plain[][]> {
  const read = columns.map(({ type }, i) => (type === 'VARCHAR' ? `encode(c${i})` : `c${i}`))
  const result = await client.run(`SELECT ${read.join(', ')} FROM (${query})`)
  const rows = await result.getRows()
  return columns.map(({ type }, i) => rows.map((row) => plainOf(row[i]!, type)))
}

function plainOf(value: DuckDBValue, type: string): Plain {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return value
  if (type === 'VARCHAR') return Buffer.from((value as { bytes: Uint8Array }).bytes).toString()
  if (typeof value === 'number') {
    if (type !== 'FLOAT' && type !== 'DOUBLE') return BigInt(value)
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
  }
  if (value instanceof DuckDBDecimalValue) return value.value
  if (value instanceof DuckDBDateValue) return BigInt(value.days)
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds * 1_000_000n
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis * 1000n
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos / 1000n
  if (value instanceof DuckDBTimestampValue) return value.micros
  return value instanceof DuckDBTimestampTZValue ? value.micros : String(value)
}

function sqlValues(column: SqlColumn): Plain[] {
  switch (column.kind) {
    case 'double':
      return Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
    case 'exact':
      return [...column.units]
    case 'date':
      return column.values.map((days) => (days === null ? null : BigInt(days)))
    default:
      return [...column.values]
  }
}

function dataValues(data: ColumnData): Plain[] {
  if (!('kind' in data)) return [...data] as Plain[]
  if (data.kind === 'texts') return Array.from(data.codes, (code) => data.dictionary[code] ?? null)
  const { type, values } = data as NumberUnits
  return Array.from<number | bigint | null, Plain>(values, (value) => {
    if (value === null || Number.isNaN(value)) return null
    return type === 'DOUBLE' ? value : BigInt(value)
  })
}
