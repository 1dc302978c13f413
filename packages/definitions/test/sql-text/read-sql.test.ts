import { type Expr, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { type ReadSqlOptions, readSql, type SqlTextDialect } from '../../src/index.ts'

const TYPES = {
  i: 'INT',
  j: 'INT',
  x: 'DOUBLE',
  s: 'STRING',
  b: 'BOOLEAN',
  d: 'DATE',
  t: 'TIMESTAMP',
} as const

const resolve: ReadSqlOptions['resolve'] = (parts) => {
  const name = parts.at(-1)!.text
  const type = TYPES[name as keyof typeof TYPES]
  if (type === undefined) return { refused: `there is no column ${name}` }
  return { tree: { kind: 'field', name, span: { start: 0, end: 0 } }, type }
}

function read(text: string, dialect: SqlTextDialect = 'ANSI') {
  return readSql(text, { dialect, resolve })
}

function printed(text: string, dialect: SqlTextDialect = 'ANSI'): string {
  const { tree, refusal } = read(text, dialect)
  return tree === null ? `refused: ${refusal.message}` : print(tree)
}

describe('reads', () => {
  test.each([
    ['SUM(i)', 'Sum([i])'],
    ['COUNT(*)', 'Count()'],
    ['count(1)', 'Count()'],
    ['COUNT(DISTINCT o.s)', 'CountDistinct([s])'],
    ['SUM(i) FILTER (WHERE b)', 'SumIf([i], [b])'],
    ['COUNT(*) FILTER (WHERE b AND i > 1)', 'CountIf([b] AND [i] > 1)'],
    ['COUNT(DISTINCT s) FILTER (WHERE b)', 'CountDistinct(CASE WHEN [b] THEN [s] END)'],
    ['MAX(i) FILTER (WHERE b)', 'Max(CASE WHEN [b] THEN [i] END)'],
    ["SUM(CASE WHEN s = 'a' THEN 1 ELSE 0 END)", 'Sum(CASE WHEN [s] = "a" THEN 1 ELSE 0 END)'],
    ['1.0 * SUM(i) / NULLIF(COUNT(*), 0)', '1.0 * Sum([i]) / Count()'],
    ['CASE WHEN COUNT(*) = 0 THEN NULL ELSE SUM(i) / COUNT(*) END', 'Sum([i]) / Count()'],
    ['CASE WHEN COUNT(*) <> 0 THEN SUM(i) / COUNT(*) END', 'Sum([i]) / Count()'],
    ['IFF(0 = i, NULL, x / i)', '[x] / [i]'],
    ['CASE WHEN j = 0 THEN NULL ELSE x / i END', 'CASE WHEN [j] = 0 THEN NULL ELSE [x] / [i] END'],
    ['PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY x)', 'Percentile([x], 0.9)'],
    ['PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x DESC)', 'Percentile([x], 0.75)'],
    ['PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY x)', 'PercentileDisc([x], 0.9)'],
    ['SUM(DISTINCT i)', 'SumDistinct([i])'],
    ['SUM(DISTINCT i) FILTER (WHERE j > 1)', 'SumDistinct(CASE WHEN [j] > 1 THEN [i] END)'],
    ['STDDEV_POP(x) + VAR_POP(x)', 'StdDevPop([x]) + VariancePop([x])'],
    ['BOOL_OR(i > 1) AND EVERY(i > 0)', 'BoolOr([i] > 1) AND BoolAnd([i] > 0)'],
    ['ANY_VALUE(s)', 'AnyValue([s])'],
    ['TRUNC(x, 2)', 'Trunc([x], 2)'],
    ["s || '-' || s", 'Concat(Concat([s], "-"), [s])'],
    ['s || i', 'Concat([s], Cast([i], "String"))'],
    ['NOT i = 1 OR b AND j IS NOT NULL', 'NOT [i] = 1 OR [b] AND IsNotNull([j])'],
    ['i NOT IN (1, 2) AND i NOT BETWEEN 1 AND 2', 'NOT IN([i], 1, 2) AND NOT Between([i], 1, 2)'],
    ["s LIKE 'a\\%'", 'Like([s], "a\\\\\\\\%")'],
    ["s LIKE 'a!%%' ESCAPE '!'", 'Like([s], "a\\\\%%")'],
    ['b IS TRUE', 'Coalesce([b], FALSE)'],
    ['b IS NOT FALSE', 'Coalesce([b], TRUE)'],
    ["d >= DATE '2024-01-31'", '[d] >= Date("2024-01-31")'],
    ["d + INTERVAL '7 days'", 'DateAdd([d], 7, "DAY")'],
    ['t - INTERVAL 2 HOUR', 'DateAdd([t], -2, "HOUR")'],
    ['EXTRACT(year FROM t)', 'Extract([t], "YEAR")'],
    ["DATE_TRUNC('month', t)", 'DateTrunc([t], "MONTH")'],
    ['DATE_TRUNC(t, MONTH)', 'DateTrunc([t], "MONTH")'],
    ['DATEDIFF(day, d, t)', 'DateDiff([d], [t], "DAY")'],
    ['CAST(b AS INTEGER)', 'CASE WHEN [b] THEN 1 WHEN NOT [b] THEN 0 END'],
    ['CAST(x AS DECIMAL(10, 2))', 'Cast([x], "Decimal(10, 2)")'],
    ['x::int', 'Cast(Round([x]), "Int")'],
    ['"i" + [j] -- both\n /* of them */', '[i] + [j]'],
    ['SUBSTRING(s FROM 2 FOR 3)', 'Substring([s], 2, 3)'],
    ["POSITION('a' IN s)", 'Position([s], "a")'],
    [
      'i IS DISTINCT FROM j',
      'NOT CASE WHEN IsNull([i]) OR IsNull([j]) THEN IsNull([i]) AND IsNull([j]) ELSE [i] = [j] END',
    ],
    ['- - i', '- -[i]'],
    ['.5 + 1.', '0.5 + 1'],
  ])('%s', (text, ours) => {
    expect(printed(text)).toBe(ours)
  })
})

describe('reads by dialect', () => {
  test.each<[SqlTextDialect, string, string]>([
    ['POSTGRESQL', 'i / j', 'Trunc([i] / [j])'],
    ['POSTGRESQL', 'x / j', '[x] / [j]'],
    ['DUCKDB', 'i / j', '[i] / [j]'],
    ['POSTGRESQL', 'LOG(x)', 'Log10([x])'],
    ['BIGQUERY', 'LOG(x)', 'Ln([x])'],
    ['BIGQUERY', 'LOG(x, 2)', 'Log([x], 2)'],
    ['SNOWFLAKE', 'LOG(2, x)', 'Log([x], 2)'],
    ['BIGQUERY', 's = "it\\\'s"', '[s] = "it\'s"'],
    ['BIGQUERY', '`i` + 1', '[i] + 1'],
    ['DUCKDB', 'CONCAT(s, i)', 'Concat(Coalesce([s], ""), Coalesce(Cast([i], "String"), ""))'],
    ['SNOWFLAKE', 'CONCAT(s, s)', 'Concat([s], [s])'],
    ['POSTGRESQL', 'EXTRACT(dow FROM d)', 'Extract([d], "DAYOFWEEK") % 7'],
    ['BIGQUERY', 'EXTRACT(DAYOFWEEK FROM d)', 'Extract([d], "DAYOFWEEK") % 7 + 1'],
    ['BIGQUERY', 'DATE_TRUNC(d, WEEK(MONDAY))', 'DateTrunc([d], "WEEK")'],
    ['BIGQUERY', "FORMAT_DATE('%Y-Q%Q', d)", `DateFormat([d], "yyyy-'Q'Q")`],
    ['POSTGRESQL', "TO_CHAR(d, 'YYYY-MM')", 'DateFormat([d], "yyyy-MM")'],
    ['POSTGRESQL', `TO_CHAR(t, 'FMDD Mon "at" HH24:MI')`, `DateFormat([t], "d MMM 'at' HH:mm")`],
    ['DUCKDB', "STRFTIME(t, '%a %-d %b, %I %p')", 'DateFormat([t], "EEE d MMM, hh a")'],
    ['TRINO', "DATE_FORMAT(t, '%M %e, %H:%i')", 'DateFormat([t], "MMMM d, HH:mm")'],
    ['DATABRICKS', "DATE_FORMAT(t, 'E, MMM d')", 'DateFormat([t], "EEE, MMM d")'],
    ['BIGQUERY', 'DATE_DIFF(t, d, DAY)', 'DateDiff([d], [t], "DAY")'],
    ['DATABRICKS', 'DATEDIFF(t, d)', 'DateDiff([d], [t], "DAY")'],
    ['DATABRICKS', 'CAST(x AS INT)', 'Cast([x], "Int")'],
    ['DUCKDB', 'GREATEST(i, j)', 'Greatest(Coalesce([i], [j]), Coalesce([j], [i]))'],
    ['SNOWFLAKE', 'DIV0(i, j)', 'CASE WHEN [j] = 0 AND NOT IsNull([i]) THEN 0 ELSE [i] / [j] END'],
    ['POSTGRESQL', "s LIKE 'a\\%'", 'Like([s], "a\\\\%")'],
  ])('%s: %s', (dialect, text, ours) => {
    expect(printed(text, dialect)).toBe(ours)
  })
})

describe('reads regular expressions by dialect', () => {
  const missing = (part: string): string =>
    `CASE WHEN IsNull([s]) THEN NULL ELSE Coalesce(${part}, "") END`
  test.each<[SqlTextDialect, string, string]>([
    ['POSTGRESQL', "s ~ 'a'", 'RegexpLike([s], "a")'],
    ['DUCKDB', "s ~ 'a'", 'RegexpLike([s], "^(a)$")'],
    ['DUCKDB', "REGEXP_MATCHES(s, 'a')", 'RegexpLike([s], "a")'],
    ['DATABRICKS', "s RLIKE 'a'", 'RegexpLike([s], "a")'],
    ['SNOWFLAKE', "s RLIKE 'a'", 'RegexpLike([s], "^(a)$")'],
    ['TRINO', "REGEXP_LIKE(s, 'a')", 'RegexpLike([s], "a")'],
    ['TRINO', "REGEXP_EXTRACT(s, 'a(b)')", 'RegexpExtract([s], "a(?:b)")'],
    ['TRINO', "REGEXP_EXTRACT(s, '(a)(b)', 2)", 'RegexpExtract([s], "(?:a)(b)")'],
    ['BIGQUERY', "REGEXP_EXTRACT(s, 'a(b)')", 'RegexpExtract([s], "a(b)")'],
    ['BIGQUERY', "REGEXP_SUBSTR(s, 'ab', 1, 1)", 'RegexpExtract([s], "ab")'],
    ['DUCKDB', "REGEXP_EXTRACT(s, 'a(b)')", missing('RegexpExtract([s], "a(?:b)")')],
    ['DATABRICKS', "REGEXP_EXTRACT(s, 'a(b)')", missing('RegexpExtract([s], "a(b)")')],
    ['DATABRICKS', "REGEXP_SUBSTR(s, 'a(b)')", 'RegexpExtract([s], "a(?:b)")'],
    ['SNOWFLAKE', "REGEXP_SUBSTR(s, 'a(b)')", 'RegexpExtract([s], "a(?:b)")'],
    ['SNOWFLAKE', "REGEXP_SUBSTR(s, 'a(b)', 1, 1, 'e')", 'RegexpExtract([s], "a(b)")'],
    ['POSTGRESQL', "REGEXP_SUBSTR(s, '[(]b')", 'RegexpExtract([s], "[(]b")'],
    ['REDSHIFT', "REGEXP_SUBSTR(s, 'ab')", missing('RegexpExtract([s], "ab")')],
    ['POSTGRESQL', "REGEXP_REPLACE(s, '(a)', '-', 'g')", 'RegexpReplace([s], "(?:a)", "-")'],
    ['TRINO', "REGEXP_REPLACE(s, 'a')", 'RegexpReplace([s], "a", "")'],
    ['BIGQUERY', "REGEXP_REPLACE(s, 'a', '$1')", 'RegexpReplace([s], "a", "$1")'],
  ])('%s: %s', (dialect, text, expected) => {
    expect(printed(text, dialect)).toBe(expected)
  })
})

describe('refuses by name and place', () => {
  test.each<[string, string, string, SqlTextDialect?]>([
    ['ROW_NUMBER() OVER (ORDER BY i)', 'OVER looks at other rows', 'OVER'],
    ['i + (SELECT 1)', 'a query within an expression', 'SELECT'],
    ['i IN (SELECT 1)', 'a query within an expression', 'SELECT'],
    [
      "REGEXP_EXTRACT(s, 'a')",
      'REGEXP_EXTRACT differs between engines; say of which the SQL is, with --dialect',
      'REGEXP_EXTRACT',
    ],
    [
      "REGEXP_REPLACE(s, 'a', 'b')",
      'REGEXP_REPLACE of the first match alone; the option g alone is read',
      "REGEXP_REPLACE(s, 'a', 'b')",
      'POSTGRESQL',
    ],
    ["REGEXP_REPLACE(s, 'a', '$1')", 'REGEXP_REPLACE by what was found: $1', "'$1'", 'TRINO'],
    [
      "REGEXP_EXTRACT(s, 'a', 1)",
      'REGEXP_EXTRACT of group 1, which the pattern has not',
      "'a'",
      'TRINO',
    ],
    [
      "REGEXP_SUBSTR(s, 'a', 2)",
      'REGEXP_SUBSTR that begins later, or gives a later part',
      '2',
      'POSTGRESQL',
    ],
    [
      "REGEXP_MATCHES(s, 'a')",
      'REGEXP_MATCHES gives rows of parts; use ~ or REGEXP_LIKE',
      "REGEXP_MATCHES(s, 'a')",
      'POSTGRESQL',
    ],
    ['EXISTS (SELECT 1)', 'a query within an expression', 'EXISTS'],
    ['MY_UDF(i)', 'the function MY_UDF, which has no counterpart', 'MY_UDF'],
    ['db.f(i)', 'the function db.f, which is not of SQL', '('],
    ['y + 1', 'there is no column y', 'y'],
    ['AVG(DISTINCT i)', 'AVG of distinct values', 'AVG(DISTINCT i)'],
    ["TO_CHAR(t, 'MONTH')", 'TO_CHAR in standard SQL', "TO_CHAR(t, 'MONTH')"],
    [
      "TO_CHAR(t, 'YYYY Month')",
      't in a format of TO_CHAR',
      "TO_CHAR(t, 'YYYY Month')",
      'POSTGRESQL',
    ],
    [
      "TO_CHAR(x, 'YYYY')",
      'TO_CHAR of a value that is no date or time',
      "TO_CHAR(x, 'YYYY')",
      'POSTGRESQL',
    ],
    [
      "FORMAT_DATE('%-d', d)",
      '%-d in a format of FORMAT_DATE',
      "FORMAT_DATE('%-d', d)",
      'BIGQUERY',
    ],
    [
      'i < 2 < 3',
      'two comparisons in a row; dialects read them differently without parentheses',
      '< 3',
    ],
    [
      'i = 1 IS NULL',
      'two comparisons in a row; dialects read them differently without parentheses',
      'IS NULL',
    ],
    ['i || j + 1', '|| beside arithmetic; dialects read it differently without parentheses', '||'],
    ["t AT TIME ZONE 'UTC'", 'AT TIME ZONE; times have no zone here', 'AT'],
    ['(i, j) = (1, 2)', 'several values in parentheses', ','],
    ['{{ Dimension("a") }}', '"{{" begins a template, which is not run', '{'],
    ['{metric/a}', '"{" begins a name in braces, as MAQL has it', '{'],
    ['i; DROP TABLE a', '";" begins the end of a statement; one expression is read', ';'],
    ["'abc", "the quote ' is not closed", "'"],
    ['(i', 'expected ")", found the end', ''],
    ['', 'expected a value, found the end', ''],
    ['i AND', 'expected a value, found the end', ''],
    ['CASE i END', 'expected WHEN, found "END"', 'END'],
    ['x:y', 'a path into JSON', ':', 'SNOWFLAKE'],
    [
      'DATE_TRUNC(d, WEEK)',
      'weeks of BigQuery begin on Sunday; ISOWEEK is read',
      'WEEK',
      'BIGQUERY',
    ],
    [
      'DATEDIFF(MONTH, d, t)',
      'Databricks counts whole units of MONTH, not their borders',
      'DATEDIFF(MONTH, d, t)',
      'DATABRICKS',
    ],
    ['CAST(s AS JSON)', 'the type JSON', 'CAST(s AS JSON)'],
    ['SUBSTRING(s, i)', 'SUBSTRING from a place that is no constant from 1 on', 'i'],
    ['i ^ 2', 'the operator ^, which differs between dialects', '^'],
  ])('%s', (text, message, place, dialect = 'ANSI') => {
    const { refusal } = read(text, dialect)
    expect(refusal?.message).toBe(message)
    const { start, end } = refusal!.span
    expect(text.slice(start, end)).toBe(place)
  })

  test('a text that is nested too deeply or too long', () => {
    const deep = `${'('.repeat(50_000)}1${')'.repeat(50_000)}`
    expect(read(deep.slice(0, 30_000)).refusal?.message).toMatch(/more than 100 levels/)
    expect(read(deep).refusal?.message).toMatch(/100001 characters/)
    expect(read('NOT '.repeat(5_000)).refusal?.message).toMatch(/more than 100 levels/)
  })
})

test('each node has the span of its text', () => {
  const text = 'SUM(i) / NULLIF(COUNT(DISTINCT s), 0)'
  const tree = read(text).tree as Extract<Expr, { kind: 'arithmetic' }>
  const written = ({ span }: Expr): string => text.slice(span.start, span.end)
  expect([tree, tree.left, tree.right].map(written)).toEqual([text, 'SUM(i)', 'COUNT(DISTINCT s)'])
  expect(written((tree.left as Extract<Expr, { kind: 'call' }>).args[0]!)).toBe('i')
})

test('a chain of a thousand terms is read', () => {
  expect(read(Array.from({ length: 1_000 }, () => 'i').join(' + ')).refusal).toBeNull()
})

test('notes name expressions whose meaning may differ', () => {
  const notes = (text: string, dialect: SqlTextDialect) => {
    const reading = read(text, dialect)
    return reading.tree === null ? [] : reading.notes.map(({ message }) => message)
  }
  expect(notes('TRIM(s)', 'DUCKDB')).toEqual(['tabs and line breaks at the ends are trimmed too'])
  expect(notes("DATE_TRUNC('week', d)", 'SNOWFLAKE')).toEqual([
    'weeks are taken to begin on Monday (WEEK_START)',
  ])
})
