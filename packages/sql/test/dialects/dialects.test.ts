import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import { COLUMNS } from '../support/random-expression.ts'
import { scopeOf } from '../support/row-judge.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const DIALECTS = readdirSync(join(SOURCE, 'dialects'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

describe('a dialect is a folder that can be deleted', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(index|internal)\.ts$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(SOURCE, file), 'utf8') }))

  test.each(DIALECTS)('only its own folders and the front doors import %s', (name) => {
    const importing = files
      .filter(({ source }) => new RegExp(`from '[^']*\\b${name}/`).test(source))
      .map(({ file }) => file)
      .filter((file) => !file.split('/').includes(name))
    expect(importing).toEqual([])
  })
})

describe('the SQL of DuckDB', () => {
  test.each([
    ['IN([s], "a", "b")', '("t"."s" IN ($1::VARCHAR, $2::VARCHAR))'],
    ['DateTrunc([at], "WEEK")', `date_trunc('week', "t"."at")`],
    ['DateTrunc([d], "MONTH")', `CAST(date_trunc('month', "t"."d") AS DATE)`],
    ['DateAdd([d], 0, "HOUR")', '("t"."d" + to_hours($1::BIGINT))'],
    [
      'DateAdd([d], -2, "QUARTER")',
      `(CASE WHEN "t"."d" >= DATE '0001-07-01' THEN CAST(("t"."d" + to_months(CAST($1::BIGINT * 3 AS INTEGER))) AS DATE) END)`,
    ],
    ['If([f], [n], 0)', '(CASE WHEN "t"."f" THEN "t"."n" ELSE $1::BIGINT END)'],
    ['Coalesce([n], 0)', 'COALESCE("t"."n", $1::BIGINT)'],
    ['IsNull([n])', '("t"."n" IS NULL)'],
    ['Cast([at], "Date")', 'CAST("t"."at" AS DATE)'],
  ])('of %s', (text, sql) => {
    const typed = compile(text, scopeOf(COLUMNS), { path: 'test' })
    expect(toStatement(compileExpression(typed, duckdbDialect), duckdbDialect).text).toBe(sql)
  })
})
