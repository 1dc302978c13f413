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

/** A column as it is read: on the wall clock, and held to the calendar of the language. */
const D = `(CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)`
const [FIRST, LAST] = ["TIMESTAMP '0001-01-01 00:00:00'", "TIMESTAMP '9999-12-31 23:59:59.999999'"]
const WALL = 'TRY_CAST("t"."at" AS TIMESTAMP)'
const AT = `(CASE WHEN ${WALL} < ${FIRST} THEN ${FIRST} WHEN ${WALL} > ${LAST} THEN ${LAST} ELSE ${WALL} END)`

describe('the SQL of DuckDB', () => {
  test.each([
    ['IN([s], "a", "b")', '("t"."s" IN ($1::VARCHAR, $2::VARCHAR))'],
    ['DateTrunc([at], "WEEK")', `date_trunc('week', ${AT})`],
    ['DateTrunc([d], "MONTH")', `CAST(date_trunc('month', ${D}) AS DATE)`],
    ['DateAdd([d], 0, "HOUR")', `(${D} + to_hours($1::BIGINT))`],
    [
      'DateAdd([d], -2, "QUARTER")',
      `(CASE WHEN ${D} >= DATE '0001-07-01' THEN CAST((${D} + to_months(CAST($1::BIGINT * 3 AS INTEGER))) AS DATE) END)`,
    ],
    ['If([f], [n], 0)', '(CASE WHEN "t"."f" THEN "t"."n" ELSE $1::BIGINT END)'],
    ['Coalesce([n], 0)', 'COALESCE("t"."n", $1::BIGINT)'],
    ['IsNull([n])', '("t"."n" IS NULL)'],
    ['[at] >= "2024-02-01"', `${WALL} >= $1::TIMESTAMP`],
    ['[d] >= "2024-02-01"', '"t"."d" >= $1::DATE'],
    ['[at] <= "9999-12-31 23:59:59.999999"', `${AT} <= $1::TIMESTAMP`],
    ['[at] = [at]', `${AT} = ${AT}`],
    ['Cast([at], "Date")', `CAST(${AT} AS DATE)`],
  ])('of %s', (text, sql) => {
    const typed = compile(text, scopeOf(COLUMNS), { path: 'test' })
    expect(toStatement(compileExpression(typed, duckdbDialect), duckdbDialect).text).toBe(sql)
  })
})
