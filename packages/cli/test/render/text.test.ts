import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToWidth, displayWidth, printable, shownPath } from '../../src/render/text.ts'

describe('displayWidth', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['café', 4],
    ['cafe\u0301', 4],
    ['東京', 4],
    ['서울', 4],
    ['ｆｕｌｌ', 8],
    ['ﾊﾝｶｸ', 4],
    ['😀', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['–…█', 3],
    ['\u001b[1mbold\u001b[22m', 4],
    ['a\u200bb', 2],
  ])('counts the columns of %j', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('cutToWidth', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['東京都', 5, '東京…'],
    ['東京都', 4, '東…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ])('cuts %j to %i columns', (text, width, cut) => {
    expect(cutToWidth(text, width)).toBe(cut)
  })
})

test('a cut text is never wider than asked, and a text that fits is left alone', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (whole, width) => {
      const cut = cutToWidth(whole, width)
      expect(displayWidth(cut)).toBeLessThanOrEqual(width)
      expect(cut === whole).toBe(displayWidth(whole) <= width)
    }),
  )
})

test.each([
  ['plain text, 東京 😀', 'plain text, 東京 😀'],
  ['two\nlines\r\n\ttab', 'two\\nlines\\r\\n\\ttab'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['\u009b31m', '\\u{9b}31m'],
  ['abc\u202edcba', 'abc\\u{202e}dcba'],
  ['\ud800', '\\u{d800}'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
])('writes %j so that it cannot steer the terminal', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test.each([
  ['/home/ada/shop/a.yaml', 'shop/a.yaml'],
  ['shop/a.yaml', 'shop/a.yaml'],
  ['/home/ben/a.yaml', '/home/ben/a.yaml'],
  ['/home/ada', '/home/ada'],
])('shows %s to a person in /home/ada as %s', (path, shown) => {
  expect(shownPath(path, '/home/ada')).toBe(shown)
})
