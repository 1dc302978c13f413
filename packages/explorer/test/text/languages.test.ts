import { describe, expect, test } from 'vitest'
import { CHINESE } from '../../src/text/chinese.ts'
import { ENGLISH } from '../../src/text/english.ts'
import {
  axisTexts,
  countText,
  createNumberStyle,
  rateText,
  shareText,
} from '../../src/text/numbers.ts'

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
  test('are formatted like on the terminal, with a typographic minus sign', () => {
    const values = [3.264016606563602, 9.039122141204487]
    const style = createNumberStyle(
      { unit: null, format: null },
      { values, changes: [-5.775105534640885] },
    )
    expect([style.value(values[0]!), style.change(-5.775)]).toEqual(['3.264', '−5.775'])
    expect(style.value('2001-06-30')).toBe('2001-06-30')
    expect([rateText('1.7693248015'), rateText(-0.5), shareText(0.5)]).toEqual([
      '+176.9 %',
      '−50.0 %',
      '50.0 %',
    ])
    expect(countText(1234)).toBe('1,234')
    const money = { unit: 'EUR', format: 'MONEY' }
    expect(axisTexts(money, [80_000, 90_000])).toEqual(['80,000', '90,000'])
    expect(axisTexts(money, [0, 0.25])).toEqual(['0.00', '0.25'])
    expect(axisTexts({ unit: null, format: null }, [0, 0.2, 0.4])).toEqual(['0.0', '0.2', '0.4'])
    expect(axisTexts({ unit: null, format: 'PERCENT' }, [0, 0.1])).toEqual(['0 %', '10 %'])
  })
})
