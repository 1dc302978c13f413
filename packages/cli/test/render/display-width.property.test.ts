import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToWidth, displayWidth } from '../../src/render/display-width.ts'

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
