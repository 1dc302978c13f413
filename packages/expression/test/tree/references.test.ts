import { type Expr, parse, references, rewrite, typedReferences, walk } from '@tributary/expression'
import { mapReferences } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { compileSample } from '../support/compile-sample.ts'

describe('references', () => {
  test('come in text order with their places', () => {
    const { ast } = parse("IN([b], \"x\") AND ['d'/'c'] > [b]")
    expect(references(ast!)).toEqual([
      { kind: 'field', name: 'b', span: { start: 3, end: 6 } },
      { kind: 'column', dataset: 'd', column: 'c', span: { start: 17, end: 26 } },
      { kind: 'field', name: 'b', span: { start: 29, end: 32 } },
    ])
  })

  test('of a checked tree can be replaced', () => {
    const typed = compileSample('IN([region], "x") AND [delay] > 1')
    const moved = mapReferences(typed, (one) => ({ ...one, table: 'other' }))
    expect(typedReferences(moved).map((one) => `${one.table}.${one.name}`)).toEqual([
      'other.region',
      'other.delay',
    ])
    expect(mapReferences(typed, (one) => one)).toBe(typed)
  })
})

describe('walk', () => {
  test('skips what is below a node on request', () => {
    const kinds: string[] = []
    walk(parse('NOT IN([a], 1) = TRUE').ast!, (node) => {
      kinds.push(node.kind)
      return node.kind !== 'call'
    })
    expect(kinds).toEqual(['not', 'comparison', 'call', 'boolean'])
  })
})

describe('rewrite', () => {
  test('replaces deepest first and keeps the rest', () => {
    const ast = parse('[a] + 1 > 2 AND [b]').ast!
    const renamed = rewrite(
      ast,
      (node): Expr => (node.kind === 'field' ? { ...node, name: 'z' } : node),
    )
    expect(references(renamed).map((one) => one.kind === 'field' && one.name)).toEqual(['z', 'z'])
    expect(rewrite(ast, (node) => node)).toBe(ast)
  })
})
