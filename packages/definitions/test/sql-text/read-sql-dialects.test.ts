import { DuckDBInstance } from '@duckdb/node-api'
import { init, transpile } from '@polyglot-sql/sdk'
import { check, evaluate, print, type Scope, type Value } from '@tributary/expression'
import { beforeAll, expect, test } from 'vitest'
import { type ReadSqlOptions, readSql, type SqlTextDialect } from '../../src/index.ts'

/*
 * Dialects whose engines cannot be had: a text is read by us, and it is translated to DuckDB by polyglot, which has its own
 * knowledge of them. Both have to give the same values.
 */

const COLUMNS = {
  i: 'INT',
  j: 'INT',
  x: 'DOUBLE',
  s: 'STRING',
  b: 'BOOLEAN',
  d: 'DATE',
  t: 'TIMESTAMP',
} as const

type ColumnName = keyof typeof COLUMNS

const ROWS = `CREATE TABLE t AS SELECT n, i, j, CAST(x AS DOUBLE) AS x, s, b, d, t FROM (VALUES
  (1, 1, 2, 0.5, 'a', TRUE, DATE '2024-01-31', TIMESTAMP '2024-01-31 13:05:09'),
  (2, 0, -3, -1.25, 'Ab%', FALSE, DATE '2024-02-29', TIMESTAMP '2024-02-29 00:00:00'),
  (3, NULL, 0, 7.75, NULL, NULL, NULL, NULL),
  (4, -7, NULL, NULL, 'b_\\c', TRUE, DATE '2023-12-31', TIMESTAMP '2023-12-31 23:59:59'),
  (5, 5, 0, 2.25, ' x ', FALSE, DATE '2024-12-30', TIMESTAMP '2024-12-30 12:00:00'),
  (6, 12, 5, -2.75, 'abcab', NULL, DATE '2021-01-03', TIMESTAMP '2021-01-03 06:30:00')
) AS t(n, i, j, x, s, b, d, t)`

/** What every dialect here has. */
const COMMON = [
  ...[
    'ABS(x)',
    'CEIL(x)',
    'FLOOR(x)',
    'ROUND(x)',
    'SIGN(x)',
    'SQRT(ABS(x))',
    'EXP(x)',
    'LN(i + 8)',
  ],
  ...['POWER(x, 2)', 'MOD(i, 3)', 'COALESCE(i, j)', 'NULLIF(i, j)', 'x / NULLIF(j, 0)'],
  ...['UPPER(s)', 'LOWER(s)', 'LENGTH(s)', 'TRIM(s)', 'LTRIM(s)', 'RTRIM(s)', 'SUBSTR(s, 2)'],
  ...['SUBSTRING(s, 2, 2)', "REPLACE(s, 'a', 'x')", 'CAST(i AS DECIMAL(10, 1))'],
  ...["s LIKE 'a%'", 'CAST(t AS DATE)', 'CAST(d AS TIMESTAMP)', 'i IN (1, 5)', 'i BETWEEN 0 AND 5'],
  ...["CASE WHEN i > 0 THEN 'p' ELSE 'n' END", 'NOT b', 'i <> j', "s = 'it''s'", 'i IS NULL'],
  ...['EXTRACT(year FROM d)', 'EXTRACT(quarter FROM d)', 'EXTRACT(hour FROM t)'],
  ...['GREATEST(1, x * 0)', 'x + i * 2 - 1', '-x'],
]

const TEXTS: Readonly<
  Partial<Record<SqlTextDialect, readonly [name: string, texts: readonly string[]]>>
