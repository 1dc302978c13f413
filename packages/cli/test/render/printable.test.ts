import { expect, test } from 'vitest'
import { printable } from '../../src/render/printable.ts'

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
