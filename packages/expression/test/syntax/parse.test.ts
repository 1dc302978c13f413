import { type Expr, parse, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { createGrammar } from '../../src/syntax/grammar.ts'
import { withoutSpans } from '../support/without-spans.ts'

const span = { start: 0, end: 0 }
const field = (name: string): Expr => ({ kind: 'field', name, span })
const number = (raw: string): Expr => ({ kind: 'number', raw, span })

function tree(text: string): Expr {
  const { ast, diagnostics } = parse(text)
  expect(diagnostics).toEqual([])
  return withoutSpans(ast!)
}

describe('parse', () => {
  test('reads every kind of value', () => {
    expect(tree('[a]')).toEqual(field('a'))
    expect(tree("['a']")).toEqual(field('a'))
    expect(tree('[a]]b]')).toEqual(field('a]b'))
    expect(tree("['it''s'/'x']")).toEqual({ kind: 'column', dataset: "it's", column: 'x', span })
    expect(tree('0.50')).toEqual(number('0.50'))
    expect(tree('true')).toEqual({ kind: 'boolean', value: true, span })
    expect(tree('null')).toEqual({ kind: 'null', span })
  })

  test('reads both kinds of quotes, doubled quotes and escapes', () => {
    const text = (value: string): Expr => ({ kind: 'string', value, span })
    expect(tree('"a""b"')).toEqual(text('a"b'))
    expect(tree("'a''b'")).toEqual(text("a'b"))
    expect(tree('"\\"\\\\\\n\\u0041"')).toEqual(text('"\\\nA'))
    expect(tree(`"it''s"`)).toEqual(text("it''s"))
  })

  test('knows how tightly operators hold', () => {
    expect(print(tree('NOT [a] = 1 OR [b] + 2 * -3 > 4 AND TRUE'))).toBe(
      'NOT [a] = 1 OR [b] + 2 * -3 > 4 AND TRUE',
    )
    expect(tree('[a] - 1 - 2')).toEqual({
      kind: 'arithmetic',
      op: '-',
      left: { kind: 'arithmetic', op: '-', left: field('a'), right: number('1'), span },
      right: number('2'),
      span,
    })
  })

  test('keeps AND and OR flat through parentheses', () => {
    expect(tree('[a] AND ([b] AND [c])')).toEqual({
      kind: 'logical',
      op: 'AND',
      operands: [field('a'), field('b'), field('c')],
      span,
    })
  })

  test('reads a long chain of AND into one node', () => {
    const { ast } = parse(Array.from({ length: 3000 }, () => '[a]').join(' AND '))
    expect(ast).toMatchObject({ kind: 'logical' })
    expect(ast?.kind === 'logical' && ast.operands.length).toBe(3000)
  })

  test('gives every node its place', () => {
    const { ast } = parse(' IN( [a] ,"x") = (TRUE)')
    expect(ast).toMatchObject({ kind: 'comparison', span: { start: 1, end: 23 } })
    expect(ast?.kind === 'comparison' && ast.left).toMatchObject({
      nameSpan: { start: 1, end: 3 },
      span: { start: 1, end: 14 },
      args: [{ span: { start: 5, end: 8 } }, { span: { start: 10, end: 13 } }],
    })
  })

  test('accepts == and <> as other spellings', () => {
    expect(print(tree('[a] == 1 OR [a] <> 2'))).toBe('[a] = 1 OR [a] != 2')
  })

  test.each([
    ['[a] IN ("x", "y")', 'IN([a], "x", "y")'],
    ['[a] not in ("x") AND [b]', 'NOT IN([a], "x") AND [b]'],
    ['[c] AND [a] + 1 IN (2)', '[c] AND IN([a] + 1, 2)'],
    ['NOT [a] IN (1)', 'NOT IN([a], 1)'],
    ['[a] = 1 OR [b] IN ((1), 2)', '[a] = 1 OR IN([b], 1, 2)'],
    ['[a] IS NULL', 'IsNull([a])'],
    ['[a] + 1 is not null OR [b]', 'IsNotNull([a] + 1) OR [b]'],
    ['[a] LIKE "x%" AND [b] NOT LIKE "_"', 'Like([a], "x%") AND NOT Like([b], "_")'],
    ['[a] BETWEEN 1 AND 2 AND [b]', 'Between([a], 1, 2) AND [b]'],
    ['[a] NOT BETWEEN 1 + 1 AND 2 OR [b]', 'NOT Between([a], 1 + 1, 2) OR [b]'],
    ['[a] && [b] || ![c]', '[a] AND [b] OR NOT [c]'],
    ['![a] = 1', 'NOT [a] = 1'],
    ['[a] != 1', '[a] != 1'],
    ['AND([a], [b], OR([c], [d]))', '[a] AND [b] AND ([c] OR [d])'],
    ['NOT([a])', 'NOT [a]'],
    [
      'case when [a] then 1 when [b] and [c] then 2 else 3 end',
      'CASE WHEN [a] THEN 1 WHEN [b] AND [c] THEN 2 ELSE 3 END',
    ],
    ['CASE [a] WHEN 1 THEN "x" END', 'CASE WHEN [a] = 1 THEN "x" END'],
    ['CASE [a] WHEN 1 THEN "x" ELSE "y" END', 'CASE WHEN [a] = 1 THEN "x" ELSE "y" END'],
    ['CASE ([a]) WHEN 1 THEN (2) END + 1', 'CASE WHEN [a] = 1 THEN 2 END + 1'],
    [
      'CASE WHEN CASE WHEN [a] THEN [b] END THEN 1 END IS NULL',
      'IsNull(CASE WHEN CASE WHEN [a] THEN [b] END THEN 1 END)',
    ],
  ])('reads %s as %s', (text, canonical) => {
    expect(print(tree(text))).toBe(canonical)
    expect(print(tree(canonical))).toBe(canonical)
  })

  test('gives the calls of word operators their places', () => {
    expect(parse('([a]) NOT IN (1, 2)').ast).toMatchObject({
      kind: 'not',
      span: { start: 0, end: 19 },
      operand: { kind: 'call', name: 'IN', nameSpan: { start: 6, end: 12 } },
    })
  })
})

describe('the grammar', () => {
  test('passes the checks that production leaves out', () => {
    expect(() => createGrammar(false)).not.toThrow()
  })
})
