import { compile, type Scope } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { compileWindow } from '../../src/compile/window-ranges.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { toStatement } from '../../src/text/sql-statement.ts'

const scope: Scope = {
  resolve: (node) => {
    if (node.kind !== 'field') return { problem: { kind: 'unknown' } }
    const type = node.name === 'shop' ? 'STRING' : 'TIMESTAMP'
    return { found: { kind: 'reference', table: 's', name: node.name, type } }
  },
  names: () => ['at', 'shop'],
}

const dialect = { ...duckdbDialect, timeZone: 'Europe/Berlin' }

function written(text: string): string {
  const typed = compile(text, scope, { path: 'test', now: 0n })
  return toStatement(compileWindow(typed, dialect), dialect).text
}

const JUNE = '("s"."at" >= $1::TIMESTAMP AND "s"."at" < $2::TIMESTAMP)'

test('a range of local time becomes a range of the bare column', () => {
  expect(written('DateTrunc([at], "MONTH") = "2024-06-01"')).toBe(JUNE)
  expect(written('[at] >= "2024-06-01" AND [at] < "2024-07-01"')).toBe(JUNE)
})

test('other conditions stay as they are', () => {
  expect(written('[at] >= "2024-06-01" AND [shop] = "a" AND [at] < "2024-07-01"')).toBe(
    `${JUNE} AND "s"."shop" = $3::VARCHAR`,
  )
})

test('several ranges are joined by OR', () => {
  expect(written('IN(DateTrunc([at], "MONTH"), "2024-06-01", "2024-08-01")')).toBe(
    `(${JUNE} OR ${JUNE.replace('$1', '$3').replace('$2', '$4')})`,
  )
})

describe('is written as any condition', () => {
  test.each([
    ['an end that comes twice', '[at] >= "2024-10-27 02:30:00" AND [at] < "2024-11-01"'],
    ['an end that is left out', '[at] >= "2024-03-01" AND [at] < "2024-03-31 02:30:00"'],
    [
      'the end of an hour that comes twice',
      '[at] BETWEEN "2024-10-01" AND "2024-10-27 02:59:59.999999"',
    ],
    ['a range without an end', '[at] >= "2024-06-01"'],
    ['times before 1970', '[at] >= "1969-06-01" AND [at] < "1970-06-01"'],
    ['a time or none', '[at] IS NULL OR DateTrunc([at], "MONTH") = "2024-06-01"'],
    [
      'a condition on more than the time',
      'DateTrunc([at], "MONTH") = "2024-06-01" OR [shop] = "a"',
    ],
  ])('%s', (_, text) => {
    const typed = compile(text, scope, { path: 'test', now: 0n })
    const plain = toStatement(compileExpression(typed, duckdbDialect), duckdbDialect)
    expect(toStatement(compileWindow(typed, dialect), dialect)).toEqual(plain)
  })
})
