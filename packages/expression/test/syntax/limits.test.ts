import { parse } from '@tributary/expression'
import { describe, expect, test } from 'vitest'

function codes(text: string, limits = {}): readonly string[] {
  return parse(text, limits).diagnostics.map((one) => one.code)
}

describe('limits', () => {
  test.each([
    [
      'parentheses',
      `${'('.repeat(100)}1${')'.repeat(100)}`,
      `${'('.repeat(101)}1${')'.repeat(101)}`,
    ],
    ['NOT', `${'NOT '.repeat(100)}TRUE`, `${'NOT '.repeat(101)}TRUE`],
    ['signs', `${'-'.repeat(100)}1`, `${'-'.repeat(101)}1`],
    [
      'CASE',
      `${'CASE WHEN TRUE THEN '.repeat(100)}1${' END'.repeat(100)}`,
      `${'CASE WHEN TRUE THEN '.repeat(101)}1${' END'.repeat(101)}`,
    ],
    ['both', `${'-('.repeat(50)}1${')'.repeat(50)}`, `${'-('.repeat(51)}1${')'.repeat(51)}`],
  ])('count the nesting of %s', (_, allowed, tooDeep) => {
    expect(codes(allowed)).toEqual([])
    expect(codes(tooDeep)).toEqual(['EXP5002'])
  })

  test('hold the height of a chain', () => {
    expect(codes(Array.from({ length: 500 }, () => '1').join('+'))).toEqual([])
    expect(codes(Array.from({ length: 501 }, () => '1').join('+'))).toEqual(['EXP5002'])
  })

  test('hold length, nodes, values, names and numbers', () => {
    expect(codes('1'.repeat(5), { length: 4 })).toEqual(['EXP5001'])
    expect(codes('1 + 2', { nodes: 2 })).toEqual(['EXP5003'])
    expect(codes('IN([a], 1, 2, 3)', { values: 2 })).toEqual(['EXP5004'])
    expect(codes(`[${'n'.repeat(300)}]`)).toEqual([])
    expect(codes(`[${'n'.repeat(301)}]`)).toEqual(['EXP5005'])
    expect(codes('1'.repeat(65))).toEqual(['EXP5006'])
  })

  test.each([
    '[',
    '["',
    "['",
    '"',
    '(',
    '-',
    'NOT ',
    'a ',
    '[a]',
    '"\\',
    "['a'/",
    '“',
    '[a] IN (',
    'case ',
    'case when ',
    'when ',
    '[a] and ',
    '[a] between ',
    '[a] [b] ',
    'and(',
    'x(,',
    '！',
  ])('answer a text full of %s with few diagnostics', (part) => {
    const { diagnostics } = parse(part.repeat(Math.floor(32_000 / part.length)))
    expect(diagnostics.length).toBeLessThanOrEqual(20)
  })
})
