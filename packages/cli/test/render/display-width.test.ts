import { describe, expect, test } from 'vitest'
import { cutToWidth, displayWidth } from '../../src/render/display-width.ts'

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
