import { expect, test } from 'vitest'
import { compareCodePoints } from '../../src/numbers/code-points.ts'

test('orders by code point, also above U+FFFF', () => {
  const texts = ['😀', '', 'b', 'ab', 'a', '\u{10000}', '\uFFFD', 'é', 'A', '\uE000', '😀a', '😁']
  expect(texts.sort(compareCodePoints)).toEqual([
    '',
    'A',
    'a',
    'ab',
    'b',
    'é',
    '\uE000',
    '\uFFFD',
    '\u{10000}',
    '😀',
    '😀a',
    '😁',
  ])
})
