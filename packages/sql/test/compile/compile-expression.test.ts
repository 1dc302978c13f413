import type { TypedExpr } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { clickhouseDialect } from '../../src/dialects/clickhouse/clickhouse.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { postgresqlDialect } from '../../src/dialects/postgresql/postgresql.ts'
import { trinoDialect } from '../../src/dialects/trino/trino.ts'
import { toStatement } from '../../src/text/sql-statement.ts'
import {
  arithmetic,
  column,
  compare,
  constant,
  int,
  logical,
  TRUE,
  text,
} from '../support/trees.ts'

const a = column('t', 'a', 'INT')
const b = column('t', 'b', 'INT')
const name = column('t', 'name', 'STRING')
const flag = column('t', 'flag', 'BOOLEAN')
const NULL: TypedExpr = {
  kind: 'constant',
  type: 'STRING',
  constant: { type: 'NULL', value: null },
}

const compiled = (typed: TypedExpr) =>
  toStatement(compileExpression(typed, duckdbDialect), duckdbDialect)
const textOf = (typed: TypedExpr) => compiled(typed).text
/** What small numbers are computed with. */
const plainTextOf = (typed: TypedExpr) => / THEN (.*?) ELSE /.exec(textOf(typed))?.[1]
const at = column('t', 'at', 'TIMESTAMP')
const callOf = (name: 'Year', ...args: readonly TypedExpr[]): TypedExpr => ({
  kind: 'call',
  type: 'INT',
  function: name,
  args,
})
const not = (operand: TypedExpr): TypedExpr => ({ kind: 'not', type: 'BOOLEAN', operand })
const negate = (operand: TypedExpr): TypedExpr => ({ kind: 'negate', type: 'INT', operand })
const isNull = (operand: TypedExpr): TypedExpr => ({
  kind: 'call',
  type: 'BOOLEAN',
  function: 'IsNull',
  args: [operand],
})

test('quotes names so that none can leave its quotes', () => {
  expect(textOf(column('t" --', 'a"b; DROP TABLE t', 'STRING'))).toBe(
    '"t"" --"."a""b; DROP TABLE t"',
  )
})

test('binds values and never writes them', () => {
  expect(compiled(compare(name, '=', text("'; DROP TABLE t; --")))).toEqual({
    text: '"t"."name" = $1::VARCHAR',
    parameters: [{ type: 'STRING', value: "'; DROP TABLE t; --" }],
  })
})

test('gives each parameter the type of its constant', () => {
  const types = [
    constant({ type: 'INT', value: 1n }),
    constant({ type: 'INT', value: 2n ** 63n }),
    constant({ type: 'DECIMAL', value: '-0.050' }),
    constant({ type: 'DECIMAL', value: '1'.repeat(39) }),
    constant({ type: 'DOUBLE', value: 0.1 }),
    constant({ type: 'DATE', value: 1 }),
    constant({ type: 'TIMESTAMP', value: 1n }),
    TRUE,
    NULL,
  ]
  expect(types.map(textOf)).toEqual([
    '$1::BIGINT',
    '$1::HUGEINT',
    '$1::DECIMAL(4, 3)',
    '$1::DOUBLE',
    '$1::DOUBLE',
    '$1::DATE',
    '$1::TIMESTAMP',
    'TRUE',
    'NULL::VARCHAR',
  ])
})

test('reads NaN and the infinities of a column as NULL', () => {
  expect(textOf(column('t', 'x', 'DOUBLE'))).toBe(
    '(CASE WHEN isfinite("t"."x"::DOUBLE) THEN "t"."x"::DOUBLE END)',
  )
})

