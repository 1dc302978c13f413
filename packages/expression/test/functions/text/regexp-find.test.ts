import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printText } from '../../../src/tree/literals.ts'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('RegexpExtract and RegexpReplace', () => {
  test.each([
    ['RegexpExtract([region], "\\\\d+")', 'a12b345', '12'],
    ['RegexpExtract([region], "[a-z]+-(\\\\d{2,3})")', 'x ab-12345', '123'],
    ['RegexpExtract([region], "^(?:a|bc)+$")', 'abca', 'abca'],
    ['RegexpExtract([region], "^(a*)b")', 'b', ''],
    ['RegexpExtract([region], "(\\\\d+)$")', '12 34', '34'],
    ['RegexpExtract([region], "[^a]")', 'a😀', '😀'],
    ['RegexpExtract([region], "c")', 'ab', null],
    ['RegexpExtract([region], "c")', null, null],
    ['RegexpReplace([region], "[aeiou]", "")', 'banana', 'bnn'],
    ['RegexpReplace([region], "^a", "b")', 'aa', 'ba'],
    ['RegexpReplace([region], "(?:ab)+", "$& \\\\1")', 'ababx', '$& \\1x'],
    ['RegexpReplace([region], "c", "d")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([
    ['a character that fits two places', 'RegexpExtract([region], "a?ab?")'],
    ['choices that begin alike', 'RegexpExtract([region], "a|ab")'],
    ['anything before a character', 'RegexpExtract([region], ".*-")'],
    ['a lazy repetition', 'RegexpExtract([region], "a+?b")'],
    ['the empty text', 'RegexpExtract([region], "a*")'],
    ['a repeated part that may be empty', 'RegexpExtract([region], "(?:a?b?)*c")'],
    ['a choice that may be empty', 'RegexpExtract([region], "(?:a*|b)c")'],
    ['an edge in the middle', 'RegexpExtract([region], "a(?:$|b)")'],
    ['two groups', 'RegexpExtract([region], "(a)(b)")'],
    ['a repeated group', 'RegexpExtract([region], "(a)+")'],
    ['the same in a replacement', 'RegexpReplace([region], "a|ab", "c")'],
  ])('refuses %s', (_, text) => {
    expect(mistakesIn(text)).toEqual(['EXPRESSION_BAD_CONSTANT'])
  })

  test('refuse a replacement that is no constant', () => {
    const text = 'RegexpReplace([region], "a", [region])'
    expect(mistakesIn(text)).toEqual(['EXPRESSION_NOT_CONSTANT'])
  })
})

const part = fc.constantFrom('a', 'b', '-', '[ab]', '[^a]', '.', '(?:a|b)', '(?:ab|-)', '(?:b-?)')
const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{2,}')
const pattern = fc
  .array(fc.tuple(part, count), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((one) => one.join('')).join(''))
const text = fc
  .array(fc.constantFrom('a', 'b', '-', 'é', '😀'), { maxLength: 8 })
  .map((all) => all.join(''))

/** The longest match of those that begin first, and of the group the parts that are possible; null for none. */
function longest(found: string, one: string): string | null {
  const whole = new RegExp(`^(?:${found})$`, 'u')
  const characters = [...one]
  for (let from = 0; from <= characters.length; from++) {
    for (let to = characters.length; to >= from; to--) {
      const stretch = characters.slice(from, to).join('')
      if (whole.test(stretch)) return stretch
    }
  }
  return null
}

test('a pattern that is allowed has one match, which is first and longest', () => {
  let allowed = 0
  fc.assert(
    fc.property(pattern, text, (found, one) => {
      const call = `RegexpExtract([region], ${printText(found)})`
      if (mistakesIn(call).length > 0) return
      allowed += 1
      expect(resultOf(call, { region: one })).toBe(longest(found, one))
    }),
    { numRuns: 2000 },
  )
  expect(allowed).toBeGreaterThan(200)
})
