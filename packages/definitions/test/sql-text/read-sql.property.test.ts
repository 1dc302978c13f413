import { DuckDBInstance } from '@duckdb/node-api'
import { check, evaluate, print, type Scope, type Value } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReadSqlOptions, readSql } from '../../src/index.ts'

const COLUMNS = {
  i: 'INT',
  j: 'INT',
  x: 'DOUBLE',
  s: 'STRING',
  b: 'BOOLEAN',
  d: 'DATE',
} as const

type ColumnName = keyof typeof COLUMNS

const ROWS = `SELECT * FROM (VALUES
  (1, 1, 2, 0.5, 'a', TRUE, DATE '2024-01-31'),
  (2, 0, -3, -1.25, 'Ab%', FALSE, DATE '2024-02-29'),
  (3, NULL, 4, 7.75, NULL, NULL, NULL),
  (4, -7, NULL, NULL, 'b_\\c', TRUE, DATE '2023-12-31'),
  (5, 5, 0, 0.0, '', FALSE, DATE '2024-12-30'),
  (6, 12, 12, 3.0, 'abcab', NULL, DATE '2021-01-03')
) AS t(n, i, j, x, s, b, d) ORDER BY n`

const column = (...names: readonly ColumnName[]) => fc.constantFrom(...names)

/** Texts of SQL by the type of their value. All have a value in DuckDB: no overflow, no failing cast. */
const SQL = fc.letrec<Record<'number' | 'text' | 'truth' | 'date', string>>((tie) => {
  const [number, text, truth, date] = [tie('number'), tie('text'), tie('truth'), tie('date')]
  const join = (...parts: readonly (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((one) => (typeof one === 'string' ? fc.constant(one) : one)))
      .map((all) => all.join(''))
  const wrapped = fc.oneof(number, join('(', number, ')'))
  const parts = fc.constantFrom("'([A-Za-z]+)'", "'a(b)'", "'^(a|A)b'", "'(_.)c$'", "'([^a])[a-c]'")
  return {
    number: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      column('i', 'j', 'x'),
      fc.constantFrom('0', '1', '2', '2.5', '-3', 'NULL::INT', '1e1'),
      join(wrapped, ' + ', wrapped),
      join(wrapped, ' - ', wrapped),
      join(column('i', 'j', 'x'), ' * ', wrapped),
      join('(', number, ') / NULLIF(', number, ', 0)'),
      join('CASE WHEN ', truth, ' THEN ', number, ' ELSE ', number, ' END'),
      join('CASE i WHEN 0 THEN ', number, ' WHEN j THEN 1 END'),
      join('COALESCE(', number, ', ', number, ')'),
      join('NULLIF(', number, ', ', number, ')'),
      join('ABS(', number, ')'),
      join('FLOOR(', column('i', 'x'), ')'),
      join('CEIL(', column('i', 'x'), ')'),
      join('SIGN(', number, ')'),
      join('GREATEST(', number, ', ', number, ')'),
      join('LEAST(', number, ', ', number, ', j)'),
      join('LENGTH(', text, ')'),
      join('-', column('i', 'j', 'x')),
      join('i % ', fc.constantFrom('3', '-3', 'j')),
      join("POSITION('b' IN ", fc.constantFrom('s', "'abc'"), ')'),
      join(
        'EXTRACT(',
        fc.constantFrom('year', 'month', 'day', 'dow', 'isodow', 'doy', 'week', 'quarter'),
        ' FROM ',
        date,
        ')',
      ),
      join(
        'DATE_DIFF(',
        fc.constantFrom("'day'", "'month'", "'year'", "'quarter'"),
        ', ',
        date,
        ', ',
        date,
        ')',
      ),
      join('CAST(b AS INTEGER)'),
    ),
    text: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constant('s'),
      fc.constantFrom("'a'", "''", "'it''s'", "'%'"),
      join(text, ' || ', text),
      join('CONCAT(', text, ', i, ', text, ')'),
      join('UPPER(', text, ')'),
      join('LOWER(', text, ')'),
      join('REPLACE(', text, ", 'a', 'x')"),
      join('LEFT(', text, ', 2)'),
      join('SUBSTRING(', text, ' FROM 2 FOR 2)'),
      join('SPLIT_PART(', text, ", 'b', 1)"),
      join('COALESCE(', text, ', ', text, ')'),
      join('REGEXP_EXTRACT(', text, ', ', parts, fc.constantFrom('', ', 0', ', 1'), ')'),
      join('REGEXP_REPLACE(', text, ', ', parts, ", '-', 'g')"),
      join('CASE WHEN ', truth, ' THEN ', text, ' END'),
    ),
    truth: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom('b', 'TRUE', 'NOT b'),
      join(number, fc.constantFrom(' = ', ' <> ', ' < ', ' >= '), number),
      join(text, fc.constantFrom(' = ', ' <> ', ' > '), text),
      join(date, fc.constantFrom(' = ', ' < ', ' >= '), date),
      join('(', truth, ') AND ', truth),
      join(truth, ' OR (', truth, ')'),
      join('NOT ', truth),
      join('(', truth, ') IS ', fc.constantFrom('TRUE', 'NOT TRUE', 'FALSE', 'NOT FALSE', 'NULL')),
      join(fc.constantFrom('i', 'x', 's', 'd'), ' IS ', fc.constantFrom('NULL', 'NOT NULL')),
      join('i', fc.constantFrom('', ' NOT'), ' IN (1, ', fc.constantFrom('0', '-7', 'j'), ')'),
      join(number, fc.constantFrom('', ' NOT'), ' BETWEEN ', number, ' AND ', number),
      join(
        's',
        fc.constantFrom('', ' NOT'),
        fc.constantFrom(' LIKE ', ' ILIKE '),
        fc.constantFrom("'a%'", "'%b\\%'", "'_b_' ESCAPE '!'", "'ab!%' ESCAPE '!'"),
      ),
      join('i IS', fc.constantFrom('', ' NOT'), ' DISTINCT FROM j'),
      join(text, fc.constantFrom(' ~ ', ' !~ '), parts),
      join(fc.constantFrom('REGEXP_MATCHES(', 'REGEXP_FULL_MATCH('), text, ', ', parts, ')'),
    ),
    date: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constant('d'),
      fc.constantFrom("DATE '2024-05-15'", "CAST('2023-03-31' AS DATE)"),
      join(
        'CAST(DATE_TRUNC(',
        fc.constantFrom("'month'", "'week'", "'year'", "'quarter'"),
        ', ',
        date,
        ') AS DATE)',
      ),
      join(
        'CAST(',
        date,
        fc.constantFrom(' + ', ' - '),
        'INTERVAL ',
        fc.constantFrom("'7 days'", '1 MONTH', "'2' YEAR"),
        ' AS DATE)',
      ),
    ),
  }
})

