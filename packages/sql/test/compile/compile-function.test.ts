import {
  compile,
  evaluate,
  type Scope,
  type TypedExpr,
  toText,
  type Value,
  type ValueType,
} from '@tributary/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import { keyText } from '../../src/results/key-text.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import { raw, sqlText } from '../../src/text/sql-text.ts'
import { micros } from '../support/trees.ts'

const TYPES: Readonly<Record<string, [ValueType, string]>> = {
  n: ['INT', 'BIGINT'],
  x: ['DOUBLE', 'DOUBLE'],
  s: ['STRING', 'VARCHAR'],
  d: ['DATE', 'DATE'],
  at: ['TIMESTAMP', 'TIMESTAMP'],
  flag: ['BOOLEAN', 'BOOLEAN'],
}
const WORDS = [
  'a',
  '',
  ' 12 ',
  '-7',
  '+3',
  '1.5',
  '1e3',
  '.5',
  '5.',
  '0x10',
  '1_000',
  'Infinity',
  'nan',
  'true',
  ' FALSE ',
  't',
  '2024-02-29',
  '2023-02-29',
  '2024-02-29 13:45:59',
  '2024-02-29T13:45:59.25',
  '2024-2-9',
  '2024-02-29 25:00:00',
  '20240229',
  '29.02.2024',
  'infinity',
  'epoch',
  '0001-01-01',
  '9999-12-31',
  '9223372036854775808',
  '😀',
]
const DATES = ['2024-01-31', '2024-02-29', '2023-12-31', '1969-12-28', '2001-07-01']
const TIMES = DATES.map((day, i) => `${day}T${['00:00:00', '23:59:59.999', '12:30:15'][i % 3]}Z`)
const NUMBERS = [0, 1, -1, 2.5, -2.5, 0.1, 1e15, -3, 7.75]

/** Every column runs through its values and NULL at its own pace. */
const ROWS: readonly Readonly<Record<string, Value>>[] = Array.from({ length: 60 }, (_, i) => {
  const at = <T>(list: readonly T[]): T | null => list[i % (list.length + 1)] ?? null
  const [time, day, n] = [at(TIMES), at(DATES), at(NUMBERS)]
  return {
    n: n === null ? null : BigInt(Math.trunc(n)) % 1000n,
    x: n,
    s: at(WORDS),
    d: day === null ? null : Date.parse(day) / 86_400_000,
    at: time === null ? null : micros(time),
    flag: at([true, false]),
  }
})

const GRAINS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']
const COARSE = GRAINS.slice(3)
const TEXTS = [
  'IN([s], "a", "😀", "")',
  'IN([n], 0, 1, 2.5)',
  'IN([d], "2024-02-29")',
  'NOT IN([x], 2.5, -3)',
  'IN([n], 1, NULL)',
  'If([n] > 0, [x], [n])',
  'If([flag], [s], "no")',
  'If([flag], [d], [at])',
  'IsNull([s])',
  'NOT IsNull([at]) AND [flag]',
  'Coalesce([s], "none")',
  'Coalesce([n], [x], 0)',
  'Coalesce([d], [at])',
  ...GRAINS.map((grain) => `DateTrunc([at], "${grain}")`),
  ...COARSE.map((grain) => `DateTrunc([d], "${grain}")`),
  ...GRAINS.map((grain) => `DateAdd([at], [n], "${grain}")`),
  ...GRAINS.map((grain) => `DateAdd([d], -13, "${grain}")`),
  'DateTrunc(DateAdd([at], 1, "MONTH"), "WEEK") < [d]',
  'Date([s])',
  'Date([s], "dd.MM.yyyy")',
  'Date([s], "yyyyMMdd")',
  'Date([s], "yyyy-MM-dd HH:mm:ss")',
  'DateAdd(Now(), [n], "DAY")',
  '[at] < Now()',
  ...['Int', 'Double', 'Boolean', 'Date', 'Timestamp', 'String'].map((to) => `Cast([s], "${to}")`),
  ...['n', 'x', 'd', 'at', 'flag'].map((from) => `Cast([${from}], "String")`),
  'Cast([x], "Int")',
  'Cast([n], "Double")',
  'Cast([flag], "Int")',
  'Cast([n], "Boolean")',
  'Cast([at], "Date")',
  'Cast([d], "Timestamp")',
  '-[n] % 3',
  '[n] / [x]',
  '[x] % 2',
  '1 - -[x]',
  '([n] + 2) * 3 - [n]',
  '[d] >= "2024-01-31"',
  '[s] >= "b" OR [flag]',
]

const scope: Scope = {
  resolve: (name) => {
    const key = name.kind === 'field' ? name.name : name.column
    const type = TYPES[key]?.[0]
    if (type === undefined) return { problem: { kind: 'unknown' } }
    return { found: { kind: 'reference', table: 't', name: key, type } }
  },
  names: () => Object.keys(TYPES),
}

let duckdb: DuckDb
beforeAll(async () => {
  duckdb = await createDuckDb({ threads: 1 })
  const columns = Object.entries(TYPES).map(([name, [, type]]) => `"${name}" ${type}`)
  const cell = (value: Value, type: ValueType) => {
    const text = toText(value, type)
    return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`
  }
  const rows = ROWS.map((row, i) => {
    const cells = Object.entries(TYPES).map(([name, [type]]) => cell(row[name] ?? null, type))
    return `(${[i, ...cells]})`
  })
  await duckdb.run({ text: `CREATE TABLE t (i INT, ${columns})`, parameters: [] })
  await duckdb.run({ text: `INSERT INTO t VALUES ${rows}`, parameters: [] })
})
afterAll(() => duckdb.close())

describe('DuckDB gives what the row evaluator gives', () => {
  test.each(TEXTS)('for %s', async (text) => {
    const now = micros('2024-03-15T10:00:00Z')
    const typed = compile(text, scope, { path: 'test', now })
    const sql = compileExpression(typed, duckdbDialect)
    const query = sqlText`SELECT ${sql}${raw(' AS value FROM t ORDER BY i')}`
    const { columns } = await duckdb.run(toStatement(query, duckdbDialect))
    expect(keyText(columns[0]!)).toEqual(ROWS.map((row) => naive(typed, row)))
  })
})

function naive(typed: TypedExpr, row: Readonly<Record<string, Value>>): string | null {
  return toText(
    evaluate(typed, ({ name }) => row[name] ?? null),
    typed.type,
  )
}
