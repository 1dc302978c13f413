import { describe, expect, test } from 'vitest'
import { CHINESE } from '../../src/text/chinese.ts'
import { ENGLISH } from '../../src/text/english.ts'
import { createNumberTexts } from '../../src/text/numbers.ts'

const LANGUAGES = [ENGLISH, CHINESE]

/** The paths of all texts of a dictionary, functions included. */
function paths(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, one]) => paths(one, `${path}.${key}`))
}

describe.each(LANGUAGES)('$name', (language) => {
  test('has every text', () => {
    expect(paths(language).toSorted()).toEqual(paths(ENGLISH).toSorted())
  })
})

describe('numbers', () => {
  const english = createNumberTexts('en')

  test('have three significant digits, whole ones all of theirs', () => {
    expect(english.value(9.039122141204487)).toBe('9.04')
    expect(english.value(1234567.8)).toBe('1,234,568')
    expect(english.value(0.000123456)).toBe('0.000123')
    expect(english.value(-3)).toBe('−3')
  })

  test('changes and rates have a sign, but for 0', () => {
    expect(english.change(5.775105534640885)).toBe('+5.78')
    expect(english.change(-1234)).toBe('−1,234')
    expect(english.change(0)).toBe('0')
    expect(english.rate(1.7693248015)).toBe('+176.9%')
    expect(english.share(0.5003848867)).toBe('50.0%')
  })
})
