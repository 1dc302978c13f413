import { type Expr, parse, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
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
})
