import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  joinTexts,
  listTexts,
  type Texts,
  textAt,
  textsAt,
  textsBytes,
  textsOfUtf8,
} from '../../../src/columnar/columns/texts.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  // A half of a pair at an end is next to the half of another text.
  fc.constantFrom('', '\ud83d', '\ude00', 'a\ud83d', '\ude00b'),
)

function expectTexts(texts: Texts, expected: readonly string[]): void {
  // Backwards and twice: in no order, and from what was kept.
  for (let code = expected.length - 1; code >= 0; code--) {
    expect(textAt(texts, code)).toBe(expected[code])
    expect(textAt(texts, code)).toBe(expected[code])
  }
  expect(listTexts(texts)).toEqual(expected)
  const codes = Float64Array.from([...expected.keys(), ...expected.keys(), expected.length])
  expect(textsAt(texts, codes)).toEqual([...expected, ...expected, null])
  const units = expected.reduce((sum, text) => sum + text.length, 0)
  expect(textsBytes(texts)).toBe(expected.length * 24 + units * 2)
}

test('joined texts read back as the original texts, lone surrogates included, also in another thread', () => {
  fc.assert(
    fc.property(fc.array(anyText), (list) => {
      const joined = joinTexts(list)
      expectTexts(joined, list)
      expectTexts(structuredClone(joined), list)
      expectTexts(list, list)
      const apart = joinTexts(list)
      expect(textsAt(apart, Float64Array.of(list.length))).toEqual([null])
      expect(textsAt(apart, Float64Array.from(list.keys()))).toEqual(list)
    }),
  )
})

test('texts in UTF-8 are found by the ends of their bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '日', '𝒳', '\ufeff', '\0') })
  fc.assert(
    fc.property(fc.array(text), (list) => {
      const encoded = list.map((one) => Buffer.from(one))
      const ends = new Int32Array(list.length + 1)
      encoded.forEach((bytes, index) => {
        ends[index + 1] = ends[index]! + bytes.length
      })
      expectTexts(textsOfUtf8(Buffer.concat(encoded), ends), list)
    }),
  )
})