> = {
  SNOWFLAKE: [
    'snowflake',
    [
      ...['IFF(i > 0, 1, 0)', 'NVL(i, 0)', 'NVL2(i, 1, 0)', 'ZEROIFNULL(i)', 'NULLIFZERO(i)'],
      ...['DIV0(i, j)', 'DIV0NULL(i, j)', 'i / NULLIF(j, 0)', 'LOG(2, i + 8)', 'TRUNC(x, 1)'],
      ...['GREATEST(i, j)', 'LEAST(i, j)', "CONTAINS(s, 'b')", "CHARINDEX('b', s)", 'LEFT(s, 2)'],
      ...["SPLIT_PART(s, 'b', 1)", "s ILIKE 'A%'", "s RLIKE 'a.*'", "REGEXP_LIKE(s, 'a')"],
      ...["REGEXP_REPLACE(s, 'a', 'x')", "s || '-'", 'x::int', "TO_DATE('2024-01-31')"],
      ...['DATEADD(month, 1, d)', 'DATEADD(day, -3, d)', 'DATEDIFF(month, d, t)', 'LAST_DAY(d)'],
      ...["DATEDIFF(year, d, DATE '2024-05-15')", "DATE_TRUNC('month', d)", 'DAYOFWEEK(d)'],
      ...['YEAR(d)', 'MONTH(d)', 'DAYOFYEAR(d)', "DATE_PART('month', t)"],
    ],
  ],
  BIGQUERY: [
    'bigquery',
    [
      ...['IF(i > 0, 1, 0)', 'IFNULL(i, 0)', 'SAFE_DIVIDE(i, j)', 'LOG(i + 8)', 'LOG(i + 8, 2)'],
      ...[
        'GREATEST(i, j)',
        'LEAST(i, j)',
        'CAST(x AS INT64)',
        'SAFE_CAST(x AS INT64)',
        'DIV(i, 3)',
      ],
      ...["STARTS_WITH(s, 'a')", "ENDS_WITH(s, 'b')", "STRPOS(s, 'b')", "CONCAT(s, '-', s)"],
      ...["s = 'it\\'s'", 'CHAR_LENGTH(s)', "s || '-'", 'RIGHT(s, 2)', '`i` + 1'],
      ...['DATE_ADD(d, INTERVAL 1 MONTH)', 'DATE_SUB(d, INTERVAL 2 DAY)', 'DATE_TRUNC(d, MONTH)'],
      ...["DATE_DIFF(d, DATE '2024-01-15', DAY)", "DATE_DIFF(DATE '2024-05-01', d, MONTH)"],
      ...["FORMAT_DATE('%Y-%m', d)", "FORMAT_DATE('%b %d', d)", 'EXTRACT(DAYOFYEAR FROM d)'],
      ...['LAST_DAY(d)', 'EXTRACT(DAYOFWEEK FROM d)', "REGEXP_CONTAINS(s, 'a')"],
    ],
  ],
  DATABRICKS: [
    'databricks',
    [
      ...['IF(i > 0, 1, 0)', 'NVL(i, 0)', 'NVL2(i, 1, 0)', 'LOG(2, i + 8)', 'i / NULLIF(j, 0)'],
      ...['GREATEST(i, j)', 'LEAST(i, j)', "CONTAINS(s, 'b')", "STARTSWITH(s, 'a')", 'LEFT(s, 2)'],
      ...["s RLIKE 'a'", "REGEXP_EXTRACT(s, 'a(b)')", "CONCAT(s, '-', s)", "INSTR(s, 'b')"],
      ...['DATEDIFF(t, d)', 'DATE_ADD(d, 3)', 'LAST_DAY(d)', 'YEAR(d)'],
      ...["DATE_TRUNC('MONTH', t)", "DATE_FORMAT(t, 'yyyy-MM-dd HH:mm')"],
      ...['DAYOFWEEK(d)', 'QUARTER(d)', 'DAYOFMONTH(d)', 'CAST(x AS INT)', 'b IS TRUE'],
    ],
  ],
  REDSHIFT: [
    'redshift',
    [
      ...['NVL(i, 0)', 'NVL2(i, 1, 0)', 'i / NULLIF(j, 0)', 'LEN(s)', 'LEFT(s, 2)', "s ILIKE 'A%'"],
      ...["CHARINDEX('b', s)", "STRPOS(s, 'b')", "SPLIT_PART(s, 'b', 1)", "s || '-'", "s ~ 'a'"],
      ...['DATEADD(month, 1, d)', 'DATEDIFF(day, d, t)', "DATE_TRUNC('week', d)", 'LAST_DAY(d)'],
      ...["DATE_PART('year', d)", 'EXTRACT(doy FROM d)', 'EXTRACT(dow FROM d)', 'TRUNC(x)'],
      ...['GREATEST(i, j)', 'LEAST(i, j)'],
    ],
  ],
  TRINO: [
    'trino',
    [
      ...['IF(i > 0, 1, 0)', 'i / NULLIF(j, 0)', 'LOG(2, i + 8)', 'GREATEST(i, j)', 'LEAST(i, j)'],
      ...["STARTS_WITH(s, 'a')", "STRPOS(s, 'b')", "SPLIT_PART(s, 'b', 1)", "s || '-'"],
      ...["CONCAT(s, '-', s)", "REGEXP_LIKE(s, 'a')", "REGEXP_EXTRACT(s, 'a(b)', 1)"],
      ...["DATE_DIFF('day', d, t)", "DATE_ADD('month', 1, d)", "DATE_TRUNC('quarter', t)"],
      ...[
        "DATE_FORMAT(t, '%Y-%m-%d %H:%i')",
        'DAY_OF_YEAR(d)',
        'DAY_OF_MONTH(d)',
        'YEAR(d)',
        'WEEK(d)',
      ],
      ...["d + INTERVAL '1' MONTH", 'TRY_CAST(s AS BIGINT)', 'LAST_DAY_OF_MONTH(d)'],
    ],
  ],
}

