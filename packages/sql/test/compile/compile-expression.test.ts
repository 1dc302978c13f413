import type { TypedExpr } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
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
    const A = '"t"."a"::BIGINT'
    const B = '"t"."b"::BIGINT'
    const minus = arithmetic(a, '-', b, 'INT')
    expect(textOf(arithmetic(a, '-', minus, 'INT'))).toBe(`${A} - (${A} - ${B})`)
    expect(textOf(arithmetic(minus, '-', a, 'INT'))).toBe(`${A} - ${B} - ${A}`)
    expect(textOf(arithmetic(minus, '*', b, 'INT'))).toBe(`(${A} - ${B}) * ${B}`)
    expect(textOf(arithmetic(minus, '/', minus, 'DOUBLE'))).toBe(
      `CAST(${A} - ${B} AS DOUBLE) / NULLIF(${A} - ${B}, 0)`,
    )
    expect(textOf(arithmetic(minus, '%', int(2), 'INT'))).toBe(
      `(${A} - ${B}) % NULLIF($1::BIGINT, 0)`,
    )
  })

  test('keep two signs from becoming a comment', () => {
    expect(textOf(negate(negate(a)))).toBe('-(-"t"."a"::BIGINT)')
    expect(textOf(arithmetic(a, '-', negate(a), 'INT'))).toBe('"t"."a"::BIGINT - -"t"."a"::BIGINT')
  })

  test('are left to the call whose form is an operator', () => {
    expect(textOf(compare(isNull(a), '=', flag))).toBe('("t"."a" IS NULL) = "t"."flag"')
    expect(textOf(isNull(compare(a, '=', b)))).toBe('(("t"."a" = "t"."b") IS NULL)')
    expect(textOf(not(isNull(a)))).toBe('NOT ("t"."a" IS NULL)')
  })
})

test('refuses the leaf of a formula', () => {
  const leaf: TypedExpr = { kind: 'reference', table: null, name: 'total', type: 'INT' }
  expect(() => textOf(leaf)).toThrow(expect.objectContaining({ code: 'SQL_UNSUPPORTED_REFERENCE' }))
})
