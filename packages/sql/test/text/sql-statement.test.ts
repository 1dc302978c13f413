import { expect, test } from 'vitest'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { describeStatement, toStatement } from '../../src/text/sql-statement.ts'
import { bind, buildingText, raw, sqlText } from '../../src/text/sql-text.ts'

const one = bind({ type: 'INT', value: 1n })
const day = bind({ type: 'DATE', value: 0 })
const name = bind({ type: 'STRING', value: 'a"b' })

test('numbers parameters in the order of the text, the same one once', () => {
  const statement = toStatement(
    sqlText`${one} < ${day} AND ${one} = ${bind({ type: 'INT', value: 1n })}`,
    duckdbDialect,
  )
  expect(statement.text).toBe('$1::BIGINT < $2::DATE AND $1::BIGINT = $3::BIGINT')
  expect(statement.parameters.map((constant) => constant.value)).toEqual([1n, 0, 1n])
})

test('describes a statement with the values of its parameters', () => {
  const decimal = bind({ type: 'DECIMAL', value: '0.50' })
  const statement = toStatement(sqlText`SELECT ${one}, ${day}, ${name}, ${decimal}`, duckdbDialect)
  expect(describeStatement(statement)).toBe(
    [
      'SELECT $1::BIGINT, $2::DATE, $3::VARCHAR, $4::DECIMAL(3, 2)',
      '',
      '$1 = 1 (INT)',
      '$2 = 1970-01-01 (DATE)',
      '$3 = "a\\"b" (STRING)',
      '$4 = 0.50 (DECIMAL)',
    ].join('\n'),
  )
  expect(describeStatement({ text: 'SELECT 1', parameters: [] })).toBe('SELECT 1')
})

test('refuses a statement whose expressions build too much text for a row together', () => {
  const built = buildingText(raw('a || b'), 60_000)
  const three = sqlText`SELECT ${built}, ${built}, ${built}`
  expect(toStatement(three, duckdbDialect).text).toBe('SELECT a || b, a || b, a || b')
  expect(() => toStatement(sqlText`${three}, ${built}`, duckdbDialect)).toThrow(
    expect.objectContaining({
      code: 'SQL_EXPRESSION_TOO_LARGE',
      details: { found: 240_000, limit: 200_000 },
    }),
  )
})