/** Where polyglot 0.12.1 gives something else, and what the engine does. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "SNOWFLAKE: REGEXP_LIKE(s, 'a')": 'matches the whole text',
  'SNOWFLAKE: x::int': 'rounds halves away from zero; DuckDB rounds them to even',
  'BIGQUERY: CAST(x AS INT64)': 'rounds halves away from zero',
  'BIGQUERY: SAFE_CAST(x AS INT64)': 'rounds halves away from zero',
  'SNOWFLAKE: DATEADD(day, -3, d)': 'the translation does not parse',
  'BIGQUERY: EXTRACT(DAYOFWEEK FROM d)': 'counts from Sunday as 1',
  "BIGQUERY: REGEXP_CONTAINS(s, 'a')": 'matches a part of the text',
  "DATABRICKS: CONCAT(s, '-', s)": 'is NULL with a NULL; that of DuckDB passes over it',
  "TRINO: CONCAT(s, '-', s)": 'is NULL with a NULL',
  'DATABRICKS: DAYOFWEEK(d)': 'counts from Sunday as 1',
  'DATABRICKS: CAST(x AS INT)': 'cuts the fraction off',
  'REDSHIFT: i / NULLIF(j, 0)': 'cuts quotients of whole numbers',
  'TRINO: i / NULLIF(j, 0)': 'cuts quotients of whole numbers',
  'TRINO: GREATEST(1, x * 0)': 'is NULL with a NULL; that of DuckDB passes over it',
  'TRINO: GREATEST(i, j)': 'is NULL with a NULL',
  'TRINO: LEAST(i, j)': 'is NULL with a NULL',
}

const resolve: ReadSqlOptions['resolve'] = (parts) => {
  const name = parts.at(-1)!.text as ColumnName
  const type = COLUMNS[name]
  if (type === undefined) return { refused: `there is no column ${name}` }
  return { tree: { kind: 'field', name, span: { start: 0, end: 0 } }, type }
}

const scope: Scope = {
  resolve: (node) => {
    const name = node.kind === 'field' ? node.name : ''
    const type = COLUMNS[name as ColumnName]
    return { found: { kind: 'reference', type, table: 't', name } }
  },
  names: () => Object.keys(COLUMNS),
}

type Row = Readonly<Record<string, unknown>>

let rowsOf: (sql: string) => Promise<readonly Row[]>
let rows: readonly Row[]

beforeAll(async () => {
  await init()
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(ROWS)
  rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[]
  rows = await rowsOf('SELECT * FROM t ORDER BY n')
}, 60_000)

const DAY = 86_400_000

/** A value in the form that both sides share: numbers to nine digits, times in milliseconds. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') {
    return Number.isNaN(value) ? null : Number(value.toPrecision(9)) + 0
  }
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (typeof value === 'object' && value !== null && 'units' in value) {
    const { units, scale } = value as { readonly units: bigint; readonly scale: number }
    return Number((Number(units) / 10 ** scale).toPrecision(9))
  }
  return value ?? null
}

function ownValues(text: string, dialect: SqlTextDialect): readonly unknown[] | string {
  const { tree, refusal } = readSql(text, { dialect, resolve })
  if (tree === null) return `refused: ${refusal.message}`
  const { typed, diagnostics } = check(tree, scope)
  if (typed === null) return `${print(tree)}: ${diagnostics[0]?.name}`
  return rows.map((row) => {
    const value = evaluate(typed, ({ name }) => columnOf(row, name as ColumnName))
    if (value === null) return null
    if (typed.type === 'DATE') return Number(value) * DAY
    return typed.type === 'TIMESTAMP' ? Number(value as bigint) / 1000 : plain(value)
  })
}

function columnOf(row: Row, name: ColumnName): Value {
  const value = row[name]
  if (value === null) return null
  if (value instanceof Date) {
    const time = value.getTime()
    return COLUMNS[name] === 'DATE' ? Math.round(time / DAY) : BigInt(time) * 1000n
  }
  return COLUMNS[name] === 'INT' ? BigInt(value as number) : (value as Value)
}

async function theirValues(text: string, from: string): Promise<readonly unknown[] | string> {
  const found = transpile(`SELECT ${text} AS c FROM t ORDER BY n`, from as never, 'duckdb' as never)
  const [sql] = found.success ? (found.sql ?? []) : []
  if (sql === undefined) return `not translated: ${found.error}`
  try {
    return (await rowsOf(sql)).map((row) => plain(row.c))
  } catch (error) {
    return `${sql}: ${String(error).split('\n')[0]}`
  }
}

const cases = Object.entries(TEXTS).flatMap(([dialect, [name, texts]]) =>
  [...COMMON, ...texts].map((text) => [dialect as SqlTextDialect, text, name] as const),
)

test.each(cases)('%s: %s', async (dialect, text, name) => {
  const ours = ownValues(text, dialect)
  const theirs = await theirValues(text, name)
  expect(typeof ours, String(ours)).not.toBe('string')
  if (OTHERWISE[`${dialect}: ${text}`] === undefined) expect(ours).toEqual(theirs)
  else expect(ours).not.toEqual(theirs)
})
