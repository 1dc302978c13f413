import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConstantType, constantText, nameText } from '../src/literal.ts'
import { parse } from '../src/syntax/parse.ts'

const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const printable = any.filter((text) => text.trim() === text && !/\p{C}/u.test(text))

describe('a name', () => {
  test('is read back as it was', () => {
    fc.assert(
      fc.property(printable, (name) => {
        expect(parse(nameText(name)).ast).toMatchObject({ kind: 'field', name })
      }),
    )
  })

  test('of a column is read back as it was', () => {
    fc.assert(
      fc.property(printable, printable, (dataset, column) => {
        const { ast } = parse(nameText({ dataset, column }))
        expect(ast).toMatchObject({ kind: 'column', dataset, column })
      }),
    )
  })
})

describe('a constant', () => {
  test.each(['STRING', 'VARCHAR', 'DATE', 'TIMESTAMP'] as const)('of %s is a text', (type) => {
    fc.assert(
      fc.property(any, (value) => {
        expect(parse(constantText(value, type)).ast).toMatchObject({ kind: 'string', value })
      }),
    )
  })

  test.each([
    ['12.50', 'DECIMAL', '12.50'],
    [-3, 'INT', '-3'],
    [2n ** 70n, 'BIGINT', '1180591620717411303424'],
    [true, 'BOOLEAN', 'TRUE'],
    ['false', 'BOOLEAN', 'FALSE'],
    [null, 'DOUBLE', 'NULL'],
  ] as const)('%s of %s is %s', (value, type, text) => {
    expect(constantText(value, type)).toBe(text)
    expect(parse(text).diagnostics).toEqual([])
  })

  test.each([
    ['1 OR 1 = 1', 'INT'],
    [1e300, 'DOUBLE'],
    [Number.NaN, 'DOUBLE'],
    ['yes', 'BOOLEAN'],
    ['', 'DECIMAL'],
  ] as const)('%s is none of %s', (value, type: ConstantType) => {
    expect(() => constantText(value, type)).toThrow(TypeError)
  })
})
