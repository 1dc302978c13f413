import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVertices } from '../../src/model/vertex.ts'

const id = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 4,
})

test('agrees with comparing lists of code points', () => {
  fc.assert(
    fc.property(id, id, (a, b) => {
      const found = compareVertices(
        { vertexType: 'METRIC', vertexId: a },
        { vertexType: 'METRIC', vertexId: b },
      )
      expect(Math.sign(found)).toBe(compareLists(codePoints(a), codePoints(b)))
    }),
    { numRuns: 1000 },
  )
})

function codePoints(text: string): readonly number[] {
  return Array.from(text, (one) => one.codePointAt(0)!)
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, i) => one !== b[i])
  if (at === -1) return Math.sign(a.length - b.length)
  const other = b[at]
  return other === undefined ? 1 : Math.sign(a[at]! - other)
}