const resolve: ReadSqlOptions['resolve'] = (parts) => {
  const name = parts.at(-1)!.text as ColumnName
  return { tree: { kind: 'field', name, span: { start: 0, end: 0 } }, type: COLUMNS[name] }
}

const scope: Scope = {
  resolve: (name) => {
    const column = name.kind === 'field' ? name.name : ''
    const type = COLUMNS[column as ColumnName]
    return { found: { kind: 'reference', type, table: 't', name: column } }
  },
  names: () => Object.keys(COLUMNS),
}

type Row = Readonly<Record<string, unknown>>

/** Values of both sides in one form. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return Math.round(value.getTime() / 86_400_000)
  if (Number.isNaN(value)) return null
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (typeof value === 'object' && value !== null && 'units' in value) {
    const { units, scale } = value as { units: bigint; scale: number }
    return Number((Number(units) / 10 ** scale).toPrecision(9))
  }
  return value ?? null
}

function ownValues(sql: string, rows: readonly Row[]): readonly unknown[] | string {
  const { tree, refusal } = readSql(sql, { dialect: 'DUCKDB', resolve })
  if (tree === null) return `refused: ${refusal.message}`
  const { typed, diagnostics } = check(tree, scope)
  if (typed === null) return `${print(tree)}: ${diagnostics[0]?.name}`
  return rows.map((row) => {
    const days = row.d instanceof Date ? Math.round(row.d.getTime() / 86_400_000) : null
    const value = evaluate(typed, ({ name }) => {
      if (name === 'd') return days as Value
      if (COLUMNS[name as ColumnName] === 'INT')
        return row[name] === null ? null : BigInt(row[name] as number)
      return row[name] as Value
    })
    return plain(value)
  })
}

test('random expressions have the values that DuckDB gives them', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rowsOf = async (sql: string): Promise<readonly Row[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[]
  const rows = (await rowsOf(ROWS)).map((row) => ({
    ...row,
    x: row.x === null ? null : Number(row.x),
  }))
  await connection.run(
    `CREATE TABLE t AS SELECT n, i, j, CAST(x AS DOUBLE) AS x, s, b, d FROM (${ROWS})`,
  )
  const any = fc.oneof(SQL.number, SQL.text, SQL.truth, SQL.date)
  const runs = process.env.TRIBUTARY_LONG === undefined ? 20 : 2_000
  let refused = 0
  let read = 0
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 20, maxLength: 20 }), async (texts) => {
      const list = texts.map((text, i) => `${text} AS c${i}`).join(', ')
      const theirs = await rowsOf(`SELECT ${list} FROM t ORDER BY n`)
      texts.forEach((text, i) => {
        const ours = ownValues(text, rows)
        read++
        if (typeof ours === 'string') {
          // An operand of another type is a mistake here and converted there.
          expect(ours, text).toMatch(/two comparisons|EXPRESSION_(IMPOSSIBLE_CAST|INT_OVERFLOW)/)
          refused++
        } else expect([text, ours]).toEqual([text, theirs.map((row) => plain(row[`c${i}`]))])
      })
    }),
    { numRuns: runs },
  )
  expect(refused).toBeLessThan(read / 10)
})