describe('parentheses', () => {
  test('stand where the tree needs them and nowhere else', () => {
    const [p, q] = [compare(a, '>', b), compare(a, '!=', b)]
    expect(textOf(logical('OR', p, logical('AND', q, flag)))).toBe(
      '"t"."a" > "t"."b" OR "t"."a" <> "t"."b" AND "t"."flag"',
    )
    expect(textOf(logical('AND', logical('OR', p, q), not(flag)))).toBe(
      '("t"."a" > "t"."b" OR "t"."a" <> "t"."b") AND NOT "t"."flag"',
    )
    expect(textOf(not(p))).toBe('NOT "t"."a" > "t"."b"')
    expect(textOf(not(logical('AND', p, flag)))).toBe('NOT ("t"."a" > "t"."b" AND "t"."flag")')
    expect(textOf(compare(compare(a, '=', b), '=', flag))).toBe('("t"."a" = "t"."b") = "t"."flag"')
  })

  test('keep the order of arithmetic', () => {
    const [A, B] = ['"t"."a"::BIGINT', '"t"."b"::BIGINT']
    const minus = arithmetic(a, '-', b, 'INT')
    expect(plainTextOf(arithmetic(a, '-', minus, 'INT'))).toBe(`${A} - (${A} - ${B})`)
    expect(plainTextOf(arithmetic(minus, '-', a, 'INT'))).toBe(`${A} - ${B} - ${A}`)
    expect(plainTextOf(arithmetic(minus, '*', b, 'INT'))).toBe(`(${A} - ${B}) * ${B}`)
    expect(plainTextOf(arithmetic(minus, '%', int(2), 'INT'))).toBe(
      `(${A} - ${B}) % NULLIF($1::BIGINT, 0)`,
    )
    const [year, one] = [callOf('Year', at), int(1)]
    const next = arithmetic(year, '+', one, 'INT')
    expect(textOf(arithmetic(next, '/', next, 'DOUBLE'))).toBe(
      `CAST(${textOf(year)} + $1::BIGINT AS DOUBLE) / NULLIF(${textOf(year)} + $1::BIGINT, 0)`,
    )
  })

  test('keep two signs from becoming a comment', () => {
    expect(plainTextOf(negate(negate(a)))).toBe('-(-"t"."a"::BIGINT)')
    expect(plainTextOf(arithmetic(a, '-', negate(a), 'INT'))).toBe(
      '"t"."a"::BIGINT - -"t"."a"::BIGINT',
    )
  })

  test('surround calls that are written as operators', () => {
    expect(textOf(compare(isNull(a), '=', flag))).toBe('("t"."a" IS NULL) = "t"."flag"')
    expect(textOf(isNull(compare(a, '=', b)))).toBe('(("t"."a" = "t"."b") IS NULL)')
    expect(textOf(not(isNull(a)))).toBe('NOT ("t"."a" IS NULL)')
  })
})

describe('arithmetic', () => {
  test('of numbers that cannot leave their type is a plain operator', () => {
    const year = callOf('Year', at)
    const months = arithmetic(year, '*', int(12), 'INT')
    expect(textOf(months)).toBe(`${textOf(year)} * $1::BIGINT`)
    const half = constant({ type: 'DECIMAL', value: '0.5' })
    expect(textOf(arithmetic(a, '*', half, 'DECIMAL'))).toBe('"t"."a"::BIGINT * $1::DECIMAL(2, 1)')
    const ratio = arithmetic(a, '/', b, 'DOUBLE')
    expect(textOf(ratio)).toBe('CAST("t"."a" AS DOUBLE) / NULLIF("t"."b", 0)')
  })

  test('of other numbers is NULL beyond 64 bits, and plain for rows of small numbers', () => {
    expect(textOf(arithmetic(a, '*', int(1_000_000_000), 'INT'))).toBe(
      '(CASE WHEN "t"."a" BETWEEN -8589934592 AND 8589934592 THEN "t"."a"::BIGINT * $1::BIGINT ELSE TRY_CAST("t"."a"::HUGEINT * $1::BIGINT::HUGEINT AS BIGINT) END)',
    )
  })

  test('of doubles is NULL where it is not finite, as its columns are', () => {
    const [x, y] = [column('t', 'x', 'DOUBLE'), column('t', 'y', 'DOUBLE')]
    expect(textOf(arithmetic(x, '*', y, 'DOUBLE'))).toBe(
      '(CASE WHEN isfinite("t"."x"::DOUBLE * "t"."y"::DOUBLE) THEN "t"."x"::DOUBLE * "t"."y"::DOUBLE END)',
    )
  })

  test('does not double in length with each operator', () => {
    for (const type of ['INT', 'DECIMAL', 'DOUBLE'] as const) {
      const operand = column('t', 'a', type)
      for (const op of type === 'DOUBLE' ? (['-', '*', '/'] as const) : (['-', '*'] as const)) {
        const nested = (depth: number): TypedExpr =>
          depth === 0 ? operand : arithmetic(operand, op, nested(depth - 1), type)
        for (const dialect of [duckdbDialect, postgresqlDialect, clickhouseDialect, trinoDialect]) {
          const lengthAt = (depth: number): number =>
            compileExpression(nested(depth), dialect).chunks.length
          expect(lengthAt(80)).toBeLessThan(lengthAt(40) * 3)
        }
      }
    }
  })
})

test('refuses the measure of a formula', () => {
  const measure: TypedExpr = { kind: 'reference', table: null, name: 'total', type: 'INT' }
  expect(() => textOf(measure)).toThrow(
    expect.objectContaining({ code: 'SQL_UNSUPPORTED_REFERENCE' }),
  )
})
