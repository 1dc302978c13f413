import { expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

test.each([
  ['Like', '"a%"'],
  ['ILike', '"A%"'],
  ['RegexpLike', '"^a"'],
  ['RegexpExtract', '"a[^b]*b"'],
  ['RegexpReplace', '"a[^b]*b", "x"'],
])(
  '%s refuses a constant text of more than 1,000 characters, and takes one of a row',
  (name, rest) => {
    const textWith = (length: number) => `${name}("${'a'.repeat(length)}", ${rest})`
    expect(mistakesIn(textWith(1000))).toEqual([])
    expect(mistakesIn(textWith(1001))).toEqual(['EXPRESSION_BAD_CONSTANT'])
    const grown = `Replace("${'a'.repeat(200)}", "a", "aaaaaa")`
    expect(mistakesIn(`${name}(${grown}, ${rest})`)).toEqual(['EXPRESSION_BAD_CONSTANT'])
    expect(() => resultOf(`${name}([region], ${rest})`, { region: 'a'.repeat(2000) })).not.toThrow()
  },
)
